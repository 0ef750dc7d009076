import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { eventSources, scrollToEnd } from '../../testing/browser-gaps.ts';
import { sampleCrowdfunding } from '../../testing/crowdfunding.ts';
import { closeApps } from '../../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import {
  createId,
  sampleAnimal,
  samplePost,
  sampleProfile,
  sampleRow,
  sampleUser,
} from '../../testing/samples.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

let app: ReturnType<typeof renderApp>;

const createPosts = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => samplePost(from + index));

const getShownTexts = () => screen.getAllByText(/^Text of post/).map(({ textContent }) => textContent);

const getFeed = (...body: ReturnType<typeof samplePost>[]) =>
  createEmptyApi().on('GET /api/publications', { body });

describe('pages', () => {
  const next = { Link: '</api/publications?cursor=c1>; rel="next"' };

  test('load on scroll until the end of the list is shown', async () => {
    const api = createEmptyApi()
      .on('GET /api/publications', { body: createPosts(1, 10), headers: next })
      .on('GET /api/publications?cursor=c1', { body: [samplePost(10), samplePost(11)] });
    app = renderApp({ api });
    await screen.findByText('Text of post 10');
    expect(screen.queryByText('No more posts!')).toBeNull();
    act(() => void scrollToEnd());
    expect(await screen.findByText('No more posts!')).toBeTruthy();
    expect(getShownTexts()).toEqual(createPosts(1, 11).map(({ text }) => text));
    expect(scrollToEnd()).toBe(0);
  });

  test('can be reloaded after a failure, and keep the loaded posts', async () => {
    const api = createEmptyApi()
      .on('GET /api/publications', { body: createPosts(1, 10), headers: next })
      .breakCall('GET /api/publications?cursor=c1');
    app = renderApp({ api });
    await screen.findByText('Text of post 10');
    act(() => void scrollToEnd());
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/publications?cursor=c1', { body: [samplePost(11)] });
    await app.reader.click(retryButton);
    expect(await screen.findByText('Text of post 11')).toBeTruthy();
    expect(getShownTexts()).toHaveLength(11);
    expect(document.activeElement?.textContent).toContain('Text of post 10');
  });
});

test('shows a network failure, and loads the feed on retry', async () => {
  const api = createEmptyApi().breakCall('GET /api/publications');
  app = renderApp({ api });
  await waitFor(() =>
    expect(screen.getAllByText('Error making request when loading posts.')).toHaveLength(2),
  );
  api.on('GET /api/publications', { body: [samplePost(1)] });
  await app.reader.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Text of post 1')).toBeTruthy();
});

test('shows no message about a failed read while the notice says that the browser is offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  app = renderApp({ api: createEmptyApi().breakCall('GET /api/publications') });
  expect(await screen.findByText('You are offline. What you see may be out of date.')).toBeTruthy();
  expect(await screen.findAllByText('Error making request when loading posts.')).toHaveLength(1);
});

test('shows no details of a server error', async () => {
  const body = { message: 'column "x" does not exist', code: 'INTERNAL' };
  app = renderApp({ api: createEmptyApi().on('GET /api/publications', { status: 500, body }) });
  expect(await screen.findByText('An unexpected error has occurred.')).toBeTruthy();
  expect(screen.queryByText(/column/)).toBeNull();
});

describe('following', () => {
  test('loads when its tab is opened', async () => {
    app = renderApp({ user: sampleUser() });
    await screen.findByText("Nothing's been happening lately?");
    expect(app.api.sentTo('GET /api/following/publications')).toHaveLength(0);
    await app.reader.click(screen.getByRole('tab', { name: 'Following' }));
    expect(await screen.findByText('How about trying to follow more profiles?')).toBeTruthy();
    expect(app.api.sentTo('GET /api/following/publications')).toHaveLength(1);
  });

  test('asks a visitor to log in', async () => {
    app = renderApp();
    await app.reader.click(await screen.findByRole('tab', { name: 'Following' }));
    expect(screen.getByText('To see who you follow you should comment by logging in!')).toBeTruthy();
  });
});

test('shows suggestions beside the feed on wide windows and under Others on narrower ones', async () => {
  app = renderApp({ width: 1381 });
  expect(await screen.findByRole('complementary', { name: 'Suggestions' })).toBeTruthy();
  expect(screen.queryByRole('tab', { name: 'Others' })).toBeNull();
  closeApps();
  app = renderApp({ width: 1380 });
  await app.reader.click(await screen.findByRole('tab', { name: 'Others' }));
  expect(await screen.findAllByText('There are no profiles suggested for you at this time.')).toHaveLength(2);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('keeps a like that is given while the next page loads', async () => {
  const headers = { Link: '</api/publications?cursor=c1>; rel="next"' };
  const api = createEmptyApi()
    .on('GET /api/publications', { body: [samplePost(1)], headers })
    .on('POST /api/likePublication', { body: { idPublication: samplePost(1).id, liked: true, likes: 5 } });
  const respond = api.hold('GET /api/publications?cursor=c1', { body: [samplePost(2)] });
  app = renderApp({ user: sampleUser(), api });
  await screen.findByText('Text of post 1');
  act(() => void scrollToEnd());
  await waitFor(() => expect(api.sentTo('GET /api/publications?cursor=c1')).toHaveLength(1));
  await app.reader.click(screen.getByRole('button', { name: 'Like, 4 likes' }));
  await screen.findByRole('button', { name: 'Like, 5 likes' });
  await act(async () => respond());
  await screen.findByText('Text of post 2');
  expect(screen.getByRole('button', { name: 'Like, 5 likes' }).getAttribute('aria-pressed')).toBe('true');
});

describe('follow', () => {
  const row = sampleRow(7, { profileName: 'Sanctuary of the Hills' });
  const createApiWithRow = () => createEmptyApi().on('GET /api/suggested/profiles', { body: [row] });

  test('shows at once, and is reverted when the server refuses', async () => {
    const refusal = { status: 400, body: { message: 'You cannot follow this one.', code: 'REFUSED' } };
    const api = createApiWithRow();
    const refuse = api.hold('POST /api/followProfile', refusal);
    app = renderApp({ user: sampleUser(), api });
    await app.reader.click(await screen.findByRole('button', { name: 'Follow Sanctuary of the Hills' }));
    expect(await screen.findByRole('button', { name: 'Unfollow Sanctuary of the Hills' })).toBeTruthy();
    refuse();
    expect(await screen.findByRole('button', { name: 'Follow Sanctuary of the Hills' })).toBeTruthy();
    expect(screen.getByText('You cannot follow this one.')).toBeTruthy();
  });

  test('redirects a visitor to the login', async () => {
    app = renderApp({ api: createApiWithRow() });
    await app.reader.click(await screen.findByRole('button', { name: 'Follow Sanctuary of the Hills' }));
    expect(await screen.findByText('Please log in to perform this action.')).toBeTruthy();
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
  });
});

describe('live', () => {
  const sendHint = (name: string, data: unknown) =>
    act(async () => {
      for (const source of eventSources) source.send(name, data);
    });

  test('counts new posts of others, and shows them on request', async () => {
    const api = getFeed(samplePost(1));
    app = renderApp({ user: sampleUser(), api });
    await screen.findByText('Text of post 1');
    await sendHint('post-published', { id: samplePost(2).id, authorId: sampleProfile(1).id, parentId: null });
    await sendHint('post-published', { id: samplePost(3).id, authorId: sampleProfile(1).id, parentId: null });
    await sendHint('post-published', { id: samplePost(4).id, authorId: sampleUser().id, parentId: null });
    api.on('GET /api/publications', { body: [samplePost(3), samplePost(2), samplePost(1)] });
    await app.reader.click(await screen.findByRole('button', { name: '2 new posts' }));
    await screen.findByText('Text of post 3');
    await waitFor(() => expect(screen.queryByRole('button', { name: /new post/ })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Home' }));
  });

  test('counts in Following only new posts of authors who are already in it', async () => {
    const api = createEmptyApi().on('GET /api/following/publications', { body: [samplePost(1)] });
    app = renderApp({ user: sampleUser(), api });
    await app.reader.click(await screen.findByRole('tab', { name: 'Following' }));
    await screen.findByText('Text of post 1');
    await sendHint('post-published', { id: samplePost(2).id, authorId: sampleProfile(1).id, parentId: null });
    await sendHint('post-published', { id: samplePost(3).id, authorId: sampleProfile(2).id, parentId: null });
    expect(await screen.findByRole('button', { name: '1 new post' })).toBeTruthy();
  });

  test('adds an own new post from another tab, and does not request a known one', async () => {
    const ownPost = samplePost(4, { creatorData: sampleProfile(900) });
    const api = getFeed(samplePost(1)).on(`GET /api/post/${ownPost.id}`, { body: ownPost });
    app = renderApp({ user: sampleUser(), api });
    await screen.findByText('Text of post 1');
    const data = { id: ownPost.id, authorId: sampleUser().id, parentId: null };
    await sendHint('post-published', data);
    await waitFor(() => expect(getShownTexts()).toEqual(['Text of post 4', 'Text of post 1']));
    await sendHint('post-published', data);
    expect(api.sentTo(`GET /api/post/${ownPost.id}`)).toHaveLength(1);
  });

  test('updates counters, and removes deleted posts', async () => {
    app = renderApp({ api: getFeed(samplePost(1), samplePost(2)) });
    await screen.findByText('Text of post 1');
    await sendHint('post-changed', {
      id: samplePost(1).id,
      comments: 3,
      likes: 1500,
      views: 70,
      position: 99,
    });
    expect(await screen.findByRole('button', { name: 'Like, 1.50K likes' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Comment, 3 comments' })).toBeTruthy();
    await sendHint('post-deleted', { id: samplePost(2).id, parentId: null });
    await waitFor(() => expect(getShownTexts()).toEqual(['Text of post 1']));
  });
});

test('hides the balance behind stars, and stores the choice in this browser', async () => {
  app = renderApp({
    user: sampleUser(),
    api: createEmptyApi().on('GET /api/wallet', { body: { walletCoins: 12_500 } }),
  });
  const menu = within(await screen.findByRole('banner'));
  expect(await menu.findByText('12,500')).toBeTruthy();
  await app.reader.click(menu.getByRole('button', { name: 'Hide the balance' }));
  expect(menu.queryByText('12,500')).toBeNull();
  expect(menu.getByText('*****')).toBeTruthy();
  expect(localStorage.getItem('tokensVisible')).toBe('false');
});

describe('animals and campaigns', () => {
  const ANIMALS = 'GET /api/adopt/animals';
  const CAMPAIGNS = 'GET /api/crowdfunding/all?sort=ending';
  const createAnimal = (n: number, name: string) =>
    sampleAnimal({ id: createId(800 + n), animal: { ...sampleAnimal().animal, name } });
  const createApi = () =>
    getFeed(...createPosts(1, 16))
      .on(ANIMALS, { body: [createAnimal(1, 'Rex'), createAnimal(2, 'Mia')] })
      .on(CAMPAIGNS, { body: [sampleCrowdfunding()] });
  const getFeedItems = () =>
    within(screen.getByRole('list', { name: 'For you' }))
      .getAllByRole('listitem')
      .filter(({ parentElement }) => parentElement?.getAttribute('aria-label') === 'For you')
      .map((item) => within(item).getByRole('article').getAttribute('aria-label'));

  test('are shown in turn after every fifth post, each of them once', async () => {
    app = renderApp({ api: createApi(), user: sampleUser() });
    await screen.findByRole('article', { name: 'Looking for a home: Mia' });
    const items = getFeedItems();
    expect([items[5], items[11], items[17]]).toEqual([
      'Looking for a home: Rex',
      `Ending soon: ${sampleCrowdfunding().title}`,
      'Looking for a home: Mia',
    ]);
    expect(items.filter((name) => !name?.startsWith('Post by'))).toHaveLength(3);
  });

  test('stay dismissed in the tab', async () => {
    const { reader } = renderApp({ api: createApi(), user: sampleUser() });
    await reader.click(await screen.findByRole('button', { name: 'Not now: Rex' }));
    expect(screen.queryByRole('article', { name: 'Looking for a home: Rex' })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Home' }));
    const dismissed = sessionStorage.getItem('dismissed-cards');
    closeApps();
    sessionStorage.setItem('dismissed-cards', dismissed ?? '');
    app = renderApp({ api: createApi(), user: sampleUser() });
    expect(await screen.findByRole('article', { name: 'Looking for a home: Mia' })).toBeTruthy();
    expect(screen.queryByRole('article', { name: 'Looking for a home: Rex' })).toBeNull();
  });

  test('do not include those of the reader', async () => {
    const api = createApi().on(ANIMALS, {
      body: [sampleAnimal({ owner: sampleProfile(900, { nickname: 'reader' }) })],
    });
    app = renderApp({ api, user: sampleUser() });
    await screen.findByRole('article', { name: /^Ending soon/ });
    expect(screen.queryByRole('article', { name: /^Looking for a home/ })).toBeNull();
  });

  test('are listed beside the feed, with links to all of them', async () => {
    app = renderApp({ api: createApi(), user: sampleUser() });
    const suggestions = within(screen.getByRole('complementary', { name: 'Suggestions' }));
    expect((await suggestions.findByRole('link', { name: 'Rex' })).getAttribute('href')).toBe(
      `/adoptable-animals/${createId(801)}`,
    );
    expect(suggestions.getByRole('link', { name: 'All animals' }).getAttribute('href')).toBe(
      '/adoptable-animals',
    );
    expect(suggestions.getByRole('link', { name: 'All crowdfundings' }).getAttribute('href')).toBe(
      '/crowdfundings',
    );
  });

  test('introduce Kindra to visitors only', async () => {
    app = renderApp({ api: createApi(), width: 360 });
    const aboutRegion = within(await screen.findByRole('region', { name: 'About Kindra' }));
    expect(aboutRegion.getByText(/find homes for animals/)).toBeTruthy();
    expect((await aboutRegion.findByRole('link', { name: 'Mia' })).getAttribute('href')).toBe(
      `/adoptable-animals/${createId(802)}`,
    );
    closeApps();
    app = renderApp({ api: createApi(), width: 360, user: sampleUser() });
    await screen.findByText('Text of post 1');
    expect(screen.queryByRole('region', { name: 'About Kindra' })).toBeNull();
  });
});
