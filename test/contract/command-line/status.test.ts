import { hintsFor } from '../../../workers/cli/status-hints.ts';
import type { TestDatabase } from '../../support/database.ts';
import { kindra } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { until } from '../../support/wait.ts';

let database: TestDatabase;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await startSystem());
}, 60_000);
afterAll(() => close());

const partOf = async (name: string) => {
  const { status, output } = await kindra(database.url, 'status', '--json');
  const parts: { name: string; state: string; waiting: number | null }[] = JSON.parse(output).parts;
  return { status, ...parts.find((part) => part.name === name) };
};

test('a part whose rows cannot be read fails, says why, and runs again once they can', async () => {
  await until(async () => (await partOf('journal-check')).state === 'running', 30_000);
  await database.pool.query('ALTER TABLE engine.journal_check RENAME TO hidden');
  await until(async () => (await partOf('journal-check')).state === 'failing', 30_000);
  expect(await partOf('journal-check')).toMatchObject({ status: 1, waiting: null });
  const { status, output } = await kindra(database.url, 'status');
  expect(status).toBe(1);
  expect(output).toMatch(/^journal-check +\? +\S+ +failing$/m);
  expect(output).toMatch(
    /^journal-check complained at \S+: the journal could not be looked at: relation "engine.journal_check" does not exist$/m,
  );
  await database.pool.query('ALTER TABLE engine.hidden RENAME TO journal_check');
  // Until it is told of without a complaint.
  await until(async () => {
    const quiet = `SELECT FROM engine.parts WHERE name = 'journal-check' AND seen_at > complained_at + interval '1 second'`;
    return (await database.pool.query(quiet)).rowCount === 1;
  }, 30_000);
  const age = (by: string) =>
    database.pool.query('UPDATE engine.parts SET complained_at = complained_at - $1::interval', [by]);
  // What fails for good may try again, and complain, only five minutes later.
  await age('5 minutes');
  expect(await partOf('journal-check')).toMatchObject({ status: 1, state: 'failing' });
  await age('1 minute');
  expect(await partOf('journal-check')).toMatchObject({ state: 'running' });
}, 120_000);

test('what needs attention comes with what to do about it, and nothing else does', () => {
  const well = { name: 'profiles', state: 'live' };
  expect(hintsFor([well], [{ name: 'jobs', state: 'running' }])).toEqual([]);
  const hints = hintsFor(
    [well, { name: 'posts', state: 'failing' }, { name: 'follows', state: 'stalled' }],
    [{ name: 'jobs', state: 'stopped' }],
  );
  expect(hints).toEqual([
    expect.stringContaining('kindra replay posts'),
    expect.stringContaining('follows: has a worker'),
    'Run by no worker: jobs. Start one: npm run worker -- --only jobs',
    'More is in docs/runbook.md.',
  ]);
  const stopped = { name: 'posts', state: 'stopped' };
  expect(hintsFor([stopped], [])[0]).toBe('Run by no worker: posts. Start one: npm run worker');
});

test('a rebuild that the database refuses says what it was about, and what has changed', async () => {
  await database.pool.query('ALTER TABLE read.follows RENAME COLUMN followee_id TO hidden');
  const { status, output, errors } = await kindra(database.url, 'replay', 'profiles', 'follows', '--json');
  await database.pool.query('ALTER TABLE read.follows RENAME COLUMN hidden TO followee_id');
  expect([status, output]).toEqual([1, '']);
  expect(errors).toMatch(
    /^follows could not be rebuilt: .*\. Nothing of it has changed: the one in use is as it was\. Rebuilt and in use before it: profiles\./,
  );
}, 60_000);
