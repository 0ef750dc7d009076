import { screen, waitFor, within } from '@testing-library/react';
import { CROWDFUNDING_ID, CROWDFUNDING_PATH, sampleCrowdfunding } from '../testing/crowdfunding.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../testing/render-app.tsx';
import { sampleFullProfile, samplePost, sampleProfile, sampleRow, sampleUser } from '../testing/samples.ts';

const LONG = 'Abcdefghijklmnopqrstuvwxyzabcdef';
const getMain = () => screen.getByRole('main');

test('shows the login with its fields, Google sign-in and a link to the registration', async () => {
  renderApp({ at: '/login' });
  for (const label of ['Username', 'Password']) expect(await screen.findByLabelText(label)).toBeTruthy();
  for (const name of ['LOGIN', 'Continue with Google'])
    expect(screen.getByRole('button', { name })).toHaveProperty('disabled', false);
  const links = within(getMain()).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/forgot-password', '/register']);
});

test('shows logged-in users an empty page for lost pets', async () => {
  renderApp({ at: '/new-post/lost-pet', user: sampleUser() });
  await screen.findByRole('heading', { name: 'Lost pet' });
  expect(getMain().textContent).toBe('Lost pet');
});

test.each(['/new-post/lost-pet', '/new-post/adopt-animal', '/new-post/crowdfunding', '/wallet/payment'])(
  'redirects a visitor from %s to the login',
  async (at) => {
    renderApp({ at });
    await waitFor(() => expect(getCurrentPath()).toBe('/login'));
    expect(screen.getByText(/^You must log in to/)).toBeTruthy();
  },
);

test.each(['USER', 'ORG', 'ADMIN', 'MOD'] as const)(
  'offers a %s the publication types of the role',
  async (role) => {
    renderApp({ at: '/new-post', user: sampleUser({ role }) });
    await screen.findByRole('heading', { name: 'Create Post' });
    const links = within(getMain()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/',
      '/new-post/adopt-animal',
      ...(role === 'ORG' || role === 'ADMIN' ? ['/new-post/crowdfunding'] : []),
    ]);
    expect(within(getMain()).getByRole('button', { name: /^Lost pet/ })).toHaveProperty('disabled', true);
  },
);

test('shows disabled buttons for images and surveys in the post box', async () => {
  renderApp({ user: sampleUser() });
  for (const name of [/^Add an image/, /^Add a survey/])
    expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', true);
});

test.each([
  ['NOT_APPROVED', 'Your organization account is awaiting approval', /by hand.* up to 24 hours/],
  ['INACTIVE', 'Your account is deactivated', /contact support to reactivate/],
  ['BANNED', 'Your account is banned', /mistake.* contact support/],
])('explains the notice for %s, and links to the homepage', async (type, title, text) => {
  renderApp({ at: '/awaiting-approval', state: { type } });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(within(getMain()).getByText(text)).toBeTruthy();
  expect(within(getMain()).getByRole('link').getAttribute('href')).toBe('/');
});

test.each([
  ['ORG', 'Organization'],
  ['ADMIN', 'Admin'],
  ['MOD', 'Moderator'],
  ['USER', null],
] as const)('shows the badge of role %s as %p', async (role, badge) => {
  const post = samplePost(1, { creatorData: sampleProfile(1, { role }) });
  renderApp({ api: createEmptyApi().on('GET /api/publications', { body: [post] }) });
  const card = within(await screen.findByRole('article'));
  const badges = ['Organization', 'Admin', 'Moderator'].filter((name) => card.queryByText(name));
  expect(badges).toEqual(badge ? [badge] : []);
});

test.each(['/explore?q=paws', '/profile/nickname1/followers'])(
  'shows no badge of an organization that awaits approval at %s',
  async (at) => {
    const rows = [sampleRow(2, { role: 'ORG', approved: false }), sampleRow(3, { role: 'ORG' })];
    const api = createEmptyApi()
      .on('GET /api/profile/nickname1', { body: sampleFullProfile(1) })
      .on('GET /api/profile/nickname1/followers', { body: rows })
      .on('GET /api/search?q=paws', { body: rows.map((profile) => ({ type: 'ORGANIZATION', profile })) });
    renderApp({ at, user: sampleUser({ role: 'MOD' }), api });
    const main = within(await screen.findByRole('main'));
    expect(await main.findByText('@nickname2')).toBeTruthy();
    expect(main.getAllByText('Organization')).toHaveLength(1);
  },
);

test('shortens names to 14 characters in suggestions and to 30 on posts', async () => {
  const api = createEmptyApi()
    .on('GET /api/publications', {
      body: [samplePost(1, { creatorData: sampleProfile(1, { profileName: LONG }) })],
    })
    .on('GET /api/suggested/profiles', { body: [sampleRow(2, { profileName: LONG })] });
  renderApp({ api });
  const suggestions = within(screen.getByRole('complementary', { name: 'Suggestions' }));
  expect(await suggestions.findByText('Abcdefghijklmn...')).toBeTruthy();
  expect(await screen.findByText('Abcdefghijklmnopqrstuvwxyzabcd...')).toBeTruthy();
});

const creator = { idProfile: 'creator', profileName: LONG, nickname: 'creator' };
const crowdfunding = sampleCrowdfunding({ creator, numDonations: 1 });
const other = sampleProfile(5, { profileName: LONG });
const conversation = {
  id: CROWDFUNDING_ID,
  profile1: sampleUser(),
  profile2: other,
  lastMessage: null,
  messages: [],
};
const CUT = 'Abcdefghijklmno...';

test.each([
  [
    '/conversations',
    'GET /api/conversation/all',
    [{ id: CROWDFUNDING_ID, profile: other, lastMessage: null, unread: 0 }],
  ],
  [`/conversations/${other.id}`, `GET /api/conversation/${other.id}`, conversation],
  ['/crowdfundings', 'GET /api/crowdfunding/all', [crowdfunding]],
  [`/crowdfundings/${CROWDFUNDING_ID}`, `GET ${CROWDFUNDING_PATH}/data`, crowdfunding],
])('shortens names to 15 characters elsewhere: %s', async (at, call, body) => {
  renderApp({ at, user: sampleUser(), api: createEmptyApi().on(call, { body }) });
  expect(await screen.findByText(CUT)).toBeTruthy();
});

test('shows title, picture, amounts, donations, creator and time of a campaign', async () => {
  const api = createEmptyApi().on(`GET ${CROWDFUNDING_PATH}/data`, { body: crowdfunding });
  renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}`, api });
  await screen.findByRole('heading', { level: 1, name: crowdfunding.title });
  const facts = within(screen.getByRole('region', { name: 'Progress' }));
  expect(facts.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('2,500 of 10,000 kindracoins');
  expect(facts.getByText('donation', { exact: false, selector: 'p' }).textContent).toBe('1 donation');
  expect(facts.getByRole('link', { name: /Abcdefghijklmno/ }).getAttribute('href')).toBe('/profile/creator');
  expect(facts.getByRole('timer')).toBeTruthy();
  expect(getMain().querySelector('img')?.getAttribute('src')).toContain(`${CROWDFUNDING_PATH}/image`);
  expect(
    within(getMain())
      .getAllByRole('tab')
      .map(({ textContent }) => textContent),
  ).toEqual(['Description', 'Updates', 'Donations']);
});
