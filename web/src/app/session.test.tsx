import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { postsEndpoints } from '../../../contract/endpoints/posts.ts';
import { fetchUncached } from '../api/fetch-uncached.ts';
import { unseenPostAdded } from '../state/feed.ts';
import { hidingChanged } from '../state/hidden.ts';
import { messageQueued } from '../state/messaging.ts';
import { sessionStarted } from '../state/session.ts';
import { saveSession } from '../state/session-storage.ts';
import { loadUnsent } from '../state/unsent-storage.ts';
import { closeApp, createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { samplePost, sampleUser } from '../testing/samples.ts';

const EXPIRED = 'Your session has expired.';
const unauthorized = { status: 401, body: { message: 'The token is not valid.', code: 'UNAUTHENTICATED' } };
let app: ReturnType<typeof renderApp>;

afterEach(() => closeApp(app.store));

test('a session that is over when the page loads is gone without a word', async () => {
  app = renderApp({ user: sampleUser(), expiration: '2020-01-01T00:00:00.000Z' });
  expect(await screen.findByText("Nothing's been happening lately?")).toBeTruthy();
  expect(localStorage.getItem('token')).toBeNull();
  expect(screen.queryByText(EXPIRED)).toBeNull();
});

test('a session that ends meanwhile is noticed on the next change of the address', async () => {
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

test('on a page under a guard the reader is told of the end once, and of nothing else', async () => {
  const expiration = new Date(Date.now() + 60_000).toISOString();
  app = renderApp({ user: sampleUser(), expiration });
  const link = await screen.findByRole('link', { name: 'Messages' });
  const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse(expiration) + 1);
  await app.reader.click(link);
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  clock.mockRestore();
  expect(screen.queryByText('You must log in to see messages.')).toBeNull();
});

test('a 401 of the feed ends the session, forgets what was loaded and leads to the login', async () => {
  const api = createEmptyApi().on('GET /api/publications', unauthorized);
  app = renderApp({ user: sampleUser(), api });
  expect(await screen.findByText(EXPIRED)).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  expect(localStorage.getItem('token')).toBeNull();
});

test('a 401 for a token that has been renewed meanwhile ends nothing', async () => {
  const api = createEmptyApi().on('GET /api/post/one', () => {
    const answer = { token: 'token-2', expiration: '2999-01-01T00:00:00.000Z', dataUser: sampleUser() };
    app.store.dispatch(sessionStarted(answer));
    return unauthorized;
  });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText("Nothing's been happening lately?");
  await act(() => app.store.dispatch(fetchUncached(postsEndpoints.getPost, { id: 'one' })).catch(() => {}));
  expect(localStorage.getItem('token')).toBe('token-2');
});

test('the token goes with every request of a user, and with none of a visitor', async () => {
  app = renderApp({ user: sampleUser() });
  await screen.findByText("Nothing's been happening lately?");
  expect(app.api.sentTo('GET /api/publications')[0]?.headers.get('Authorization')).toBe('Bearer token-1');
  closeApp(app.store);
  app = renderApp();
  await screen.findByText("Nothing's been happening lately?");
  expect(app.api.sentTo('GET /api/publications')[0]?.headers.has('Authorization')).toBe(false);
});

const inAnotherTab = (change: () => void) => {
  change();
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'userData' }));
  });
};

test.each(['/new-post', '/settings/account'])(
  'logging out in another tab leads from %s to the login',
  async (at) => {
    app = renderApp({ at, user: sampleUser() });
    await screen.findByRole('heading', { level: 1 });
    inAnotherTab(() => localStorage.clear());
    expect(await screen.findByText(EXPIRED)).toBeTruthy();
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    const given = app.store.getState().feedback.messages;
    expect(given.map(({ type, message }) => [type, message])).toEqual([['info', EXPIRED]]);
  },
);

test.each(['/login', '/register'])('logging in in another tab leads from %s to the settings', async (at) => {
  app = renderApp({ at });
  await screen.findByRole('heading', { level: 1 });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  inAnotherTab(() => saveSession({ token: 'token-2', expiration, user: sampleUser() }));
  await waitFor(() => expect(getCurrentPath()).toMatch(/^\/settings/));
});

test('who logs in as somebody else in another tab does not stay where that one may not be', async () => {
  app = renderApp({ at: '/dashboard', user: sampleUser({ role: 'MOD' }) });
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  const user = sampleUser({ id: '01890000-0000-7000-8000-000000000901' });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  inAnotherTab(() => saveSession({ token: 'token-2', expiration, user }));
  expect(await screen.findByText('You do not have permission to access this page.')).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toBe('/'));
});

test('who logs in as somebody else in another tab meets nothing here of whoever was here before', async () => {
  app = renderApp({ user: sampleUser() });
  await screen.findByText("Nothing's been happening lately?");
  const { dispatch, getState } = app.store;
  const before = getState();
  act(() => {
    dispatch(unseenPostAdded({ feed: 'following', id: 'one' }));
    dispatch(hidingChanged({ id: 'two', hidden: true }));
    const timestamp = new Date().toISOString();
    const to = { receiverId: 'three', conversationId: 'four' };
    dispatch(messageQueued({ clientId: 'five', ...to, content: 'Hello', timestamp }));
  });
  const user = sampleUser({ id: '01890000-0000-7000-8000-000000000901' });
  const expiration = new Date(Date.now() + 3_600_000).toISOString();
  inAnotherTab(() => saveSession({ token: 'token-2', expiration, user }));
  const { feed, hidden, messaging } = getState();
  expect({ feed, hidden, messaging }).toEqual({
    feed: before.feed,
    hidden: before.hidden,
    messaging: before.messaging,
  });
  expect(loadUnsent(sampleUser().id)).toMatchObject([{ content: 'Hello' }]);
});

test('logging out in another tab logs out here, and forgets what that user had loaded', async () => {
  const api = createEmptyApi().on('GET /api/publications', { body: [samplePost(1, { liked: true })] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  api.on('GET /api/publications', { body: [samplePost(1)] });
  inAnotherTab(() => localStorage.clear());
  expect(await screen.findByRole('link', { name: 'Login' })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Like/ }).getAttribute('aria-pressed')).toBe('false'),
  );
});
