import { screen, within } from '@testing-library/react';
import type { Profile } from '../../../../contract/shapes.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleFullProfile, sampleProfile, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = async (
  over: Partial<Profile> = {},
  user = sampleUser() as ReturnType<typeof sampleUser> | undefined,
) => {
  const profile = sampleFullProfile(1, { followers: 1234, following: 1, isItFollowed: true, ...over });
  const api = createEmptyApi()
    .on('GET /api/profile/nickname1', { body: profile })
    .on('GET /api/profilePublications/nickname1', { body: [] });
  app = renderApp({ at: '/profile/nickname1', user, api });
  return within(await screen.findByRole('region', { name: 'Profile of Profile 1' }));
};

test('offers to message and unfollow a profile, and shows when it joined', async () => {
  const header = await open();
  const message = header.getByRole('link', { name: 'Message Profile 1' });
  expect(message.getAttribute('href')).toBe(`/conversations/${sampleProfile(1).id}`);
  expect(header.getByRole('button', { name: 'Unfollow Profile 1' })).toBeTruthy();
  expect(header.getByText(/^Joined on/).textContent).toBe('Joined on March 5, 2026');
  expect(header.getByRole('link', { name: '1.23K Followers' }).getAttribute('href')).toBe(
    '/profile/nickname1/followers',
  );
  expect(header.getByRole('link', { name: '1 Following' }).getAttribute('href')).toBe(
    '/profile/nickname1/following',
  );
  expect(header.queryByRole('link', { name: 'Edit profile' })).toBeNull();
});

test.each([
  ['BANNED', 'USER', ['Reactivate Profile 1']],
  ['INACTIVE', 'USER', ['Ban Profile 1', 'Reactivate Profile 1']],
  ['INACTIVE', 'MOD', ['Reactivate Profile 1']],
] as const)(
  'shows staff a profile that is %s, of role %s, with the buttons %j only',
  async (state, role, names) => {
    const header = await open({ state, role }, sampleUser({ role: 'MOD' }));
    const buttons = header.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
    expect(buttons).toEqual(names);
    expect(header.queryByRole('link', { name: 'Message Profile 1' })).toBeNull();
    expect(header.getByText(/Only staff see it\.$/)).toBeTruthy();
  },
);

test('bans for some days', async () => {
  const header = await open({}, sampleUser({ role: 'MOD' }));
  const call = `PUT /api/dashboard/ban-profile/${sampleProfile(1).id}`;
  app.api.on(call, { body: { message: 'Done.' } });
  await app.reader.click(header.getByRole('button', { name: 'Ban Profile 1' }));
  const dialog = within(screen.getByRole('dialog'));
  await app.reader.selectOptions(dialog.getByLabelText('For how long?'), '7 days');
  expect(dialog.queryByRole('checkbox')).toBeNull();
  await app.reader.type(dialog.getByLabelText('Reason'), 'Sells puppies.');
  await app.reader.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(await screen.findByText('The account has been successfully suspended.')).toBeTruthy();
  expect(app.api.sentTo(call)[0]?.body).toEqual({ reason: 'Sells puppies.', days: 7 });
});

test('shows staff when a suspension ends, and offers a ban without an end', async () => {
  const header = await open(
    { state: 'BANNED', until: '2026-12-02T10:00:00.000Z' },
    sampleUser({ role: 'MOD' }),
  );
  expect(header.getByText(/^This account is banned until .*2026.*\. Only staff see it\.$/)).toBeTruthy();
  await app.reader.click(header.getByRole('button', { name: 'Ban Profile 1' }));
  expect(screen.queryByLabelText('For how long?')).toBeNull();
});

test('offers reactivation after a ban, and the ban again after reactivation', async () => {
  const header = await open({}, sampleUser({ role: 'MOD' }));
  const { id } = sampleProfile(1);
  const answer = (verb: string, over: Partial<Profile>) =>
    app.api.on(`PUT /api/dashboard/${verb}/${id}`, () => {
      app.api.on('GET /api/profile/nickname1', { body: sampleFullProfile(1, over) });
      return { body: { message: 'Done.' } };
    });
  answer('ban-profile', { state: 'BANNED' });
  answer('reactive-profile', {});
  await app.reader.click(header.getByRole('button', { name: 'Ban Profile 1' }));
  await app.reader.type(screen.getByLabelText('Reason'), 'Sells puppies.');
  await app.reader.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Ban' }));
  await app.reader.click(await header.findByRole('button', { name: 'Reactivate Profile 1' }));
  expect(header.queryByRole('button', { name: 'Ban Profile 1' })).toBeNull();
  const dialog = within(screen.getByRole('dialog', { name: 'Reactivate Profile 1?' }));
  await app.reader.click(dialog.getByRole('button', { name: 'Reactivate' }));
  expect(await header.findByRole('button', { name: 'Ban Profile 1' })).toBeTruthy();
  expect(header.queryByRole('button', { name: 'Reactivate Profile 1' })).toBeNull();
});

test.each([
  ['ADMIN', ['Decline', 'Approve']],
  ['MOD', ['Decline', 'Approve']],
  ['USER', []],
] as const)('offers a %s the buttons %j on an organization that awaits approval', async (role, buttons) => {
  const header = await open({ role: 'ORG', approved: false }, sampleUser({ role }));
  const shown = ['Decline', 'Approve'].filter((name) => header.queryByRole('button', { name }));
  expect(shown).toEqual(buttons);
});

test('shows the reader among the followers, although their list was loaded before the follow was done', async () => {
  const header = await open({ isItFollowed: false, followers: 0 });
  const me = sampleUser();
  const followers = 'GET /api/profile/nickname1/followers';
  app.api.on(followers, { body: [] });
  const respond = app.api.hold('POST /api/followProfile');
  await app.reader.click(header.getByRole('button', { name: 'Follow Profile 1' }));
  await app.reader.click(screen.getByRole('tab', { name: 'Followers' }));
  await screen.findByText('Has no followers');
  app.api.on(followers, { body: [{ ...sampleProfile(9), id: me.id, isItFollowed: false }] });
  respond({ body: { idProfile: sampleProfile(1).id, isItFollowed: true, followers: 1 } });
  expect(await screen.findByRole('link', { name: /Profile 9/ })).toBeTruthy();
});

test('shows the bio with links as in posts, and the website of the owner', async () => {
  const bio = 'Otters first. See https://otters.example, @somebody and #otters';
  const header = await open({ bio, website: 'https://good-paws.example/' });
  const website = header.getByRole('link', { name: 'good-paws.example' });
  expect([website.getAttribute('href'), website.getAttribute('rel')]).toEqual([
    'https://good-paws.example/',
    'nofollow ugc noopener',
  ]);
  const linked = await header.findByRole('link', { name: 'https://otters.example' });
  expect(linked.getAttribute('rel')).toBe('nofollow ugc noopener');
  expect(header.getByRole('link', { name: '@somebody' }).getAttribute('href')).toBe('/profile/somebody');
  expect(header.getByRole('link', { name: '#otters' }).getAttribute('href')).toBe('/tag/otters');
});

test('shows no bio and website if there are none', async () => {
  const header = await open();
  expect(header.queryByText('Website')).toBeNull();
});

test('staff take down a bio and a website, and see the reason afterwards', async () => {
  const header = await open({ bio: 'Call 555 123' }, sampleUser({ role: 'MOD' }));
  const call = `PUT /api/dashboard/take-down/profile/${sampleProfile(1).id}`;
  const takenDown = { reason: 'A phone number.', dateTime: '2026-11-25T10:00:00.000Z' };
  app.api
    .on(call, { body: { message: 'Done.' } })
    .on('GET /api/profile/nickname1', { body: sampleFullProfile(1, { bio: 'Call 555 123', takenDown }) });
  await app.reader.click(header.getByRole('button', { name: 'Profile options' }));
  await app.reader.click(screen.getByRole('menuitem', { name: 'Take down' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.reader.type(dialog.getByLabelText(/^Reason/), 'A phone number.');
  await app.reader.click(dialog.getByRole('button', { name: 'Take down' }));
  expect(await screen.findByText('The picture, bio and website have been taken down.')).toBeTruthy();
  expect(app.api.sentTo(call)[0]?.body).toEqual({ reason: 'A phone number.' });
  expect(await header.findByText(/A phone number\.$/)).toBeTruthy();
});

test.each([
  ['without a bio and a website', {}, 'MOD'],
  ['for other readers', { bio: 'Call 555 123' }, 'USER'],
] as const)('offers no take-down %s', async (_, over, role) => {
  const header = await open(over, sampleUser({ role }));
  await app.reader.click(header.getByRole('button', { name: 'Profile options' }));
  expect(screen.getByRole('menuitem', { name: 'Report' })).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Take down' })).toBeNull();
});
