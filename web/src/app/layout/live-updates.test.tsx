import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { entitiesReceived } from '../../api/entities.ts';
import { postAdded } from '../../api/posts.ts';
import { STALE_TOKEN_GRACE_MS, selectUser, sessionStarted } from '../../state/session.ts';
import { eventSources, setPageHidden } from '../../testing/browser-gaps.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

const HIDDEN_MS = 30_000;

let app: ReturnType<typeof renderApp>;

/** Hides the tab until it closes its connection, calls `whileHidden`, and shows the tab again. */
async function hideAndShow(whileHidden: () => void): Promise<void> {
  jest.useFakeTimers();
  act(() => setPageHidden(true));
  act(() => jest.advanceTimersByTime(HIDDEN_MS));
  jest.useRealTimers();
  expect(eventSources.size).toBe(0);
  whileHidden();
  await act(async () => setPageHidden(false));
  await act(async () => [...eventSources][0]?.dispatchEvent(new Event('open')));
}

describe('the balance in the menu', () => {
  const WALLET = 'GET /api/wallet';
  const createWallet = (walletCoins: number) => ({ body: { walletCoins } });
  const findInMenu = (text: string) => within(screen.getByRole('banner')).findByText(text);

  async function open() {
    const api = createEmptyApi().on(WALLET, createWallet(1250)).on('GET /api/transaction/', { body: [] });
    app = renderApp({ user: sampleUser(), api });
    await findInMenu('1,250');
    await waitFor(() => expect(eventSources.size).toBe(1));
    return api;
  }

  test('is refreshed when coins have moved, such as by a refund', async () => {
    const api = await open();
    api.on(WALLET, createWallet(1300));
    for (let n = 0; n < 3; n += 1) act(() => [...eventSources][0]?.send('wallet-changed', {}));
    expect(await findInMenu('1,300')).toBeTruthy();
    expect(api.sentTo(WALLET)).toHaveLength(2);
  });

  test('is refreshed after a change in another tab', async () => {
    const api = await open();
    api.on(WALLET, createWallet(1000));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userData' })));
    expect(await findInMenu('1,000')).toBeTruthy();
  });

  test('is refreshed when the tab is shown again', async () => {
    const api = await open();
    await hideAndShow(() => api.on(WALLET, createWallet(900)));
    expect(await findInMenu('900')).toBeTruthy();
  });

  test('is refreshed when the wallet is opened', async () => {
    const api = await open();
    api.on(WALLET, createWallet(800));
    await app.reader.click(screen.getByRole('link', { name: /1,250/ }));
    expect(await findInMenu('800')).toBeTruthy();
    await waitFor(() => expect(api.sentTo(WALLET)).toHaveLength(2));
  });
});

test('refreshes nickname, name and role at the start, after a hint and after a gap', async () => {
  const user = sampleUser();
  const call = `/api/profile/${user.id}`;
  const createChangedProfile = (profileName: string) => ({
    body: { ...sampleProfile(900), profileName, role: 'MOD' },
  });
  const api = createEmptyApi().on(`GET ${call}`, createChangedProfile('Rea the First'));
  app = renderApp({ user, api });
  const getSessionUser = () => selectUser(app.store.getState());
  await waitFor(() => expect(getSessionUser()).toMatchObject({ profileName: 'Rea the First', role: 'MOD' }));
  expect(getSessionUser()).toMatchObject({ nickname: 'nickname900', email: user.email });
  await waitFor(() => expect(eventSources.size).toBe(1));
  api.on(`GET ${call}`, createChangedProfile('Rea the Second'));
  for (const _ of [1, 2, 3]) act(() => [...eventSources][0]?.send('profile-changed', { id: user.id }));
  await waitFor(() => expect(getSessionUser()?.profileName).toBe('Rea the Second'));
  expect(api.sentTo(`GET ${call}`)).toHaveLength(2);
  await hideAndShow(() => api.on(`GET ${call}`, createChangedProfile('Rea the Third')));
  await waitFor(() => expect(getSessionUser()?.profileName).toBe('Rea the Third'));
});

test('keeps the session when a hint of a changed nickname arrives before the new token', async () => {
  const user = sampleUser();
  const call = `GET /api/profile/${user.id}`;
  const api = createEmptyApi().on(call, { body: sampleProfile(900) });
  app = renderApp({ user, api });
  await waitFor(() => expect(api.sentTo(call)).toHaveLength(1));
  await waitFor(() => expect(eventSources.size).toBe(1));
  api.on(call, ({ headers }) =>
    headers.get('Authorization') === 'Bearer token-2'
      ? { body: sampleProfile(900, { nickname: 'newname' }) }
      : { status: 401, body: { message: 'The token is not valid.', code: 'UNAUTHENTICATED' } },
  );
  jest.useFakeTimers();
  act(() => [...eventSources][0]?.send('profile-changed', { id: user.id }));
  await act(() => jest.advanceTimersByTimeAsync(STALE_TOKEN_GRACE_MS - 1));
  expect(api.sentTo(call)).toHaveLength(1);
  const expiration = '2999-01-01T00:00:00.000Z';
  act(() => void app.store.dispatch(sessionStarted({ token: 'token-2', expiration, dataUser: user })));
  await act(() => jest.advanceTimersByTimeAsync(STALE_TOKEN_GRACE_MS));
  jest.useRealTimers();
  await waitFor(() => expect(selectUser(app.store.getState())?.nickname).toBe('newname'));
});

describe('after the tab was suspended', () => {
  const FEED = 'GET /api/publications';
  const createOwnPost = (n: number) => samplePost(n, { creatorData: sampleProfile(900) });
  const knownPost = samplePost(1, { likes: 77 });

  async function openFeed() {
    const api = createEmptyApi().on(FEED, { body: [samplePost(1)] });
    app = renderApp({ user: sampleUser(), api });
    await screen.findByText('Text of post 1');
    return api;
  }

  test('counts new posts of others, and shows them on request', async () => {
    const api = await openFeed();
    await hideAndShow(() => api.on(FEED, { body: [samplePost(3), samplePost(2), knownPost] }));
    const pill = await screen.findByRole('button', { name: '2 new posts' });
    expect(screen.queryByText('Text of post 2')).toBeNull();
    expect(screen.getByRole('button', { name: 'Like, 77 likes' })).toBeTruthy();
    await app.reader.click(pill);
    expect(await screen.findByText('Text of post 3')).toBeTruthy();
  });

  test('shows the user’s own posts from elsewhere at once', async () => {
    const api = await openFeed();
    await hideAndShow(() =>
      api.on(FEED, { body: [createOwnPost(5), samplePost(3), createOwnPost(4), knownPost] }),
    );
    await screen.findByRole('button', { name: '1 new post' });
    const texts = screen.getAllByText(/^Text of post/).map(({ textContent }) => textContent);
    expect(texts).toEqual([5, 4, 1].map((n) => `Text of post ${n}`));
  });

  test('counts the posts of others next to an own post that was published here', async () => {
    const api = await openFeed();
    act(() => {
      app.store.dispatch(entitiesReceived({ entity: 'post', entities: [createOwnPost(4)], position: 99 }));
      app.store.dispatch(postAdded({ id: createOwnPost(4).id, position: 99 }));
    });
    await hideAndShow(() =>
      api.on(FEED, { body: [createOwnPost(4), samplePost(3), samplePost(2), knownPost] }),
    );
    expect(await screen.findByRole('button', { name: '2 new posts' })).toBeTruthy();
    expect(screen.getAllByText('Text of post 4')).toHaveLength(1);
  });
});

test('shows no notice if nothing was published', async () => {
  const FEED = 'GET /api/publications';
  const api = createEmptyApi().on(FEED, { body: [samplePost(2), samplePost(1)] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  await hideAndShow(() => api.on(FEED, { body: [samplePost(2, { likes: 9 }), samplePost(1)] }));
  expect(await screen.findByRole('button', { name: 'Like, 9 likes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
});
