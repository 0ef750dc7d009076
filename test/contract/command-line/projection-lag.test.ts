import { getProjectionStatuses, type LogView } from '../../../projections/engine/query.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { findLagProblems } from '../../../workers/cli/verify/lag.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { runKindraCommand } from '../../support/kindra-command.ts';

const HEAD_POSITION = 50_000;

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

interface CheckpointOptions {
  readonly position: number;
  readonly movedAgo?: string;
  readonly isHeld?: boolean;
  readonly error?: string;
}

/** Inserts or updates the checkpoint of the posts projection. */
const upsertCheckpoint = ({ position, movedAgo = '0', isHeld = false, error }: CheckpointOptions) =>
  database.pool.query(
    `INSERT INTO engine.checkpoints (projection, position, moved_at, holder, expires_at, error, error_position, error_event,
       failing_since)
     VALUES ('posts', $1, now() - $2::interval, gen_random_uuid(), now() + $3::interval, $4, 11, 'PostPublished x',
       CASE WHEN $4::text IS NULL THEN NULL ELSE '2026-11-21T09:30:00Z'::timestamptz END)
     ON CONFLICT (projection) DO UPDATE SET (position, moved_at, holder, expires_at, error, error_position, error_event,
       failing_since) = (excluded.position, excluded.moved_at, excluded.holder, excluded.expires_at, excluded.error,
       excluded.error_position, excluded.error_event, excluded.failing_since)`,
    [position, movedAgo, isHeld ? '1 hour' : '-1 hour', error],
  );

/** Returns a log view whose head is at `HEAD_POSITION`. */
const readLogView = async (): Promise<LogView> => ({
  head: HEAD_POSITION,
  hasCountablePositions: true,
  hasEvent: async () => true,
  getSecondsBehind: async () => 0,
});

const listLagProblems = async () =>
  findLagProblems(await getProjectionStatuses(database.pool, [postsProjection], readLogView), HEAD_POSITION);

const createLagProblem = (position: number, reason: string) => [
  {
    kind: 'behind',
    subject: 'posts',
    expected: `the log up to ${HEAD_POSITION}`,
    actual: `the log up to ${position}, and ${reason}`,
  },
];

const FAILURE_REASON =
  'its projection is failing since 2026-11-21T09:30:00.000Z at event 11 (PostPublished x): no such column';

test.each([
  [
    'an error stops while a worker holds it',
    { position: 10, isHeld: true, error: 'no such column' },
    FAILURE_REASON,
  ],
  ['an error has stopped, and no worker runs', { position: 10, error: 'no such column' }, FAILURE_REASON],
  [
    'an error stops near the end of the log',
    { position: HEAD_POSITION - 1, isHeld: true, error: 'no such column' },
    FAILURE_REASON,
  ],
  ['no worker runs', { position: 10 }, 'no worker runs it'],
  ['has not moved', { position: 10, isHeld: true, movedAgo: '1 minute' }, 'it has made no progress for 30 s'],
] as const)('reports a read model that %s', async (_, options, reason) => {
  await upsertCheckpoint(options);
  expect(await listLagProblems()).toEqual(createLagProblem(options.position, reason));
});

test.each([
  ['comes up', { position: 10, isHeld: true }],
  ['lacks what a killed worker left undone', { position: HEAD_POSITION - 500, movedAgo: '1 minute' }],
] as const)('accepts a read model that %s', async (_, options) => {
  await upsertCheckpoint(options);
  expect(await listLagProblems()).toEqual([]);
});

test('verify exits with 1 and names the cause that stops a read model', async () => {
  await upsertCheckpoint({ position: 0, isHeld: true, error: 'no such column' });
  const { status, output } = await runKindraCommand(database.url, 'verify');
  expect(status).toBe(1);
  expect(output).toContain(FAILURE_REASON);
});
