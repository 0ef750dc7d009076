import { createHints } from '../../../workers/cli/status-hints.ts';
import type { TestDatabase } from '../../support/database.ts';
import { runKindraCommand, runKindraWith } from '../../support/kindra-command.ts';
import { startSystem } from '../../support/running-system.ts';
import { waitUntil } from '../../support/wait.ts';

let database: TestDatabase;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, close } = await startSystem());
}, 60_000);
afterAll(() => close());

const getStatusPart = async (name: string) => {
  const { status, output } = await runKindraCommand(database.url, 'status', '--json');
  const parts: { name: string; state: string; waiting: number | null }[] = JSON.parse(output).parts;
  return { status, ...parts.find((part) => part.name === name) };
};

test('shows a part whose rows cannot be read as failed with the reason, and later as recovered', async () => {
  await waitUntil(async () => (await getStatusPart('journal-check')).state === 'running');
  await database.pool.query('ALTER TABLE engine.journal_check RENAME TO hidden');
  await waitUntil(async () => (await getStatusPart('journal-check')).state === 'failing');
  expect(await getStatusPart('journal-check')).toMatchObject({ status: 1, waiting: null });
  const { status, output } = await runKindraCommand(database.url, 'status');
  expect(status).toBe(1);
  expect(output).toMatch(/^journal-check +\? +\S+ +failing$/m);
  expect(output).toMatch(
    /^journal-check failed at \S+: journal check failed: relation "engine.journal_check" does not exist$/m,
  );
  await database.pool.query('ALTER TABLE engine.hidden RENAME TO journal_check');
  await waitUntil(async () => (await getStatusPart('journal-check')).state === 'recovered');
  const recoveredStatus = await runKindraCommand(database.url, 'status');
  expect(recoveredStatus.status).toBe(0);
  expect(recoveredStatus.output).toMatch(/^journal-check recovered at \S+, after \S+: journal check failed/m);
}, 120_000);

const RUNNING = { state: 'running' };

test('lists what needs attention with the next step, and nothing else', () => {
  const liveProjection = { name: 'profiles', state: 'live' };
  expect(createHints([liveProjection], [{ name: 'jobs', state: 'running' }], RUNNING)).toEqual([]);
  const hints = createHints(
    [liveProjection, { name: 'posts', state: 'failing' }, { name: 'follows', state: 'stalled' }],
    [{ name: 'jobs', state: 'stopped' }],
    RUNNING,
  );
  expect(hints).toEqual([
    expect.stringContaining('kindra replay posts'),
    expect.stringContaining('follows: has a worker'),
    'No worker runs jobs. Start one: npm run worker -- --only jobs',
    'See docs/runbook.md.',
  ]);
  expect(createHints([{ name: 'posts', state: 'ahead of the log' }], [], RUNNING)[0]).toContain(
    'npx kindra replay posts',
  );
  const changedProjection = { name: 'posts', state: 'needs replay', needsReplay: true };
  expect(createHints([changedProjection], [], RUNNING)[0]).toContain('npx kindra replay posts');
  const unbalancedPart = {
    name: 'journal-check',
    state: 'failing',
    complaint: { text: 'journal unbalanced' },
  };
  expect(createHints([], [unbalancedPart], RUNNING)[0]).toContain('npx kindra replay journal');
  const stoppedProjection = { name: 'posts', state: 'stopped' };
  for (const subscription of [{ state: 'stopped' }, null])
    expect(createHints([stoppedProjection], [], subscription)[0]).toBe(
      'No worker runs posts. Start one: npm run worker',
    );
  expect(createHints([liveProjection, stoppedProjection], [], RUNNING)[0]).toBe(
    'No worker runs posts. After a replay, a running worker starts it again within 15 s. Otherwise start one: ' +
      'npm run worker -- --only posts',
  );
});

test('status exits with 1 for a projection ahead of the log and prints the command that repairs it', async () => {
  await database.pool.query(
    "UPDATE engine.checkpoints SET position = position + 1000, event_id = gen_random_uuid() WHERE projection = 'animals'",
  );
  const { status, output } = await runKindraCommand(database.url, 'status');
  expect(status).toBe(1);
  expect(output).toMatch(/^animals .* ahead of the log$/m);
  expect(output).toContain('npx kindra replay animals');
  const replayResult = await runKindraCommand(database.url, 'replay', 'animals');
  expect([replayResult.status, replayResult.errors]).toEqual([0, '']);
  await waitUntil(async () => (await runKindraCommand(database.url, 'status')).status === 0);
}, 120_000);

test('status shows the data of the database when the log is unreachable', async () => {
  const settings = { EVENTSTORE_URL: 'esdb://127.0.0.1:9?tls=false' };
  const { status, output, errors } = await runKindraWith(settings, database.url, 'status');
  expect([status, errors]).toEqual([1, '']);
  expect(output).toMatch(/^The log is unreachable: /);
  expect(output).toMatch(/^posts +\d+ +\? +\d+ +\S+$/m);
  expect(output).toMatch(/^jobs +\d+ +\S+ +running$/m);
  const statusReport = JSON.parse((await runKindraWith(settings, database.url, 'status', '--json')).output);
  expect(statusReport).toMatchObject({ position: null, problem: expect.any(String) });
  expect(statusReport.projections).toContainEqual(expect.objectContaining({ name: 'posts', lag: null }));
}, 120_000);
