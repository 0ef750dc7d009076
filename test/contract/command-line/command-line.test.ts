import type { System } from '../../../adapters/compose.ts';
import { listCrowdfundingsToSettle } from '../../../projections/crowdfunding/settlement/query.ts';
import { projectionNames } from '../../../projections/registry.ts';
import { partNames } from '../../../workers/parts.ts';
import type { TestDatabase } from '../../support/database.ts';
import {
  type CommandResult,
  interruptKindra,
  runKindraCommand as kindraOn,
  runKindraWith,
  startKindra,
} from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

let database: TestDatabase;
let system: System;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, system, close } = await startSystem());
});
afterAll(() => close());

const runKindra = (...args: readonly string[]): Promise<CommandResult> => kindraOn(database.url, ...args);
const start = (...args: readonly string[]) => startKindra(database.url, ...args);

/** Returns whether `verify` is waiting for a lock, which shows that it is running. */
async function isWaitingForLock(): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database()
     AND wait_event_type = 'Lock' AND query LIKE '%DECLARE checked%'`,
  );
  return rowCount === 1;
}

const parseOutput = ({ output }: CommandResult) => JSON.parse(output);

test('every command has a help text', async () => {
  for (const args of [
    ['status'],
    ['replay'],
    ['verify'],
    ['events'],
    ['ledger'],
    ['payments', 'reconcile'],
    ['staff', 'grant'],
    ['staff', 'revoke'],
    ['erase'],
    ['anchor', 'write'],
    ['backup'],
    ['restore'],
    ['seed'],
  ]) {
    const { status, output } = await runKindra(...args, '--help');
    expect(status).toBe(0);
    expect(output).toContain('--json');
    expect(output).toContain('--yes');
  }
}, 180_000);

test('invalid arguments exit with a one-sentence error and a status other than zero', async () => {
  const invalidArguments = [
    [['dance'], "unknown command 'dance'"],
    [['replay', 'nothing'], 'There is no projection named nothing.'],
    [['replay'], 'Name read models'],
    [['events', '--from', 'here'], '--from must be an integer'],
    [['events', '--type', 'Nope'], 'There is no event type named Nope.'],
    [['staff', 'grant', 'nobody', 'KING', '--yes'], 'Allowed choices are ADMIN, MOD'],
    [['staff', 'grant', 'nobody', 'MOD', '--yes'], 'There is no profile with the nickname nobody.'],
    [['seed'], 'Nothing was changed. Add --yes'],
  ] as const;
  for (const [args, sentence] of invalidArguments) {
    const { status, output, errors } = await runKindra(...args);
    expect(status).toBe(1);
    expect(output).toBe('');
    expect(errors).toContain(sentence);
    expect(errors).not.toMatch(/\bat .*\.ts:\d/);
  }
  const unreachableUrl = 'postgres://nobody@127.0.0.1:1/none';
  const settings = { DATABASE_URL: unreachableUrl, MIGRATION_DATABASE_URL: unreachableUrl };
  const unreachableResult = await runKindraWith(settings, database.url, 'status');
  expect(unreachableResult).toMatchObject({ status: 1, output: '' });
  expect(unreachableResult.errors).toMatch(/^The database of DATABASE_URL, .* cannot be reached/);
}, 180_000);

test('seeds demo data and verifies the system', async () => {
  const seedReport = parseOutput(await runKindra('seed', '--yes', '--json'));
  expect(seedReport.accounts.map(({ role }: { role: string }) => role)).toEqual(
    expect.arrayContaining(['ADMIN', 'MOD', 'USER', 'ORG']),
  );
  expect(await runKindra('seed', '--yes')).toMatchObject({ status: 1, output: '' });
  expect(seedReport).toMatchObject({ crowdfundings: expect.any(Number), animals: expect.any(Number) });
  expect(await system.progress.waitFor(projectionNames, seedReport.position, WAIT_MS)).toBe(true);
  // The settlement pays out the ended campaigns of the demo. It may finish after the demo.
  await waitUntil(async () => (await listCrowdfundingsToSettle(system.pool, 0, 1)).length === 0);
  const position = await system.log.head();
  expect(await system.progress.waitFor(projectionNames, position, WAIT_MS)).toBe(true);

  // A checkpoint is stored a little later than its position is reported.
  await waitUntil(async () =>
    parseOutput(await runKindra('status', '--json')).projections.every(
      ({ lag }: { lag: number }) => lag === 0,
    ),
  );
  const status = await runKindra('status', '--json');
  expect(status.status).toBe(0);
  expect(parseOutput(status)).toMatchObject({
    position,
    projections: projectionNames.map((name) => ({
      name,
      position,
      lag: 0,
      rate: expect.any(Number),
      state: 'live',
    })),
    parts: partNames.map((name) => ({ name, state: 'running', seenAt: expect.any(String) })),
  });

  const verifyResult = await runKindra('verify', '--json');
  expect(verifyResult.errors).toBe('');
  expect(parseOutput(verifyResult)).toMatchObject({
    ok: true,
    position,
    checked: { events: position, hashes: position, posts: seedReport.posts },
    problems: [],
  });
  expect(verifyResult.status).toBe(0);

  const replayResult = await runKindra('replay', '--all', '--json');
  expect(replayResult.status).toBe(0);
  expect(parseOutput(replayResult)).toMatchObject({
    equal: true,
    projections: projectionNames.map((projection) => ({
      projection,
      equal: true,
      comparedAt: position,
    })),
  });
}, 180_000);

test('grants and revokes staff roles by events with actor and reason', async () => {
  const grantResult = await runKindra(
    'staff',
    'grant',
    'TOMAS',
    'MOD',
    '--yes',
    '--reason',
    'he asked',
    '--json',
  );
  expect(parseOutput(grantResult)).toMatchObject({
    nickname: 'tomas',
    role: 'MOD',
    changed: true,
    visible: true,
  });
  const { id } = parseOutput(grantResult);
  const secondGrantResult = await runKindra('staff', 'grant', 'tomas', 'MOD', '--yes');
  expect(secondGrantResult).toMatchObject({ status: 0, output: 'tomas is already MOD.\n' });
  const listResult = await runKindra(
    'events',
    '--stream',
    `account-${id}`,
    '--type',
    'StaffRoleGranted',
    '--json',
  );
  const events = listResult.output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    { data: { role: 'MOD' }, metadata: { actor: { kind: 'operator' }, reason: 'he asked' } },
  ]);
  expect(await runKindra('staff', 'revoke', 'tomas', '--yes')).toMatchObject({
    output: 'tomas is USER.\n',
  });
}, 180_000);

test('events redacts personal texts', async () => {
  const { rows } = await database.pool.query<{ text: string; nickname: string; profile_name: string }>(
    `SELECT post.text, author.nickname, author.profile_name
     FROM read.posts post JOIN read.profiles author ON author.id = post.author_id LIMIT 1`,
  );
  const [post] = rows;
  for (const args of [['events'], ['events', '--json']]) {
    const { status, output } = await runKindra(...args);
    expect(status).toBe(0);
    expect(output).toContain('[redacted]');
    for (const secret of [post?.text, `"${post?.nickname}"`, `"${post?.profile_name}"`])
      expect(output).not.toContain(secret);
  }
}, 180_000);

test('events --open shows the texts and records the reader and the reason', async () => {
  const { rows } = await database.pool.query<{ id: string; text: string }>(
    'SELECT id, text FROM read.posts LIMIT 1',
  );
  const [{ id, text } = { id: '', text: '' }] = rows;
  const openResult = await runKindra(
    'events',
    '--stream',
    `post-${id}`,
    '--open',
    '--reason',
    'a court asked',
    '--json',
  );
  expect(JSON.parse(openResult.output.split('\n')[0] ?? '')).toMatchObject({ data: { text } });
  const disclosureResult = await runKindra('events', '--type', 'SealedTextsDisclosed', '--json');
  expect(parseOutput(disclosureResult)).toMatchObject({
    data: { stream: `post-${id}`, eventType: null },
    metadata: { actor: { kind: 'operator' }, reason: 'a court asked' },
  });
  await waitUntil(async () => {
    const { rowCount } = await database.pool.query(
      `SELECT FROM read.staff_actions WHERE action = 'TEXTS_DISCLOSED' AND reason = 'a court asked'`,
    );
    return rowCount === 1;
  });
}, 180_000);

test.each([
  [['--open'], '--open requires --reason.\n'],
  [['--open', '--reason', ' '], '--open requires --reason.\n'],
  [['--reason', 'curious'], '--reason requires --open.\n'],
])('events %j is refused and shows nothing', async (options, errors) => {
  expect(await runKindra('events', ...options)).toEqual({ status: 1, output: '', errors });
});

test('events reports an empty selection', async () => {
  expect(await runKindra('events', '--stream', 'nope')).toEqual({
    status: 0,
    output: '',
    errors: 'No events.\n',
  });
});

test('events --follow runs until the command is stopped', async () => {
  const head = await system.log.head();
  const followCommand = start('events', '--from', String(head), '--follow', '--json');
  await waitUntil(() => followCommand.outputs.output.includes(`"position":${head}`));
  const { output } = await runKindra('staff', 'grant', 'nuria', 'MOD', '--yes', '--json');
  const { position } = JSON.parse(output);
  await waitUntil(() => followCommand.outputs.output.includes(`"position":${position}`));
  followCommand.child.kill('SIGINT');
  expect((await followCommand.result).status).toBe(0);
}, 180_000);

test('verify and replay report rows that were changed directly, and replay repairs them', async () => {
  const { rows } = await database.pool.query(
    'UPDATE read.posts SET likes = likes + 5 WHERE id = (SELECT min(id::text)::uuid FROM read.posts) RETURNING id, likes',
  );
  const [{ id, likes }] = rows;
  const verifyResult = await runKindra('verify', '--json');
  expect(verifyResult.status).toBe(1);
  expect(parseOutput(verifyResult)).toMatchObject({
    ok: false,
    problems: [{ kind: 'likes', subject: id, expected: likes - 5, actual: likes }],
  });
  const replayResult = await runKindra('replay', 'posts');
  expect(replayResult).toMatchObject({ status: 1, errors: '' });
  expect(replayResult.output).toContain(`posts ${id}: was {"rank":`);
  expect((await runKindra('verify')).status).toBe(0);
}, 180_000);

test('verify names coin trails, messages and unread counts that the log does not contain', async () => {
  const changes = [
    ['UPDATE trail.links SET amount = amount + $1 WHERE sequence = 1', 'coin-trail'],
    ['UPDATE read.conversations SET unread = unread + $1', 'unread'],
    ['UPDATE read.donations SET amount = amount + $1', 'donationsAmount'],
  ] as const;
  for (const [change, kind] of changes) {
    await database.pool.query(change, [7]);
    const verifyResult = await runKindra('verify', '--json');
    expect(verifyResult.status).toBe(1);
    const kinds = new Set(
      parseOutput(verifyResult).problems.map((problem: { kind: string }) => problem.kind),
    );
    expect([...kinds]).toEqual([kind]);
    await database.pool.query(change, [-7]);
  }
  expect((await runKindra('verify')).status).toBe(0);
}, 180_000);

test('verify ends soon after Ctrl-C with a distinct exit status', async () => {
  const lockHolder = await database.pool.connect();
  try {
    await lockHolder.query('BEGIN; LOCK TABLE read.profiles IN ACCESS EXCLUSIVE MODE');
    const verification = start('verify');
    await waitUntil(isWaitingForLock);
    verification.child.kill('SIGINT');
    await lockHolder.query('ROLLBACK');
    const interruptedAt = performance.now();
    expect(await verification.result).toMatchObject({ status: 130, output: '', errors: 'Stopped.\n' });
    expect(performance.now() - interruptedAt).toBeLessThan(2_000);
  } finally {
    lockHolder.release();
  }
}, 180_000);

test.each(['ledger', 'events'])(
  '%s ends with the same status if Ctrl-C interrupts its output',
  async (name) => {
    expect(await interruptKindra(database.url, name)).toMatchObject({ status: 130, errors: 'Stopped.\n' });
  },
  180_000,
);

test('a second Ctrl-C ends a command at once', async () => {
  const lockHolder = await database.pool.connect();
  try {
    await lockHolder.query('BEGIN; LOCK TABLE read.profiles IN ACCESS EXCLUSIVE MODE');
    const verification = start('verify');
    await waitUntil(isWaitingForLock);
    const interruptTimer = setInterval(() => verification.child.kill('SIGINT'), 300);
    expect((await verification.result).status).toBe(130);
    clearInterval(interruptTimer);
  } finally {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  }
}, 180_000);

test('a command with effects fails when its output is closed', async () => {
  for (const [args, status] of [
    [['replay', '--all'], 1],
    [['events'], 0],
  ] as const) {
    const unreadCommand = start(...args);
    unreadCommand.child.stdout?.destroy();
    expect((await unreadCommand.result).status === 0).toBe(status === 0);
  }
}, 180_000);

test('verify finds an event that was changed in the log', async () => {
  await database.pool.query(`
    ALTER TABLE log.events DISABLE TRIGGER events_never_change;
    UPDATE log.events SET data = replace(data::text, '"count":', '"count":1')::json WHERE type = 'PostsViewed';
    ALTER TABLE log.events ENABLE TRIGGER events_never_change`);
  const verifyResult = await runKindra('verify', '--json');
  expect(verifyResult.status).toBe(1);
  const kinds = new Set(parseOutput(verifyResult).problems.map(({ kind }: { kind: string }) => kind));
  expect(kinds).toEqual(new Set(['hash-chain', 'views']));
}, 180_000);
