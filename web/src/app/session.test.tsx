import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { entitiesReceived } from '../api/entities.ts';
import { fetchUncached } from '../api/fetch-uncached.ts';
import { unseenPostAdded } from '../state/feed.ts';
import { messageQueued } from '../state/messaging.ts';
import { sessionStarted } from '../state/session.ts';
import { saveSession } from '../state/session-storage.ts';
import { loadUnsent } from '../state/unsent-storage.ts';
import { closeApps } from '../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../testing/samples.ts';

const EXPIRED = 'Your session has expired.';
const unauthorized = { status: 401, body: { message: 'The token is not valid.', code: 'UNAUTHENTICATED' } };
let app: ReturnType<typeof renderApp>;

test('removes an expired session silently when the page loads', async () => {
  app = renderApp({ user: sampleUser(), expiration: '2020-01-01T00:00:00.000Z' });
  expect(await screen.findByText("Nothing's been happening lately?")).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByText(EXPIRED)).toBeNull();
});

test('detects on navigation that the session has expired', async () => {
  const expiration = new Date(Date.now() + 60_000).toISOString();
  app = renderApp({ user: sampleUser(), expiration });
  const link = await screen.findByRole('link', { name: 'CrowdFundings' });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expiration) + 1);
  await app.reader.click(link);
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  clock.mockRestore();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(localStorage).toHaveLength(0);
});

test('detects on navigation that the stored session has expired', async () => {
  app = renderApp({ user: sampleUser() });
  const link = await screen.findByRole('link', { name: 'CrowdFundings' });
  localStorage.setItem('expiration', '2020-01-01T00:00:00.000Z');
  await app.reader.click(link);
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(localStorage).toHaveLength(0);
});

test('shows only the message about the expired session on a guarded page', async () => {
  const expiration = new Date(Date.now() + 60_000).toISOString();
  app = renderApp({ user: sampleUser(), expiration });
  const link = await screen.findByRole('link', { name: 'Messages' });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expiration) + 1);
  await app.reader.click(link);
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  clock.mockRestore();
  expect(screen.queryByText('You must log in to see messages.')).toBeNull();
});

test('ends the session, clears loaded data and opens the login after a 401 of the feed', async () => {
  const api = createEmptyApi().on('GET /api/publications', unauthorized);
  app = renderApp({ user: sampleUser(), api });
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
});

/** Reads a post while a new session starts, so that the server refuses the old token. */
async function readDuringNewSession(dataUser: ReturnType<typeof sampleUser>) {
  const api = createEmptyApi().on('GET /api/post/one', () => {
    api.on('GET /api/post/one', { body: samplePost(1) });
    app.store.dispatch(
      sessionStarted({ token: 'token-2', expiration: '2999-01-01T00:00:00.000Z', dataUser }),
    );
    return unauthorized;
  });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText("Nothing's been happening lately?");
  await act(() => app.store.dispatch(fetchUncached(postsEndpoints.getPost, { id: 'one' })).catch(() => {}));
  return api.sentTo('GET /api/post/one').map(({ headers }) => headers.get('Authorization'));
}

test('sends a request again whose token has been renewed', async () => {
  expect(await readDuringNewSession(sampleUser())).toEqual(['Bearer token-1', 'Bearer token-2']);
  expect(localStorage.getItem('token')).toBe('token-2');
});

test('sends no request of the previous account with the token of the next', async () => {
  expect(await readDuringNewSession(sampleUser({ id: sampleProfile(7).id }))).toEqual(['Bearer token-1']);
  expect(localStorage.getItem('token')).toBe('token-2');
});

test('sends the token with requests of users only', async () => {
  app = renderApp({ user: sampleUser() });
  await screen.findByText("Nothing's been happening lately?");
  expect(app.api.sentTo('GET /api/publications')[0]?.headers.get('Authorization')).toBe('Bearer token-1');
  closeApps();
  app = renderApp();
  await screen.findByText("Nothing's been happening lately?");
  expect(app.api.sentTo('GET /api/publications')[0]?.headers.has('Authorization')).toBe(false);
});

const changeInAnotherTab = (change: () => void) => {
  change();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
  });
};

test.each(['/new-post', '/settings/account'])(
  'opens the login from %s after a logout in another tab',
  async (at) => {
    app = renderApp({ at, user: sampleUser() });
    await screen.findByRole('heading', { level: 1 });
    changeInAnotherTab(() => localStorage.clear());
    expect(await screen.findByText(EXPIRED)).toBeTruthy();
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    const messages = app.store.getState().feedback.messages;
    expect(messages.map(({ type, message }) => [type, message])).toEqual([['info', EXPIRED]]);
  },
);

test.each(['/login', '/register'])('opens the settings from %s after a login in another tab', async (at) => {
  app = renderApp({ at });
  await screen.findByRole('heading', { level: 1 });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  changeInAnotherTab(() => saveSession({ token: 'token-2', expiration, user: sampleUser() }));
  await waitFor(() => expect(getCurrentPath()).toMatch(/^\/settings/));
});

test('leaves a page that the user who logs in in another tab may not open', async () => {
  app = renderApp({ at: '/dashboard', user: sampleUser({ role: 'MOD' }) });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const user = sampleUser({ id: '01890000-0000-7000-8000-000000000901' });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  changeInAnotherTab(() => saveSession({ token: 'token-2', expiration, user }));
  expect(await screen.findByText('You do not have permission to access this page.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test('keeps no data of the previous user when another one logs in in another tab', async () => {
  app = renderApp({ user: sampleUser() });
  await screen.findByText("Nothing's been happening lately?");
  const { dispatch, getState } = app.store;
  const before = getState();
  act(() => {
    dispatch(unseenPostAdded({ feed: 'following', id: 'one' }));
    const entities = [{ ...sampleProfile(2), isBlocked: true }];
    dispatch(entitiesReceived({ entity: 'profile', entities, position: 99 }));
    const timestamp = new Date().toISOString();
    const to = { receiverId: 'three', conversationId: 'four' };
    dispatch(messageQueued({ clientId: 'five', ...to, content: 'Hello', timestamp }));
  });
  const user = sampleUser({ id: '01890000-0000-7000-8000-000000000901' });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  changeInAnotherTab(() => saveSession({ token: 'token-2', expiration, user }));
  const { feed, entities, messaging } = getState();
  expect({ feed, messaging }).toEqual({ feed: before.feed, messaging: before.messaging });
  expect(entities.profile).toEqual({});
  expect(loadUnsent(sampleUser().id)).toMatchObject([{ content: 'Hello' }]);
});

test('logs out after a logout in another tab, and clears loaded data', async () => {
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1, { liked: true })] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  api.on('GET /api/publications', { body: [samplePost(1)] });
  changeInAnotherTab(() => localStorage.clear());
  expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Like/ }).getAttribute('aria-pressed')).toBe('false'),
  );
});
