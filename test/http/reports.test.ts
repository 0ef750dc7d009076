import { getProfile } from '../../contract/accounts.ts';
import { deleteAdoption } from '../../contract/adoption.ts';
import { staffActions } from '../../contract/audit.ts';
import { banProfile } from '../../contract/moderation.ts';
import { getNotifications } from '../../contract/notifications.ts';
import { deletePublication, getPost } from '../../contract/posts.ts';
import * as contract from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownPost } from '../../contract/take-down.ts';
import { createAnimal } from './support/adoption.ts';
import { createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let staff: AuthResponse;
let owner: AuthResponse;
setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
  owner = await registerNewUser(client);
});

type ReportForm = Record<string, unknown>;
const sendReport = ({ token }: AuthResponse, form: ReportForm) =>
  client.send(contract.report, { token, body: form });
const createSpamReport = (kind: string, id: string, details: ReportForm = {}): ReportForm => ({
  kind,
  id,
  category: 'SPAM',
  ...details,
});
const listCases = (status = 'OPEN') => client.ok(contract.reports, { token: staff.token, query: { status } });
const findCase = async (subjectId: string, status = 'OPEN') =>
  (await listCases(status)).find(({ subject }) => subject.id === subjectId);
const decideCase = (
  call: typeof contract.resolveReports | typeof contract.dismissReports,
  id: string,
  decider = staff,
) => client.send(call, { token: decider.token, params: { id }, body: { reason: 'As the rules say.' } });

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

test.each(subjects)('a %s can be reported, reviewed and decided', async (kind, createSubject) => {
  const { id, name } = await createSubject();
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  expect(await sendReport(ana, createSpamReport(kind, id))).toMatchObject({
    status: 200,
    body: { message: 'Thank you. Staff will look at it.' },
  });
  await sendReport(ben, { kind, id, category: 'OTHER', text: '  Odd\nthings  ' });
  const reportCase = await findCase(id);
  expect(reportCase).toMatchObject({
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
  expect(await decideCase(contract.resolveReports, reportCase?.id as string)).toMatchObject({ status: 200 });
  expect(await findCase(id)).toBeUndefined();
  expect(await findCase(id, 'RESOLVED')).toMatchObject({
    decision: { by: { nickname: staff.dataUser.nickname }, reason: 'As the rules say.' },
  });
  const [latestAction] = await client.ok(staffActions, { token: staff.token });
  expect(latestAction).toMatchObject({
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
  const reportCase = await findCase(id);
  expect(reportCase?.total).toBe(1);
  await decideCase(contract.dismissReports, reportCase?.id as string);
  expect(await findCase(id, 'DISMISSED')).toMatchObject({ id: reportCase?.id });
  expect(await sendReport(ana, createSpamReport('post', id))).toMatchObject({ status: 200 });
  expect((await findCase(id))?.id).not.toBe(reportCase?.id);
});

test('the case with the newest report comes first', async () => {
  const { id: olderId } = await publishPost(client, owner.token);
  const { id: newerId } = await publishPost(client, owner.token);
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const listSubjects = async () => (await listCases()).slice(0, 2).map(({ subject }) => subject.id);
  for (const id of [olderId, newerId]) await sendReport(ana, createSpamReport('post', id));
  expect(await listSubjects()).toEqual([newerId, olderId]);
  await sendReport(ben, createSpamReport('post', olderId));
  expect(await listSubjects()).toEqual([olderId, newerId]);
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
  const reporter = people[0] as AuthResponse;
  const responses = await Promise.all(
    [...people, reporter, reporter].map((person) => sendReport(person, createSpamReport('post', id))),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(8);
  expect(await findCase(id)).toMatchObject({ total: 8, reports: { length: 5 } });
});

test('refuses reports of one’s own content', async () => {
  const { id } = await publishPost(client, owner.token);
  for (const form of [createSpamReport('post', id), createSpamReport('profile', owner.dataUser.id)])
    expect(await sendReport(owner, form)).toMatchObject({
      status: 400,
      body: { code: 'CANNOT_REPORT_OWN', message: 'You cannot report your own content.' },
    });
});

test('returns 404 for reports of missing or hidden content', async () => {
  const [ana, bannedUser] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id: hiddenId } = await publishPost(client, bannedUser.token);
  const { id: deletedId } = await publishPost(client, owner.token);
  await client.ok(deletePublication, { token: owner.token, params: { id: deletedId } });
  await client.ok(banProfile, {
    token: staff.token,
    params: { id: bannedUser.dataUser.id },
    body: { reason: 'Spam.' },
  });
  const pendingId = await createCrowdfunding(api, owner.dataUser.id);
  for (const form of [
    createSpamReport('post', api.foundation.ids.next()),
    createSpamReport('post', 'no-id'),
    createSpamReport('post', hiddenId),
    createSpamReport('post', deletedId),
    createSpamReport('profile', bannedUser.dataUser.id),
    createSpamReport('crowdfunding', pendingId),
    createSpamReport('animal', owner.dataUser.id),
  ])
    expect(await sendReport(ana, form)).toMatchObject({
      status: 404,
      body: { code: 'REPORT_SUBJECT_NOT_FOUND', message: 'The content to report does not exist.' },
    });
});

test.each([
  [{ category: 'BORING' }, 'The category must be one of those offered.'],
  [{ kind: 'message' }, 'Only posts, profiles, crowdfundings and animals can be reported.'],
  [{ text: '🐈'.repeat(501) }, 'The report cannot exceed 500 characters.'],
  [{ text: 'a\u0000b' }, 'The text contains characters that are not allowed.'],
  [{ category: 'OTHER', text: '  ' }, 'Please describe what is wrong.'],
])('refuses a report with a message: %j', async (details, message) => {
  const { id } = await publishPost(client, owner.token);
  expect(
    await sendReport(await registerNewUser(client), createSpamReport('post', id, details)),
  ).toMatchObject({
    status: 400,
    body: { message },
  });
});

test('a case is decided once, with a reason, and not by its subject', async () => {
  const { id } = await publishPost(client, staff.token);
  await sendReport(await registerNewUser(client), createSpamReport('post', id));
  const { id: caseId } = (await findCase(id)) as contract.ReportCase;
  expect(await decideCase(contract.dismissReports, caseId)).toMatchObject({
    status: 403,
    body: { code: 'OWN_REPORTS' },
  });
  const admin = await registerStaff(api, client, 'ADMIN');
  const inputWithoutReason = { token: admin.token, params: { id: caseId }, body: { reason: ' ' } };
  expect(await client.send(contract.dismissReports, inputWithoutReason)).toMatchObject({
    status: 400,
    body: { message: 'The reason cannot be empty.' },
  });
  const responses = await Promise.all([
    decideCase(contract.dismissReports, caseId, admin),
    decideCase(contract.resolveReports, caseId, admin),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(responses.find(({ status }) => status === 400)?.body.code).toBe('REPORT_NOT_OPEN');
  expect(await decideCase(contract.resolveReports, api.foundation.ids.next())).toMatchObject({
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

describe('resolving with an action', () => {
  type ResolutionAction = ReportForm & { readonly resolution: string };
  const resolveCase = (id: string, action: ResolutionAction, decider = staff) =>
    client.send(contract.resolveReports, {
      token: decider.token,
      params: { id },
      body: { reason: 'As the rules say.', ...action },
    });

  /** Reports a subject. Returns the case id. */
  async function openCase(kind: string, id: string): Promise<string> {
    await sendReport(await registerNewUser(client), createSpamReport(kind, id));
    return (await findCase(id))?.id as string;
  }

  /** Publishes a post by a new author and reports it. */
  async function createReportedPost() {
    const author = await registerNewUser(client);
    const { id } = await publishPost(client, author.token, 'Cheap cats!');
    return { author, id, caseId: await openCase('post', id) };
  }

  const getPostStatus = async (id: string) => (await client.send(getPost, { params: { id } })).status;
  const listActionNames = async (targetId: string) =>
    (await client.ok(staffActions, { token: staff.token }))
      .filter(({ target }) => target.id === targetId)
      .map(({ action }) => action);
  const getResolution = async (subjectId: string) =>
    (await findCase(subjectId, 'RESOLVED'))?.decision?.resolution;

  test('warns the owner once, with the reason', async () => {
    const { author, id, caseId } = await createReportedPost();
    const results = await Promise.all([
      resolveCase(caseId, { resolution: 'WARN' }),
      resolveCase(caseId, { resolution: 'WARN' }),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400]);
    const notifications = await client.ok(getNotifications, { token: author.token });
    expect(notifications).toMatchObject([
      { kind: 'WARNING', reason: 'As the rules say.', actors: [], subject: null, unread: true },
    ]);
    expect(await getResolution(id)).toBe('WARN');
    expect(await listActionNames(author.dataUser.id)).toEqual(['PROFILE_WARNED']);
    expect(await getPostStatus(id)).toBe(200);
  });

  test('takes the content down', async () => {
    const { id, caseId } = await createReportedPost();
    expect((await resolveCase(caseId, { resolution: 'TAKE_DOWN' })).status).toBe(200);
    expect(await getPostStatus(id)).toBe(404);
    expect(await getResolution(id)).toBe('TAKE_DOWN');
    expect(await listActionNames(id)).toEqual(['REPORTS_RESOLVED', 'POST_TAKEN_DOWN']);
  });

  test('records the resolution of a take-down outside the report', async () => {
    const { id } = await createReportedPost();
    await client.ok(takeDownPost, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
    expect(await getResolution(id)).toBe('TAKE_DOWN');
  });

  test('takes an animal down', async () => {
    const { id } = await createAnimal(client, owner.token);
    expect((await resolveCase(await openCase('animal', id), { resolution: 'TAKE_DOWN' })).status).toBe(200);
    expect(await listActionNames(id)).toEqual(['REPORTS_RESOLVED', 'ANIMAL_TAKEN_DOWN']);
  });

  test('deletes the post, by an ADMIN only', async () => {
    const { id, caseId } = await createReportedPost();
    const admin = await registerStaff(api, client, 'ADMIN');
    expect((await resolveCase(caseId, { resolution: 'DELETE' })).status).toBe(403);
    expect(await getPostStatus(id)).toBe(200);
    expect((await resolveCase(caseId, { resolution: 'DELETE' }, admin)).status).toBe(200);
    expect(await getPostStatus(id)).toBe(404);
    expect(await getResolution(id)).toBe('DELETE');
    expect(await listActionNames(id)).toEqual(['REPORTS_RESOLVED', 'POST_DELETED']);
  });

  test('resolves the case of a post that was deleted in the meantime', async () => {
    const { author, id, caseId } = await createReportedPost();
    await client.ok(deletePublication, { token: author.token, params: { id } });
    expect((await resolveCase(caseId, { resolution: 'TAKE_DOWN' })).status).toBe(200);
  });

  test('resolves the case of an animal that was removed in the meantime', async () => {
    const { id } = await createAnimal(client, owner.token);
    const caseId = await openCase('animal', id);
    await client.ok(deleteAdoption, { token: owner.token, params: { id } });
    expect((await resolveCase(caseId, { resolution: 'TAKE_DOWN' })).status).toBe(200);
    expect(await getResolution(id)).toBe('TAKE_DOWN');
  });

  test.each([
    ['SUSPEND', 7],
    ['BAN', undefined],
  ] as const)('applies %s to the owner', async (resolution, days) => {
    const { author, id, caseId } = await createReportedPost();
    expect((await resolveCase(caseId, { resolution, days })).status).toBe(200);
    expect((await client.send(getNotifications, { token: author.token })).status).toBe(401);
    const params = { nickname: author.dataUser.nickname };
    const { body } = await client.send(getProfile, { params, token: staff.token });
    expect(body).toMatchObject({ state: 'BANNED' });
    expect('until' in body).toBe(days !== undefined);
    expect(await getResolution(id)).toBe(resolution);
  });

  test('is refused for staff and leaves the case open', async () => {
    const colleague = await registerStaff(api, client, 'MOD');
    const caseId = await openCase('profile', colleague.dataUser.id);
    const { status, body } = await resolveCase(caseId, { resolution: 'BAN' });
    expect([status, body]).toMatchObject([400, { code: 'STAFF_CANNOT_BE_BANNED' }]);
    expect((await findCase(colleague.dataUser.id))?.status).toBe('OPEN');
  });

  test('is refused for the staff member’s own content and for a decided case', async () => {
    const { id } = await publishPost(client, staff.token, 'Cheap cats!');
    const ownResponse = await resolveCase(await openCase('post', id), { resolution: 'TAKE_DOWN' });
    expect([ownResponse.status, ownResponse.body]).toMatchObject([403, { code: 'OWN_REPORTS' }]);
    expect(await getPostStatus(id)).toBe(200);
    const { id: decidedId, caseId } = await createReportedPost();
    await decideCase(contract.dismissReports, caseId);
    const lateDecision = await resolveCase(caseId, { resolution: 'TAKE_DOWN' });
    expect([lateDecision.status, lateDecision.body]).toMatchObject([400, { code: 'REPORT_NOT_OPEN' }]);
    expect(await getPostStatus(decidedId)).toBe(200);
  });

  test.each([
    [{ resolution: 'SUSPEND' }, 'UNKNOWN_SUSPENSION'],
    [{ resolution: 'BAN', days: 7 }, 'UNKNOWN_SUSPENSION'],
    [{ resolution: 'HUG' }, 'UNKNOWN_RESOLUTION'],
    [{ resolution: 'DELETE' }, 'RESOLUTION_NOT_POSSIBLE'],
  ])('refuses %j about a profile', async (action, code) => {
    const { dataUser } = await registerNewUser(client);
    const admin = await registerStaff(api, client, 'ADMIN');
    const { status, body } = await resolveCase(await openCase('profile', dataUser.id), action, admin);
    expect([status, body]).toMatchObject([400, { code }]);
  });
});
