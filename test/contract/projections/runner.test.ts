import { createBatchWriter } from '../../../projections/engine/batch-writer.ts';
import { getProjectionCode } from '../../../projections/engine/code.ts';
import { getEventTypes, type Projection } from '../../../projections/engine/definition.ts';
import { acquireLeases } from '../../../projections/engine/leases.ts';
import { createLogTail } from '../../../projections/engine/log-tail.ts';
import { createReader } from '../../../projections/engine/reader.ts';
import { runProjection } from '../../../projections/engine/runner.ts';
import { followsProjection } from '../../../projections/social-graph/follows/project.ts';
import { createAccountId, createEvent } from '../../support/projections/history.ts';
import { publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import { acquireOldLease, createRunnerOptions } from '../../support/projections/runner.ts';
import { log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';
import { waitUntil } from '../../support/wait.ts';

const OTHER_WORKER = '01980000-0000-7000-8000-00000000bbbb';

setUpEngine();

describe('workers', () => {
  test('do not store skipped events that are no longer in the log', async () => {
    const lease = await acquireOldLease(pool);
    const writer = createBatchWriter(pool);
    const skippedBatch = { events: [], position: 5, eventId: OTHER_WORKER, logEventCount: 5 };
    const reader = { next: async () => skippedBatch, findEventIdAt: async () => null };
    const outcome = await runProjection(
      createRunnerOptions({ lease, reader, writer, hasEvent: async () => false }),
      new AbortController().signal,
    );
    await writer.close();
    expect(outcome).toBe('fenced');
    const { rows } = await pool.query("SELECT position FROM engine.checkpoints WHERE projection = 'posts'");
    expect(rows).toEqual([{ position: '0' }]);
  });

  test('do not project a batch that does not continue the history of the rows', async () => {
    for (const n of [1, 2, 3, 4, 5, 6]) await publish(log, n);
    const lease = await acquireOldLease(pool);
    const writer = createBatchWriter(pool);
    const abortController = new AbortController();
    let hasRestored = false;
    const outcome = await runProjection(
      createRunnerOptions({
        lease,
        reader: createReader(log, ['PostPublished']),
        writer,
        waitForEvents: async () => {
          abortController.abort();
          return false;
        },
        onProgress: () => {
          if (hasRestored) return;
          hasRestored = true;
          log.truncate(1);
          for (const n of [12, 13, 14, 15, 16, 17]) void publish(log, n);
        },
        batchSize: 2,
      }),
      abortController.signal,
    );
    await writer.close();
    expect(outcome).toBe('fenced');
    // The second batch was read before the restore.
    const { rows } = await pool.query('SELECT text FROM read.posts ORDER BY text');
    expect(rows.map(({ text }) => text)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4']);
  });
});

const unchangedProjection: Projection = { ...followsProjection, on: { PostPublished: () => [] } };

test.each([
  ['does not concern a projection', followsProjection],
  ['changes no row of a projection', unchangedProjection],
])('an event that %s costs no transaction per batch and is not skipped again', async (_what, projection) => {
  const followsWorker = await startWorker({ projections: [followsProjection] });
  await followsWorker.stop();
  const [lease] = await acquireLeases(
    pool,
    OTHER_WORKER,
    ['follows'],
    [getProjectionCode(followsProjection).hash],
  );
  const writer = createBatchWriter(pool);
  const abortController = new AbortController();
  let transactionCount = 0;
  let passedPosition = 0;
  for (let n = 1; n <= 300; n += 1) await publish(log, n);
  await runProjection(
    createRunnerOptions({
      projection,
      lease: lease!,
      // One event per batch, as in a live log.
      reader: {
        next: async ({ position: after }) => ({
          events: await log.readAll({ after, limit: 1 }),
          position: Math.min(after + 1, 300),
          eventId: null,
          logEventCount: 1,
        }),
        findEventIdAt: log.findEventIdAt,
      },
      writer: {
        ...writer,
        write: (batch) => {
          transactionCount += 1;
          return writer.write(batch);
        },
      },
      waitForEvents: async () => {
        abortController.abort();
        return false;
      },
      onProgress: (_name, position) => {
        passedPosition = position;
      },
      onFailure: async ({ error }) => {
        throw error;
      },
    }),
    abortController.signal,
  );
  await writer.close();
  expect(passedPosition).toBe(300);
  expect(transactionCount).toBeLessThan(100);
  expect(await getPosition(pool, 'follows')).toBe(300);
});

test('a projection is not woken by events that it does not handle, and still stores its position', async () => {
  const followsWorker = await startWorker({ projections: [followsProjection] });
  await followsWorker.stop();
  const { hash } = getProjectionCode(followsProjection);
  const [lease] = await acquireLeases(pool, OTHER_WORKER, ['follows'], [hash]);
  const writer = createBatchWriter(pool);
  const tail = createLogTail(log, 0, { onHistoryChanged: () => {}, onFailure: () => {} });
  const { waitForEvents, ...tailReader } = tail.addReader(0);
  const reader = createReader(log, getEventTypes(followsProjection), tailReader);
  const abortController = new AbortController();
  let batchCount = 0;
  let reachedPosition = 0;
  const run = runProjection(
    createRunnerOptions({
      projection: followsProjection,
      lease: lease!,
      reader: {
        ...reader,
        next: (...args) => {
          batchCount += 1;
          return reader.next(...args);
        },
      },
      writer,
      waitForEvents,
      onProgress: (_name, position) => {
        reachedPosition = position;
      },
    }),
    abortController.signal,
  );
  const readStoredEventId = async (): Promise<string> => {
    const { rows } = await pool.query("SELECT event_id FROM engine.checkpoints WHERE projection = 'follows'");
    return rows[0]?.event_id;
  };
  const publishAndSkip = async (n: number): Promise<void> => {
    await publish(log, n);
    await waitUntil(() => reachedPosition === n);
  };
  for (let n = 1; n <= 100; n += 1) await publishAndSkip(n);
  // Without skipping, each event costs two.
  expect(batchCount).toBeLessThan(100);
  await waitUntil(async () => (await getPosition(pool, 'follows')) === 100);
  expect(await readStoredEventId()).toBe(await log.findEventIdAt(100));
  await publishAndSkip(101);
  const follow = { followerId: createAccountId(1), followeeId: createAccountId(2) };
  await log.append('follow-1', [createEvent({ type: 'ProfileFollowed', data: follow })], 'no_stream');
  await waitUntil(async () => (await getPosition(pool, 'follows')) === 102);
  expect(await readStoredEventId()).toBe(await log.findEventIdAt(102));
  const { rows } = await pool.query('SELECT follower_id, followee_id FROM read.follows');
  expect(rows).toEqual([{ follower_id: follow.followerId, followee_id: follow.followeeId }]);
  abortController.abort();
  expect(await run).toBe('stopped');
  await tail.close();
  await writer.close();
});
