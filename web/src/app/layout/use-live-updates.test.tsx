import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { selectUser } from '../../state/session.ts';
import { eventSources } from '../../testing/browser-gaps.ts';
import { closeApp, emptyApi, renderApp } from '../../testing/render-app.tsx';
import { samplePost, sampleProfile, sampleUser } from '../../testing/samples.ts';

const HIDDEN_MS = 30_000;

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const setHidden = (hidden: boolean) => {
  Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
  document.dispatchEvent(new Event('visibilitychange'));
};

/** Leaves the tab for so long that it gives its connection back, changes something meanwhile, and comes back to it. */
async function comeBack(meanwhile: () => void): Promise<void> {
  jest.useFakeTimers();
  act(() => setHidden(true));
  act(() => jest.advanceTimersByTime(HIDDEN_MS));
  jest.useRealTimers();
  expect(eventSources.size).toBe(0);
  meanwhile();
  await act(async () => setHidden(false));
  await act(async () => [...eventSources][0]?.dispatchEvent(new Event('open')));
}

describe('the balance in the menu', () => {
  const WALLET = 'GET /api/wallet';
  const holding = (walletCoins: number) => ({ body: { walletCoins } });
  const inMenu = (text: string) => within(screen.getByRole('banner')).findByText(text);

  async function open() {
    const api = emptyApi().on(WALLET, holding(1250)).on('GET /api/transaction/', { body: [] });
    app = renderApp({ user: sampleUser(), api });
    await inMenu('1,250');
    return api;
  }

  test('follows what the reader is told of, such as a refund', async () => {
    const api = await open();
    api.on(WALLET, holding(1300));
    for (const unread of [1, 2, 3])
      act(() => [...eventSources][0]?.send('notifications-changed', { unread }));
    expect(await inMenu('1,300')).toBeTruthy();
    expect(api.sentTo(WALLET)).toHaveLength(2);
  });

  test('follows other tabs', async () => {
    const api = await open();
    api.on(WALLET, holding(1000));
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'userData' })));
    expect(await inMenu('1,000')).toBeTruthy();
  });

  test('is asked for anew by whoever comes back to the tab', async () => {
    const api = await open();
    await comeBack(() => api.on(WALLET, holding(900)));
    expect(await inMenu('900')).toBeTruthy();
  });

  test('is asked for anew by whoever opens the wallet', async () => {
    const api = await open();
    api.on(WALLET, holding(800));
    await app.reader.click(screen.getByRole('link', { name: /1,250/ }));
    expect(await inMenu('800')).toBeTruthy();
    await waitFor(() => expect(api.sentTo(WALLET)).toHaveLength(2));
  });
});

test('nickname, name and role follow what was changed elsewhere, from the start on and at each hint', async () => {
  const user = sampleUser();
  const call = `/api/profile/${user.id}`;
  const changed = (profileName: string) => ({ body: { ...sampleProfile(900), profileName, role: 'MOD' } });
  const api = emptyApi().on(`GET ${call}`, changed('Rea the First'));
  app = renderApp({ user, api });
  const session = () => selectUser(app.store.getState());
  await waitFor(() => expect(session()).toMatchObject({ profileName: 'Rea the First', role: 'MOD' }));
  expect(session()).toMatchObject({ nickname: 'nickname900', email: user.email });
  await waitFor(() => expect(eventSources.size).toBe(1));
  api.on(`GET ${call}`, changed('Rea the Second'));
  act(() => [...eventSources][0]?.send('profile-changed', { id: user.id }));
  await waitFor(() => expect(session()?.profileName).toBe('Rea the Second'));
});

test('posts that were published while the tab slept are counted, and shown when the reader wants them', async () => {
  const FEED = 'GET /api/publications';
  const user = sampleUser();
  const api = emptyApi().on(FEED, { body: [samplePost(1)] });
  app = renderApp({ user, api });
  await screen.findByText('Text of post 1');
  const own = samplePost(4, { creatorData: sampleProfile(900) });
  const known = samplePost(1, { likes: 77 });
  const body = [own, samplePost(3), samplePost(2), known];
  await comeBack(() => api.on(FEED, { body }));
  const pill = await screen.findByRole('button', { name: '2 new posts' });
  expect(screen.queryByText('Text of post 2')).toBeNull();
  expect(screen.getByRole('button', { name: 'Like, 77 likes' })).toBeTruthy();
  await app.reader.click(pill);
  expect(await screen.findByText('Text of post 3')).toBeTruthy();
});

test('where nothing was published meanwhile nothing is said', async () => {
  const FEED = 'GET /api/publications';
  const api = emptyApi().on(FEED, { body: [samplePost(2), samplePost(1)] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  await comeBack(() => api.on(FEED, { body: [samplePost(2, { likes: 9 }), samplePost(1)] }));
  expect(await screen.findByRole('button', { name: 'Like, 9 likes' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /new post/ })).toBeNull();
});
