import { resolveCase } from '../../application/case-resolution.ts';
import { getPost } from '../../contract/posts.ts';
import * as contract from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import type { Handler } from '../../domain/handle.ts';
import { reportDecider } from '../../domain/moderation/decide.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let admin: AuthResponse;
let moderator: AuthResponse;
setUpTestApi();
beforeAll(async () => {
  admin = await registerStaff(api, client, 'ADMIN');
  moderator = await registerStaff(api, client, 'MOD');
});

const BODY = { reason: 'As the rules say.' };

async function createReportedPost() {
  const author = await registerNewUser(client);
  const { id } = await publishPost(client, author.token, 'Cheap cats!');
  const { token } = await registerNewUser(client);
  await client.ok(contract.report, { token, body: { kind: 'post', id, category: 'SPAM' } });
  const cases = await client.ok(contract.reports, { token: admin.token, query: { status: 'OPEN' } });
  return { author, id, caseId: cases.find(({ subject }) => subject.id === id)?.id ?? '' };
}

const resolve = (decider: AuthResponse, caseId: string, action: object) =>
  client.send(contract.resolveReports, {
    token: decider.token,
    params: { id: caseId },
    body: { ...BODY, ...action },
  });
const dismiss = ({ token }: AuthResponse, caseId: string) =>
  client.send(contract.dismissReports, { token, params: { id: caseId }, body: BODY });
async function listAccountEvents({ dataUser }: AuthResponse): Promise<readonly string[]> {
  const events = await api.foundation.rawLog.readStream(`account-${dataUser.id}`);
  return events.map(({ type }) => type);
}

const ROUNDS = 4;

test('a decision that another one precedes does not act on the subject', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, caseId } = await createReportedPost();
    const [deletion, dismissal] = await Promise.all([
      resolve(admin, caseId, { resolution: 'DELETE' }),
      dismiss(moderator, caseId),
    ]);
    const { status } = await client.send(getPost, { params: { id } });
    expect([
      [200, 400, 404],
      [400, 200, 200],
    ]).toContainEqual([deletion.status, dismissal.status, status]);
  }
});

test('one of two sanctions is applied', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { author, caseId } = await createReportedPost();
    const [warning, suspension] = await Promise.all([
      resolve(admin, caseId, { resolution: 'WARN' }),
      resolve(moderator, caseId, { resolution: 'SUSPEND', days: 7 }),
    ]);
    const events = await listAccountEvents(author);
    expect([
      [200, 400, true, false],
      [400, 200, false, true],
    ]).toContainEqual([
      warning.status,
      suspension.status,
      events.includes('AccountWarned'),
      events.includes('AccountSuspended'),
    ]);
  }
});

test('suspends the owner once if a crash interrupted the resolution', async () => {
  const { author, id, caseId } = await createReportedPost();
  const { handler, ids, clock } = api.foundation;
  const crashingHandler: Handler = {
    ...handler,
    handle: (decider, ...command) => {
      if ((decider as unknown) === reportDecider) throw new Error('crashed');
      return handler.handle(decider, ...command);
    },
  };
  const decision = {
    caseId: caseId,
    subjectId: id,
    staffId: moderator.dataUser.id,
    resolution: 'SUSPEND',
    days: 7,
  } as const;
  const context = {
    commandId: ids.next(),
    correlationId: ids.next(),
    actor: { kind: 'staff', id: moderator.dataUser.id },
    occurredAt: clock.now(),
  } as const;
  await expect(
    resolveCase({ ...api.foundation, handler: crashingHandler }, decision, context),
  ).rejects.toThrow('crashed');
  expect((await resolve(moderator, caseId, { resolution: 'SUSPEND', days: 30 })).status).toBe(200);
  const events = await listAccountEvents(author);
  expect(events.filter((type) => type === 'AccountSuspended')).toHaveLength(1);
});
