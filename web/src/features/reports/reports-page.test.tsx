import { screen, waitFor, within } from '@testing-library/react';
import type { ReportCase } from '../../../../contract/reports.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleProfile, sampleUser } from '../../testing/samples.ts';

const ID = '01890000-0000-7000-8000-0000000000aa';
const OPEN = 'GET /api/dashboard/reports?status=OPEN';
const RESOLVED = 'GET /api/dashboard/reports?status=RESOLVED';
const owner = { id: sampleProfile(1).id, nickname: 'nickname1' };

const sampleCase = (overrides: Partial<ReportCase> = {}): ReportCase => ({
  id: ID,
  status: 'OPEN',
  subject: { kind: 'post', id: ID, name: 'Buy cheap kittens', isTakenDown: false, owner },
  counts: { SPAM: 1200, ABUSE: 0, FRAUD: 1, CRUELTY: 0, OTHER: 0 },
  total: 1201,
  reports: [
    {
      id: ID,
      reporter: { id: sampleProfile(2).id, nickname: 'nickname2' },
      category: 'FRAUD',
      text: 'Not for sale.',
      dateTime: '2026-11-21T10:00:00.000Z',
    },
    {
      id: sampleProfile(3).id,
      reporter: { id: sampleProfile(3).id, nickname: null },
      category: 'SPAM',
      text: '',
      dateTime: '2026-11-21T09:00:00.000Z',
    },
  ],
  decision: null,
  ...overrides,
});

let app: ReturnType<typeof renderApp>;

const open = (cases: readonly ReportCase[]) => {
  const api = createEmptyApi().on(OPEN, { body: cases }).on(RESOLVED, { body: [] });
  app = renderApp({ at: '/dashboard/reports', user: sampleUser({ role: 'MOD' }), api });
  return api;
};

test('shows subject, counts and reasons of a case', async () => {
  open([sampleCase()]);
  const caseCard = within(await screen.findByRole('article', { name: 'Post: Buy cheap kittens' }));
  expect(caseCard.getByText('1,201 reports')).toBeTruthy();
  expect(caseCard.getByText('Spam: 1,200')).toBeTruthy();
  expect(caseCard.queryByText(/Abuse/)).toBeNull();
  expect(caseCard.getByText('Not for sale.')).toBeTruthy();
  expect(caseCard.getByText('No comment')).toBeTruthy();
  expect(caseCard.getByText('someone who has left')).toBeTruthy();
  expect(caseCard.getByRole('link', { name: '@nickname2' }).getAttribute('href')).toBe('/profile/nickname2');
  expect(caseCard.getByRole('link', { name: /^View/ }).getAttribute('href')).toBe(`/post/${ID}`);
});

test.each([
  ['profile', 'nickname1', '/profile/nickname1'],
  ['crowdfunding', 'A roof', `/crowdfundings/${ID}`],
  ['animal', 'Rex', '/profile/nickname1/adopt'],
  ['post', null, null],
] as const)('links a %s called %s to %s', async (kind, name, address) => {
  open([sampleCase({ subject: { kind, id: ID, name, isTakenDown: false, owner } })]);
  const caseCard = within(await screen.findByRole('article'));
  const link = caseCard.queryByRole('link', { name: /^View/ });
  expect(link?.getAttribute('href') ?? null).toBe(address);
});

test('requires a reason for a decision, sends it, and removes the case', async () => {
  const api = open([sampleCase()]);
  const call = `PUT /api/dashboard/reports/${ID}/resolve`;
  api.on(call, () => {
    api.on(OPEN, { body: [] });
    return { body: { message: 'The reports have been resolved.' } };
  });
  await app.reader.click(await screen.findByRole('button', { name: /^Resolve reports/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Resolve these reports?' }));
  await app.reader.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(dialog.getByText('The reason cannot be empty.')).toBeTruthy();
  expect(api.sentTo(call)).toHaveLength(0);
  await app.reader.type(dialog.getByRole('textbox'), 'Taken down.');
  await app.reader.click(dialog.getByRole('button', { name: 'Resolve' }));
  expect(await screen.findByText('The reports have been resolved.')).toBeTruthy();
  expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Taken down.', resolution: 'NONE' });
  expect(await screen.findByText('No reports are waiting for a decision.')).toBeTruthy();
});

test('shows that another member of staff has decided a case, and removes it', async () => {
  const api = open([sampleCase()]);
  api.on(`PUT /api/dashboard/reports/${ID}/dismiss`, () => {
    api.on(OPEN, { body: [] });
    return { status: 400, body: { message: 'These reports have already been decided.', code: 'X' } };
  });
  await app.reader.click(await screen.findByRole('button', { name: /^Dismiss reports/ }));
  const dialog = within(screen.getByRole('dialog', { name: 'Dismiss these reports?' }));
  await app.reader.type(dialog.getByRole('textbox'), 'Nothing.');
  await app.reader.click(dialog.getByRole('button', { name: 'Dismiss' }));
  expect(await dialog.findByText('These reports have already been decided.')).toBeTruthy();
  expect(dialog.getByDisplayValue('Nothing.')).toBeTruthy();
  await app.reader.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('article')).toBeNull());
});

test('shows who decided a case and why', async () => {
  const api = open([]);
  const decision = {
    by: owner,
    reason: 'As the rules say.',
    resolution: 'WARN',
    dateTime: '2026-11-21T11:00:00.000Z',
  } as const;
  api.on(RESOLVED, { body: [sampleCase({ status: 'RESOLVED', decision })] });
  await app.reader.click(await screen.findByRole('tab', { name: 'Resolved' }));
  const caseCard = within(await screen.findByRole('article'));
  expect(caseCard.getByText('As the rules say.')).toBeTruthy();
  expect(caseCard.getByText('The owner was warned.')).toBeTruthy();
  expect(caseCard.getByText(/^Resolved by/)).toBeTruthy();
  expect(caseCard.queryByRole('button', { name: /^(Resolve|Dismiss)/ })).toBeNull();
  expect(caseCard.getByRole('button', { name: /^Take down/ })).toBeTruthy();
});

test.each([
  ['MOD', 'post', false, ['NONE', 'WARN', 'TAKE_DOWN', 'BAN']],
  ['ADMIN', 'post', false, ['NONE', 'WARN', 'TAKE_DOWN', 'DELETE', 'BAN']],
  ['ADMIN', 'post', true, ['NONE', 'WARN', 'DELETE', 'BAN']],
  ['ADMIN', 'animal', false, ['NONE', 'WARN', 'TAKE_DOWN', 'BAN']],
  ['ADMIN', 'crowdfunding', false, ['NONE', 'WARN', 'BAN']],
] as const)(
  'offers an %s the actions on a %s (taken down: %s): %j',
  async (role, kind, isTakenDown, names) => {
    const subject = { kind, id: ID, name: 'Rex', isTakenDown, owner };
    const api = createEmptyApi().on(OPEN, { body: [sampleCase({ subject })] });
    app = renderApp({ at: '/dashboard/reports', user: sampleUser({ role }), api });
    await app.reader.click(await screen.findByRole('button', { name: /^Resolve reports/ }));
    const field: HTMLSelectElement = screen.getByLabelText('What do you want to do?');
    expect([...field.options].map(({ value }) => value)).toEqual(names);
  },
);

test('suspends the owner from a report', async () => {
  const api = open([sampleCase()]);
  const call = `PUT /api/dashboard/reports/${ID}/resolve`;
  api.on(call, { body: { message: 'The reports have been resolved.' } });
  await app.reader.click(await screen.findByRole('button', { name: /^Resolve reports/ }));
  const dialog = within(screen.getByRole('dialog'));
  await app.reader.selectOptions(dialog.getByLabelText('What do you want to do?'), 'Ban the owner');
  await app.reader.selectOptions(dialog.getByLabelText('For how long?'), '7 days');
  await app.reader.type(dialog.getByRole('textbox'), 'Sells puppies.');
  await app.reader.click(dialog.getByRole('button', { name: 'Resolve' }));
  await screen.findByText('The reports have been resolved.');
  expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Sells puppies.', resolution: 'SUSPEND', days: 7 });
});

test('redirects users who are not staff', async () => {
  app = renderApp({ at: '/dashboard/reports', user: sampleUser() });
  await waitFor(() => expect(getCurrentPath()).not.toBe('/dashboard/reports'));
});

test('shows the bio and website of a reported profile, which can be taken down', async () => {
  const subject = { kind: 'profile', id: owner.id, name: 'nickname1', isTakenDown: false, owner } as const;
  open([sampleCase({ subject: { ...subject, bio: 'Call 555 123', website: 'https://kittens.example/' } })]);
  const found = within(await screen.findByRole('article', { name: 'Profile: nickname1' }));
  expect(found.getByText('Call 555 123')).toBeTruthy();
  expect(found.getByText('https://kittens.example/')).toBeTruthy();
  expect(found.getByRole('button', { name: 'Take down: Profile: nickname1' })).toBeTruthy();
});
