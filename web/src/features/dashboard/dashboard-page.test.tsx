import { screen, waitFor, within } from '@testing-library/react';
import { closeApps } from '../../testing/open-apps.ts';
import { createEmptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleFullProfile, sampleRow, sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const series = ['15', '16', '17', '18', '19', '20', '21'].map((day, index) => ({
  date: `2026-11-${day}`,
  newUsers: index,
  newPosts: 10 * index,
  donations: 1000 * index,
}));
const analytics = {
  newUsers: 21,
  newPosts: 210,
  totalOrgs: 9,
  donations: 21_000,
  refunds: 1_500,
  netDonations: 19_500,
  previous: { newUsers: 3, newPosts: 4, donations: 900, refunds: 950, netDonations: -50 },
  openReports: 2,
  waitingAdjustments: 1,
  from: '2026-11-15',
  to: '2026-11-21',
  series,
};

const shelter = {
  ...sampleFullProfile(5, { role: 'ORG', profileName: 'Good Paws', approved: false }),
  category: 'SPA',
  email: 'paws@example.org',
  person: { name: 'Ada', surnames: 'Field' },
  website: 'https://paws.example.org',
  registrationNumber: 'G-12',
};
const crowdfunding = {
  id: '01890000-0000-7000-8000-000000000077',
  title: 'A roof for the shelter',
  description: 'It rains in.',
  goalAmount: 250_000,
  durationDays: 30,
  status: 'PENDING',
  createdDate: '2026-11-20T10:00:00.000Z',
  startDate: null,
  endDate: null,
  currentAmount: 0,
  numDonations: 0,
  creator: { idProfile: shelter.id, profileName: 'Good Paws', nickname: 'goodpaws' },
};
const deactivatedRow = { ...sampleRow(6), state: 'INACTIVE' };
const banned = { ...sampleRow(7), state: 'BANNED' };

const LISTS = {
  analytics,
  organizations: [shelter],
  crowdfundings: [crowdfunding],
  'adjustments?status=OPEN': [],
  'deactivated-profiles': [deactivatedRow, banned],
};

const createDashboardApi = (lists: Readonly<Record<string, unknown>> = {}) => {
  const api = createEmptyApi();
  for (const [path, body] of Object.entries({ ...LISTS, ...lists }))
    api.on(`GET /api/dashboard/${path}`, { body });
  app = renderApp({ at: '/dashboard', user: sampleUser({ role: 'MOD' }), api });
  return api;
};

const findSection = async (name: string) => within(await screen.findByRole('region', { name }));
const findDialog = async () => within(await screen.findByRole('dialog'));

test('shows the figures of seven days, each day also in a table', async () => {
  createDashboardApi();
  const figures = await findSection('Last 7 days 15 - 21 Nov');
  expect(figures.getByText('21.00K')).toBeTruthy();
  expect(figures.getByText('210')).toBeTruthy();
  const rows = within(figures.getByRole('table', { name: 'Figures of each day' })).getAllByRole('row');
  expect(rows).toHaveLength(8);
  expect(rows.at(-1)?.textContent).toBe('21 Nov6606,000');
});

test('shows nothing when the figures cannot be loaded', async () => {
  const api = createDashboardApi();
  closeApps();
  api.on('GET /api/dashboard/analytics', { status: 500, body: { message: 'x', code: 'X' } });
  app = renderApp({ at: '/dashboard', user: sampleUser({ role: 'MOD' }), api });
  await screen.findByText('Good Paws');
  expect(screen.queryByText(/Last 7 days/)).toBeNull();
  expect(screen.queryByText('An unexpected error has occurred.')).toBeNull();
});

test('approves an organization with a reason, and removes it from the list', async () => {
  const api = createDashboardApi();
  const list = await findSection('Organizations to approve');
  await app.reader.click(await list.findByRole('button', { name: 'Approve Good Paws' }));
  const path = `PUT /api/dashboard/approve/organization/${shelter.id}`;
  api.on(path, { body: { message: 'Done.' } }).on('GET /api/dashboard/organizations', { body: [] });
  const dialog = await findDialog();
  await app.reader.type(dialog.getByLabelText('Reason (optional)'), ' Registered charity. ');
  await app.reader.click(dialog.getByRole('button', { name: 'Approve' }));
  expect(await screen.findByText('The organization has been successfully approved.')).toBeTruthy();
  expect(api.sentTo(path)[0]?.body).toEqual({ reason: 'Registered charity.' });
  expect(await list.findByText('No organization is waiting for approval.')).toBeTruthy();
});

const FAILED = 'An unexpected error has occurred.';

test.each([
  ['Organizations to approve', 'Decline Good Paws', 'There was an error declining the organization.'],
  ['Organizations to approve', 'Approve Good Paws', 'There was an error approving the organization.'],
  ['Crowdfundings to approve', `Decline ${crowdfunding.title}`, FAILED],
  ['Deactivated profiles', 'Ban Profile 6', FAILED],
  ['Deactivated profiles', 'Reactivate Profile 7', FAILED],
])('shows in %s beside the reason that a decision failed: %s', async (place, name, sentence) => {
  const api = createDashboardApi();
  const failure = { status: 500, body: { message: 'No.', code: 'X' } };
  for (const path of [
    `decline/organization/${shelter.id}`,
    `approve/organization/${shelter.id}`,
    `decline/crowdfunding/${crowdfunding.id}`,
    `ban-profile/${deactivatedRow.id}`,
    `reactive-profile/${banned.id}`,
  ])
    api.on(`PUT /api/dashboard/${path}`, failure);
  const list = await findSection(place);
  await app.reader.click(await list.findByRole('button', { name }));
  const dialog = await findDialog();
  await app.reader.type(dialog.getByRole('textbox'), 'Long thought about.');
  await app.reader.click(dialog.getByRole('button', { name: /Decline|Approve|Ban|Reactivate/ }));
  expect((await dialog.findByRole('alert')).textContent).toBe(sentence);
  expect(dialog.getByDisplayValue('Long thought about.')).toBeTruthy();
  expect(screen.getAllByText(sentence)).toHaveLength(1);
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

const SHARED = 'Stored with the decision. Other staff and the person concerned can read it.';
const INTERNAL_NOTE_HINT = 'Stored with the decision. Other staff can read it.';

test.each([
  ['Organizations to approve', 'Approve Good Paws', SHARED],
  // Declining deletes the account, so no reason is sent to it.
  ['Organizations to approve', 'Decline Good Paws', INTERNAL_NOTE_HINT],
  ['Crowdfundings to approve', `Approve ${crowdfunding.title}`, SHARED],
  ['Crowdfundings to approve', `Decline ${crowdfunding.title}`, SHARED],
  ['Deactivated profiles', 'Reactivate Profile 7', INTERNAL_NOTE_HINT],
])('shows in %s for %s who reads the reason', async (place, name, hint) => {
  createDashboardApi();
  const list = await findSection(place);
  await app.reader.click(await list.findByRole('button', { name }));
  expect((await findDialog()).getByText(hint)).toBeTruthy();
});

test('shows a failed decision in a message if its dialog was closed', async () => {
  const api = createDashboardApi();
  const fail = api.hold(`PUT /api/dashboard/approve/organization/${shelter.id}`, {
    status: 500,
    body: { message: 'No.', code: 'X' },
  });
  const list = await findSection('Organizations to approve');
  await app.reader.click(await list.findByRole('button', { name: 'Approve Good Paws' }));
  const dialog = await findDialog();
  await app.reader.click(dialog.getByRole('button', { name: 'Approve' }));
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  fail();
  expect(await screen.findByText('There was an error approving the organization.')).toBeTruthy();
});

test('focuses the heading after a decision', async () => {
  const api = createDashboardApi();
  const list = await findSection('Crowdfundings to approve');
  await app.reader.click(await list.findByRole('button', { name: `Approve ${crowdfunding.title}` }));
  api.on(`PUT /api/dashboard/approve/crowdfunding/${crowdfunding.id}`, { body: crowdfunding });
  api.on('GET /api/dashboard/crowdfundings', { body: [] });
  await app.reader.click((await findDialog()).getByRole('button', { name: 'Approve' }));
  await list.findByText('No crowdfunding is waiting for approval.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

test.each([
  ['Approve', 'approve', 'Crowdfunding successfully approved.'],
  ['Decline', 'decline', 'Crowdfunding successfully rejected.'],
])('shows a message after %s of a crowdfunding', async (verb, path, sentence) => {
  const api = createDashboardApi();
  const list = await findSection('Crowdfundings to approve');
  await app.reader.click(await list.findByRole('button', { name: `${verb} ${crowdfunding.title}` }));
  const call = `PUT /api/dashboard/${path}/crowdfunding/${crowdfunding.id}`;
  api.on(call, { body: crowdfunding });
  await app.reader.click((await findDialog()).getByRole('button', { name: verb }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(api.sentTo(call)[0]?.body).toEqual({});
});

test('finds deactivated profiles by nickname, and reactivates them', async () => {
  const api = createDashboardApi();
  const list = await findSection('Deactivated profiles');
  expect(await list.findByText('Deactivated', { exact: true })).toBeTruthy();
  expect(list.getByText('Banned', { exact: true })).toBeTruthy();
  expect(list.queryByRole('button', { name: 'Ban Profile 7' })).toBeNull();
  api.on('GET /api/dashboard/deactivated-profiles?nickname=7', { body: [banned] });
  await app.reader.type(list.getByLabelText('Nickname contains'), '7');
  await waitFor(() => expect(list.queryByText('Profile 6')).toBeNull());
  await app.reader.click(await list.findByRole('button', { name: 'Reactivate Profile 7' }));
  const call = `PUT /api/dashboard/reactive-profile/${banned.id}`;
  api.on(call, { body: { message: 'Done.' } });
  api.on('GET /api/dashboard/deactivated-profiles?nickname=7', { body: [] });
  await app.reader.click((await findDialog()).getByRole('button', { name: 'Reactivate' }));
  expect(await screen.findByText('The account has been successfully reactivated.')).toBeTruthy();
  expect(await list.findByText('No deactivated profile matches this nickname.')).toBeTruthy();
});

test('searches nicknames when typing pauses, and keeps the list until the response', async () => {
  const path = 'GET /api/dashboard/deactivated-profiles?nickname=';
  const api = createDashboardApi();
  const respond = api.hold(`${path}abc`, { body: [banned] });
  const list = await findSection('Deactivated profiles');
  await list.findByText('Profile 6');
  await app.reader.type(list.getByLabelText('Nickname contains'), 'abc');
  await waitFor(() => expect(api.sentTo(`${path}abc`)).toHaveLength(1));
  expect(list.getByText('Profile 6')).toBeTruthy();
  respond();
  await waitFor(() => expect(list.queryByText('Profile 6')).toBeNull());
  expect([...api.sentTo(`${path}a`), ...api.sentTo(`${path}ab`)]).toEqual([]);
});

test('requires a reason for a ban', async () => {
  const api = createDashboardApi();
  const list = await findSection('Deactivated profiles');
  await app.reader.click(await list.findByRole('button', { name: 'Ban Profile 6' }));
  const call = `PUT /api/dashboard/ban-profile/${deactivatedRow.id}`;
  api.on(call, { body: { message: 'Done.' } });
  const dialog = await findDialog();
  await app.reader.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(await dialog.findByText('The reason cannot be empty.')).toBeTruthy();
  expect(api.sentTo(call)).toHaveLength(0);
  await app.reader.type(dialog.getByLabelText('Reason'), 'Sells puppies.');
  await app.reader.click(
    dialog.getByRole('checkbox', { name: 'Also cancel its crowdfundings and refund their donors' }),
  );
  await app.reader.click(dialog.getByRole('button', { name: 'Ban' }));
  expect(await screen.findByText('The account has been successfully banned.')).toBeTruthy();
  expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Sells puppies.', cancelCampaigns: true });
});

test('shows that the reason of a ban that cancels campaigns is shared, and resets the choice on close', async () => {
  createDashboardApi();
  const list = await findSection('Deactivated profiles');
  const ban = await list.findByRole('button', { name: 'Ban Profile 6' });
  await app.reader.click(ban);
  const dialog = await findDialog();
  expect(dialog.getByText(INTERNAL_NOTE_HINT)).toBeTruthy();
  await app.reader.click(dialog.getByRole('checkbox'));
  expect(dialog.getByText(SHARED)).toBeTruthy();
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  await app.reader.click(ban);
  expect((await findDialog()).getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('shows what waits for a second person, and own crowdfundings without buttons', async () => {
  const person = { id: '01890000-0000-7000-8000-000000000101', nickname: 'donor1' };
  const waitingAdjustment = {
    id: '01890000-0000-7000-8000-000000000100',
    profile: person,
    kind: 'IDENTIFICATION',
    payment: 'pi_lost1',
    amount: 700,
    status: 'OPEN',
    reason: 'Wrote to us.',
    proposedBy: { ...person, nickname: 'colleague' },
    proposedDate: '2026-11-20T10:00:00.000Z',
    decidedBy: null,
    decidedDate: null,
  };
  const user = sampleUser({ role: 'ADMIN' });
  const ownCrowdfunding = { ...crowdfunding, creator: { ...crowdfunding.creator, idProfile: user.id } };
  const api = createEmptyApi();
  const lists = {
    ...LISTS,
    crowdfundings: [ownCrowdfunding],
    'adjustments?status=OPEN': [waitingAdjustment],
  };
  for (const [path, body] of Object.entries(lists)) api.on(`GET /api/dashboard/${path}`, { body });
  app = renderApp({ at: '/dashboard', user, api });
  const list = within(await screen.findByRole('list', { name: 'Waiting for a second person' }));
  const link = list.getByRole('link', { name: 'Credit a suspended payment of 700 coins' });
  expect(link.getAttribute('href')).toBe('/dashboard/audit/adjustments');
  expect(await screen.findByText('Another member of staff decides on your crowdfunding.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: `Approve ${ownCrowdfunding.title}` })).toBeNull();
});
