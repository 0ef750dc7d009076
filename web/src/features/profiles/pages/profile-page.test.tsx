import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Profile } from '../../../../../contract/shapes.ts';
import { scrollToEnd } from '../../../testing/browser-gaps.ts';
import { sampleCrowdfunding } from '../../../testing/crowdfunding.ts';
import { closeApps } from '../../../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleFullProfile, samplePost, sampleRow, sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const reader = sampleUser();

const createProfile = (over: Partial<Profile> = {}): Profile =>
  sampleFullProfile(1, { followers: 2, following: 1, ...over });

const createProfileApi = (profile: Profile) =>
  createEmptyApi()
    .on(`GET /api/profile/${profile.nickname}`, { body: profile })
    .on(`GET /api/profilePublications/${profile.nickname}`, { body: [] });

const open = (
  profile: Profile,
  { path = '', user = reader as typeof reader | undefined, api = createProfileApi(profile) } = {},
) => {
  app = renderApp({ at: `/profile/${profile.nickname}${path}`, user, api });
  return api;
};

const findTabNames = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);

test('shows the details of a profile, and counts with units', async () => {
  open(createProfile({ followers: 1, role: 'ORG' }));
  const header = within(await screen.findByRole('region', { name: 'Profile of Profile 1' }));
  expect(header.getByRole('heading', { name: 'Profile 1' })).toBeTruthy();
  expect(header.getByText('@nickname1')).toBeTruthy();
  expect(header.getByText('Organization')).toBeTruthy();
  expect(header.getByRole('link', { name: '1 Follower' })).toBeTruthy();
  expect(header.getByText('March 5, 2026')).toBeTruthy();
  expect(await screen.findByText('This profile has not posted anything yet.')).toBeTruthy();
});

test('keeps the focus on the heading while the profile loads', async () => {
  const api = createProfileApi(createProfile());
  const respond = api.hold('GET /api/profile/nickname1', { body: createProfile() });
  open(createProfile(), { api });
  const heading = await screen.findByRole('heading', { name: 'Profile' });
  heading.focus();
  await waitFor(() => expect(api.sentTo('GET /api/profile/nickname1')).toHaveLength(1));
  respond();
  expect(await screen.findByRole('heading', { name: 'Profile 1' })).toBe(heading);
  expect(document.activeElement).toBe(heading);
});

test('uses the plural for zero followers', async () => {
  open(createProfile({ followers: 0 }));
  expect(await screen.findByRole('link', { name: '0 Followers' })).toBeTruthy();
});

test('offers to edit the own profile, but not to follow it', async () => {
  const own = createProfile({ ...reader, followers: 0 });
  open(own, { api: createProfileApi(own) });
  expect((await screen.findByRole('link', { name: 'Edit profile' })).getAttribute('href')).toBe(
    '/settings/account',
  );
  expect(screen.queryByRole('button', { name: /Follow/ })).toBeNull();
});

test('opens the own profile without a nickname, or the login for a visitor', async () => {
  app = renderApp({ at: '/profile', user: reader, api: createProfileApi(createProfile(reader)) });
  await waitFor(() => expect(getCurrentPath()).toBe('/profile/reader'));
  closeApps();
  app = renderApp({ at: '/profile' });
  await waitFor(() => expect(getCurrentPath()).toBe('/login'));
});

test.each([404, 500, 503])('redirects home when the profile cannot be loaded (%i)', async (status) => {
  const body = { message: 'The profile does not exist.', code: 'PROFILE_NOT_FOUND' };
  const api = createEmptyApi().on('GET /api/profile/nickname1', { status, body });
  open(createProfile(), { api });
  expect(getCurrentPath()).toBe('/profile/nickname1');
  expect(await screen.findByRole('tab', { name: 'For you' })).toBeTruthy();
  expect(getCurrentPath()).toBe('/');
});

test.each([
  ['USER', false],
  ['MOD', false],
  ['ORG', true],
  ['ADMIN', true],
] as const)('shows the campaigns of a profile of role %s: %s', async (role, has) => {
  open(createProfile({ role }));
  expect((await findTabNames()).includes('Crowdfundings')).toBe(has);
});

describe('the campaigns of a moderator', () => {
  const CAMPAIGNS = 'GET /api/crowdfunding/profile/nickname1';
  const moderator = createProfile({ role: 'MOD' });
  const openWith = (campaigns: readonly unknown[], path = '') =>
    open(moderator, { path, api: createProfileApi(moderator).on(CAMPAIGNS, { body: campaigns }) });

  test('are shown if the organization had some', async () => {
    openWith([sampleCrowdfunding()]);
    await app.reader.click(await screen.findByRole('tab', { name: 'Crowdfundings' }));
    expect(await screen.findByRole('list', { name: 'Crowdfundings' })).toBeTruthy();
  });

  test('keep their URL while they load', async () => {
    openWith([sampleCrowdfunding()], '/crowdfundings');
    expect(await screen.findByRole('list', { name: 'Crowdfundings' })).toBeTruthy();
    expect(getCurrentPath()).toBe('/profile/nickname1/crowdfundings');
  });

  test('have no section if there are none', async () => {
    openWith([], '/crowdfundings');
    await waitFor(() => expect(getCurrentPath()).toBe('/profile/nickname1'));
    expect(await findTabNames()).not.toContain('Crowdfundings');
  });
});

test.each(['/crowdfundings', '/nonsense'])('shows publications instead of %s of a person', async (path) => {
  open(createProfile(), { path });
  await waitFor(() => expect(getCurrentPath()).toBe('/profile/nickname1'));
});

test('shows a follow at once, and reverts it when it is refused', async () => {
  let respond: () => void = () => undefined;
  const api = open(createProfile());
  api.on('POST /api/followProfile', async () => {
    await new Promise<void>((resolve) => {
      respond = resolve;
    });
    return { status: 400, body: { message: 'No.', code: 'NO' } };
  });
  await app.reader.click(await screen.findByRole('button', { name: 'Follow Profile 1' }));
  expect(await screen.findByRole('button', { name: 'Unfollow Profile 1' })).toBeTruthy();
  expect(await screen.findByRole('link', { name: '3 Followers' })).toBeTruthy();
  respond();
  expect(await screen.findByText('No.')).toBeTruthy();
  expect(await screen.findByRole('link', { name: '2 Followers' })).toBeTruthy();
});

test('redirects a visitor who follows to the login', async () => {
  const profile = createProfile();
  app = renderApp({ at: '/profile/nickname1', api: createProfileApi(profile) });
  await app.reader.click(await screen.findByRole('button', { name: 'Follow Profile 1' }));
  expect(await screen.findByText('Please log in to perform this action.')).toBeTruthy();
  expect(getCurrentPath()).toBe('/login');
});

test('updates publications when the profile is opened again, and keeps the loaded pages', async () => {
  const first = 'GET /api/profilePublications/nickname1';
  const next = '/api/profilePublications/nickname1?cursor=c2';
  const headers = { Link: `<${next}>; rel="next"` };
  const createPosts = (...numbers: number[]) => numbers.map((number) => samplePost(number));
  const api = createProfileApi(createProfile())
    .on(first, { body: createPosts(5, 4, 3), headers })
    .on(`GET ${next}`, { body: createPosts(2, 1) })
    .on('GET /api/profile/nickname1/followers', { body: [] });
  open(createProfile(), { api });
  await app.reader.click(await screen.findByRole('button', { name: 'Load More' }));
  await screen.findByText('Text of post 1');
  await app.reader.click(screen.getByRole('tab', { name: 'Followers' }));
  await screen.findByText('Has no followers');
  api.on(first, { body: [samplePost(6), samplePost(5, { likes: 55 }), samplePost(3)], headers });
  jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  await app.reader.click(screen.getByRole('tab', { name: 'Publications' }));
  expect(screen.getByText('Text of post 1')).toBeTruthy();
  expect(await screen.findByText('Text of post 6')).toBeTruthy();
  const shown = screen.getAllByText(/^Text of post/).map(({ textContent }) => textContent);
  expect(shown).toEqual([6, 5, 3, 2, 1].map((number) => `Text of post ${number}`));
  expect(screen.getByRole('button', { name: 'Like, 55 likes' })).toBeTruthy();
  jest.restoreAllMocks();
});

test('loads publications page by page', async () => {
  const profile = createProfile();
  const posts = Array.from({ length: 12 }, (_, index) => samplePost(index + 1));
  const next = '/api/profilePublications/nickname1?cursor=c2';
  const api = createProfileApi(profile)
    .on('GET /api/profilePublications/nickname1', {
      body: posts.slice(0, 10),
      headers: { Link: `<${next}>; rel="next"` },
    })
    .on(`GET ${next}`, { body: posts.slice(10) });
  open(profile, { api });
  await app.reader.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('Text of post 12')).toBeTruthy();
  expect(document.activeElement?.textContent).toContain('Text of post 10');
  expect(screen.getByText("You've already seen everything in this profile.")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('shortens names to 25 characters in lists, and offers to follow everyone but oneself', async () => {
  const profile = createProfile();
  const long = 'Abcdefghijklmnopqrstuvwxyz';
  const rows = [sampleRow(2, { profileName: long, isItFollowed: true }), sampleRow(3, { ...reader })];
  open(profile, {
    path: '/followers',
    api: createProfileApi(profile).on('GET /api/profile/nickname1/followers', { body: rows }),
  });
  const list = within(await screen.findByRole('list', { name: 'Followers' }));
  expect(list.getByText('Abcdefghijklmnopqrstuvwxy...')).toBeTruthy();
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['UnFollow']);
});

test.each([
  ['followers', 'Has no followers'],
  ['following', 'Does this person not follow anyone?'],
])('shows a sentence for an empty list of %s', async (content, sentence) => {
  const profile = createProfile();
  const api = createProfileApi(profile).on(`GET /api/profile/nickname1/${content}`, { body: [] });
  open(profile, { path: `/${content}`, api });
  expect(await screen.findByText(sentence)).toBeTruthy();
});

test('keeps a follow that is given while the next page loads', async () => {
  const headers = { Link: '</api/profile/nickname1/followers?cursor=c1>; rel="next"' };
  const api = createProfileApi(createProfile())
    .on('GET /api/profile/nickname1/followers', { body: [sampleRow(2)], headers })
    .on('POST /api/followProfile', { body: { isItFollowed: true, followers: 1 } });
  const respond = api.hold('GET /api/profile/nickname1/followers?cursor=c1', { body: [sampleRow(3)] });
  open(createProfile(), { path: '/followers', api });
  await screen.findByRole('button', { name: 'Follow Profile 2' });
  act(() => void scrollToEnd());
  await waitFor(() => expect(api.sentTo('GET /api/profile/nickname1/followers?cursor=c1')).toHaveLength(1));
  await app.reader.click(screen.getByRole('button', { name: 'Follow Profile 2' }));
  await screen.findByRole('button', { name: 'UnFollow Profile 2' });
  respond();
  await screen.findByRole('button', { name: 'Follow Profile 3' });
  expect(screen.getByRole('button', { name: 'UnFollow Profile 2' })).toBeTruthy();
});

test('moves through the tabs by keyboard, and keeps the focus', async () => {
  open(createProfile());
  (await screen.findByRole('tab', { name: 'Publications' })).focus();
  await app.reader.keyboard('{ArrowRight}');
  await waitFor(() => expect(getCurrentPath()).toBe('/profile/nickname1/adopt'));
  expect(document.activeElement?.textContent).toBe('Adoption');
});

test('shows staff that an account is erased, without actions and posts', async () => {
  const profile = createProfile({ nickname: '', profileName: 'Erased account', state: 'INACTIVE' });
  const api = createEmptyApi().on(`GET /api/profile/${profile.id}`, { body: profile });
  app = renderApp({ at: `/profile/${profile.id}`, user: sampleUser({ role: 'ADMIN' }), api });
  const header = within(await screen.findByRole('region', { name: 'Profile of Erased account' }));
  expect(header.getByText('This account is erased. Its data no longer exists.')).toBeTruthy();
  expect(header.queryByText('@')).toBeNull();
  expect(header.queryByText(/deactivated/)).toBeNull();
  expect(header.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('tab')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
