import { Command } from 'commander';
import type { System } from '../../../adapters/compose.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { tryLockRebuild, unlockRebuild } from '../../../projections/engine/rebuild/start.ts';
import { findProjectionsByName, projectionNames } from '../../../projections/registry.ts';
import { addReplay } from '../../../workers/cli/replay.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { appendHistory, createHistory } from '../../support/projections/history.ts';

let database: TestDatabase;
let log: EventLog;

beforeAll(async () => {
  database = await createDatabase();
  log = createPostgresEventLog({ pool: database.pool });
  const steps = Array.from({ length: 300 }, (_, i) => ({
    kind: i * 7,
    actorIndex: i * 13,
    subjectIndex: i * 31,
  }));
  await appendHistory(log, createHistory(steps));
});
afterAll(async () => {
  await log.close();
  await database.drop();
});

/** Runs `kindra replay` on a log. Returns its output, its progress and the message of its error. */
async function replayOn(replayedLog: EventLog, ...args: readonly string[]) {
  const [lines, progress]: [string[], string[]] = [[], []];
  const program = new Command();
  addReplay(program, {
    console: {
      print: (line) => void lines.push(line),
      write: async () => {},
      printNote: () => {},
      showProgress: (line) => void progress.push(line),
      ask: async () => true,
    },
    operator: { kind: 'operator', id: 'tests' },
    signal: new AbortController().signal,
    withSystem: async (work) => void (await work({ log: replayedLog, pool: database.pool } as System)),
  });
  const replayResult = program.parseAsync(['node', 'kindra', 'replay', ...args]);
  const message = await replayResult.then(
    () => '',
    (error: Error) => error.message,
  );
  return { lines, progress, message };
}

test('a rebuild reports its progress, its speed and the time left', async () => {
  const { lines, progress, message } = await replayOn(log, 'posts');
  expect(message).toBe('');
  expect(progress.length).toBeGreaterThan(0);
  for (const line of progress) expect(line).toMatch(/^posts: \w+ \d+ %, \d+ events\/s(, \d+ s left)?$/);
  expect(progress.some((line) => line.endsWith(' s left'))).toBe(true);
  expect(progress.at(-1)).toContain(' 100 %');
  expect(lines[0]).toMatch(/^posts: rebuilt up to \d+ in \d+\.\d s, \d+ events\/s$/);
});

test('rebuilds the other read models and names the event that one cannot process', async () => {
  const [followed] = await log.readAll({ types: ['ProfileFollowed'], limit: 1 });
  const brokenLog: EventLog = {
    ...log,
    readAll: async (options) =>
      (await log.readAll(options)).map((event) =>
        event.type === 'ProfileFollowed' ? { ...event, data: null as unknown as object } : event,
      ),
  };
  const { lines, message } = await replayOn(brokenLog, '--all', '--json');
  const { equal: isEqual, projections, failures } = JSON.parse(lines[0] ?? '');
  const failedNames: string[] = failures.map(({ projection }: { projection: string }) => projection);
  expect(isEqual).toBe(false);
  expect(failedNames).toContain('follows');
  expect(projections.map(({ projection }: { projection: string }) => projection)).toEqual(
    projectionNames.filter((name) => !failedNames.includes(name)),
  );
  expect(message).toMatch(
    new RegExp(
      `^follows could not be rebuilt: .* at event ${followed?.position} \\(ProfileFollowed ${followed?.id}\\)\\. The live read model is unchanged\\.$`,
      'm',
    ),
  );
  expect(message).toMatch(/^Already rebuilt and in use: .*posts/m);
  expect(message).toMatch(/^See kindra status, fix the cause and run: npx kindra replay .*follows/m);
}, 60_000);

test('continues when another process is rebuilding one of the read models', async () => {
  const [profiles] = findProjectionsByName(['profiles']);
  const client = await database.pool.connect();
  try {
    if (!profiles || !(await tryLockRebuild(client, profiles))) throw new Error('profiles is locked');
    const { lines, message } = await replayOn(log, 'profiles', 'posts');
    expect(lines[0]).toMatch(/^posts: rebuilt up to/);
    expect(message).toBe(
      'profiles is being rebuilt by another process.\nAlready rebuilt and in use: posts.\n' +
        'See kindra status, fix the cause and run: npx kindra replay profiles',
    );
    await unlockRebuild(client, profiles);
  } finally {
    client.release();
  }
}, 60_000);

test('prints the reports as JSON and names a column that is missing', async () => {
  await database.pool.query('ALTER TABLE read.follows RENAME COLUMN followee_id TO hidden');
  const { lines, message } = await replayOn(log, 'profiles', 'follows', '--json');
  await database.pool.query('ALTER TABLE read.follows RENAME COLUMN hidden TO followee_id');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    equal: false,
    projections: [{ projection: 'profiles' }],
    failures: [{ projection: 'follows', message: expect.stringMatching(/could not be rebuilt: .*column/) }],
  });
  expect(message).toMatch(
    /^follows could not be rebuilt: .*\. The live read model is unchanged\.\nAlready rebuilt and in use: profiles\./,
  );
}, 60_000);

test('names a table that is missing and what to do', async () => {
  await database.pool.query('ALTER TABLE read.follow_counts RENAME TO hidden');
  const { message } = await replayOn(log, 'follows');
  await database.pool.query('ALTER TABLE read.hidden RENAME TO follow_counts');
  expect(message).toContain(
    'relation "read.follow_counts" does not exist. A replay cannot create it: take a backup and restore it',
  );
}, 60_000);
