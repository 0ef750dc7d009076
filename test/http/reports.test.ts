import { staffActions } from '../../contract/audit.ts';
import { banProfile } from '../../contract/moderation.ts';
import { deletePublication } from '../../contract/posts.ts';
import * as contract from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { createAnimal } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';

let api: TestApi;
let client: Client;
let staff: AuthResponse;
let owner: AuthResponse;
beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
  staff = await registerStaff(api, client, 'MOD');
  owner = await registerNewUser(client);
});
afterAll(() => api.close());

type Form = Record<string, unknown>;
const sendReport = ({ token }: AuthResponse, form: Form) =>
  client.send(contract.report, { token, body: form });
const createSpamReport = (kind: string, id: string, more: Form = {}): Form => ({
  kind,
  id,
  category: 'SPAM',
  ...more,
});
const listCases = (status = 'OPEN') => client.ok(contract.reports, { token: staff.token, query: { status } });
const findCase = async (subjectId: string, status = 'OPEN') =>
  (await listCases(status)).find(({ subject }) => subject.id === subjectId);
const decide = (
  call: typeof contract.resolveReports | typeof contract.dismissReports,
  id: string,
  by = staff,
) => client.send(call, { token: by.token, params: { id }, body: { reason: 'As the rules say.' } });

const subjects: readonly [string, () => Promise<{ id: string; name: string }>][] = [
  [
    'post',
    async () => ({ id: (await publishPost(client, owner.token, 'Cheap cats!')).id, name: 'Cheap cats!' }),
  ],
  ['profile', async () => ({ id: owner.dataUser.id, name: owner.dataUser.nickname })],
  [
    'crowdfunding',
    async () => ({
      id: await createActiveCrowdfunding(api, owner.dataUser.id),
      name: 'A roof for the shelter',
    }),
  ],
  ['animal', async () => ({ id: (await createAnimal(client, owner.token)).id, name: 'Rex' })],
];

test.each(subjects)('a %s can be reported, reviewed and decided', async (kind, make) => {
  const { id, name } = await make();
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  expect(await sendReport(ana, createSpamReport(kind, id))).toMatchObject({
    status: 200,
    body: { message: 'Thank you. Staff will look at it.' },
  });
  await sendReport(ben, { kind, id, category: 'OTHER', text: '  Odd\nthings  ' });
  const found = await findCase(id);
  expect(found).toMatchObject({
    status: 'OPEN',
    subject: { kind, id, name, owner: { id: owner.dataUser.id } },
    counts: { SPAM: 1, ABUSE: 0, FRAUD: 0, CRUELTY: 0, OTHER: 1 },
    total: 2,
    reports: [
      { category: 'OTHER', text: 'Odd\nthings', reporter: { nickname: ben.dataUser.nickname } },
      { category: 'SPAM', text: '', reporter: { nickname: ana.dataUser.nickname } },
    ],
    decision: null,
  });
  expect(await decide(contract.resolveReports, found?.id as string)).toMatchObject({ status: 200 });
  expect(await findCase(id)).toBeUndefined();
  expect(await findCase(id, 'RESOLVED')).toMatchObject({
    decision: { by: { nickname: staff.dataUser.nickname }, reason: 'As the rules say.' },
  });
  const [newest] = await client.ok(staffActions, { token: staff.token });
  expect(newest).toMatchObject({
    action: 'REPORTS_RESOLVED',
    actor: { kind: 'staff', id: staff.dataUser.id },
    target: { kind, id },
    reason: 'As the rules say.',
  });
});

test('an account has one open report per subject', async () => {
  const { id } = await publishPost(client, owner.token);
  const ana = await registerNewUser(client);
  await sendReport(ana, createSpamReport('post', id));
  expect(await sendReport(ana, createSpamReport('post', id, { category: 'ABUSE' }))).toMatchObject({
    status: 400,
    body: { code: 'ALREADY_REPORTED' },
  });
  const open = await findCase(id);
  expect(open?.total).toBe(1);
  await decide(contract.dismissReports, open?.id as string);
  expect(await findCase(id, 'DISMISSED')).toMatchObject({ id: open?.id });
  expect(await sendReport(ana, createSpamReport('post', id))).toMatchObject({ status: 200 });
  expect((await findCase(id))?.id).not.toBe(open?.id);
});

test('a repeated request returns the same report', async () => {
  const { id } = await publishPost(client, owner.token);
  const { token } = await registerNewUser(client);
  const headers = { 'Idempotency-Key': api.foundation.ids.next() };
  for (let n = 0; n < 2; n += 1)
    expect(
      await client.send(contract.report, { token, headers, body: createSpamReport('post', id) }),
    ).toMatchObject({
      status: 200,
    });
  expect(await findCase(id)).toMatchObject({ total: 1 });
});

test('counts concurrent reports once per account', async () => {
  const { id } = await publishPost(client, owner.token);
  const people = await Promise.all(Array.from({ length: 8 }, () => registerNewUser(client)));
  const hasty = people[0] as AuthResponse;
  const answers = await Promise.all(
    [...people, hasty, hasty].map((person) => sendReport(person, createSpamReport('post', id))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
  expect(await findCase(id)).toMatchObject({ total: 8, reports: { length: 5 } });
});

test('refuses reports of one’s own content', async () => {
  const { id } = await publishPost(client, owner.token);
  for (const form of [createSpamReport('post', id), createSpamReport('profile', owner.dataUser.id)])
    expect(await sendReport(owner, form)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_REPORT_OWN', message: 'You cannot report what is yours.' },
    });
});

test('returns 404 for reports of missing or hidden content', async () => {
  const [ana, gone] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id: hidden } = await publishPost(client, gone.token);
  const { id: deleted } = await publishPost(client, owner.token);
  await client.ok(deletePublication, { token: owner.token, params: { id: deleted } });
  await client.ok(banProfile, {
    token: staff.token,
    params: { id: gone.dataUser.id },
    body: { reason: 'Spam.' },
  });
  const pending = await createCrowdfunding(api, owner.dataUser.id);
  for (const form of [
    createSpamReport('post', api.foundation.ids.next()),
    createSpamReport('post', 'no-id'),
    createSpamReport('post', hidden),
    createSpamReport('post', deleted),
    createSpamReport('profile', gone.dataUser.id),
    createSpamReport('crowdfunding', pending),
    createSpamReport('animal', owner.dataUser.id),
  ])
    expect(await sendReport(ana, form)).toMatchObject({
      status: 404,
      body: { code: 'REPORT_SUBJECT_NOT_FOUND', message: 'What you report does not exist.' },
    });
});

test.each([
  [{ category: 'BORING' }, 'The category must be one of those offered.'],
  [{ kind: 'message' }, 'Only posts, profiles, crowdfundings and animals can be reported.'],
  [{ text: '🐈'.repeat(501) }, 'The report cannot exceed 500 characters.'],
  [{ text: 'a\u0000b' }, 'The text contains characters that are not allowed.'],
  [{ category: 'OTHER', text: '  ' }, 'Please say what is wrong.'],
])('refuses a report with a message: %j', async (more, message) => {
  const { id } = await publishPost(client, owner.token);
  expect(await sendReport(await registerNewUser(client), createSpamReport('post', id, more))).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('a case is decided once, with a reason, and not by its subject', async () => {
  const { id } = await publishPost(client, staff.token);
  await sendReport(await registerNewUser(client), createSpamReport('post', id));
  const { id: caseId } = (await findCase(id)) as contract.ReportCase;
  expect(await decide(contract.dismissReports, caseId)).toMatchObject({
    status: 403,
    body: { code: 'OWN_REPORTS' },
  });
  const admin = await registerStaff(api, client, 'ADMIN');
  const without = { token: admin.token, params: { id: caseId }, body: { reason: ' ' } };
  expect(await client.send(contract.dismissReports, without)).toMatchObject({
    status: 400,
    body: { message: 'The reason cannot be empty.' },
  });
  const both = await Promise.all([
    decide(contract.dismissReports, caseId, admin),
    decide(contract.resolveReports, caseId, admin),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(both.find(({ status }) => status === 400)?.body.code).toBe('REPORT_NOT_OPEN');
  expect(await decide(contract.resolveReports, api.foundation.ids.next())).toMatchObject({
    status: 404,
    body: { code: 'REPORT_NOT_FOUND' },
  });
});

test('encrypts the reporter’s text in the log', async () => {
  const { id } = await publishPost(client, owner.token);
  await sendReport(
    await registerNewUser(client),
    createSpamReport('post', id, { text: 'Written in confidence' }),
  );
  const { rows } = await api.database.pool.query<{ text: string }>(
    `SELECT data::text AS text FROM log.events WHERE type = 'SubjectReported'`,
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ text }) => text).join()).not.toContain('in confidence');
});

test('a case remains when its subject is deleted', async () => {
  const { id } = await publishPost(client, owner.token);
  await sendReport(await registerNewUser(client), createSpamReport('post', id));
  await client.ok(deletePublication, { token: owner.token, params: { id } });
  expect(await findCase(id)).toMatchObject({ subject: { name: null, owner: { id: owner.dataUser.id } } });
});
