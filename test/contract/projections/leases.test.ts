import pg from 'pg';
import { createBatchWriter } from '../../../projections/engine/batch-writer.ts';
import { acquireLeases, LEASE_MS } from '../../../projections/engine/leases.ts';
import { createReader } from '../../../projections/engine/reader.ts';
import { runProjection } from '../../../projections/engine/runner.ts';
import { createPostId } from '../../support/projections/history.ts';
import { like, publish } from '../../support/projections/posts.ts';
import { getPosition } from '../../support/projections/read-models.ts';
import { acquireOldLease, createRunnerOptions } from '../../support/projections/runner.ts';
import { database, log, pool, setUpEngine, startWorker } from '../../support/projections/shared-engine.ts';

const [ENDED_WORKER, OTHER_WORKER] = [
  '01980000-0000-7000-8000-00000000aaaa',
  '01980000-0000-7000-8000-00000000bbbb',
];
const TAKEOVER_MS = 10_000;

setUpEngine();

const readLikes = async (n: number): Promise<number | undefined> =>
  (await pool.query<{ likes: number }>('SELECT likes FROM read.posts WHERE id = $1', [createPostId(n)]))
    .rows[0]?.likes;

describe('many workers', () => {
  test('take over immediately from one that ends, and within 10 s from one that died', async () => {
    await publish(log, 1);
    await pool.query(
      `INSERT INTO engine.checkpoints (projection, holder, epoch, expires_at)
       VALUES ('posts', $1, 5, now() + interval '4 seconds')`,
      [ENDED_WORKER],
    );
    const startedAt = Date.now();
    const worker = await startWorker();
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(TAKEOVER_MS);
    expect(await readLikes(1)).toBe(0);
    await worker.stop();
    const nextWorker = await startWorker();
    await publish(log, 2);
    expect(await nextWorker.waitUntilCaughtUp()).toBe(true);
    await nextWorker.stop();
  });

  test('take over within 10 s from one that is paused during a transaction', async () => {
    await publish(log, 1);
    const lease = await acquireOldLease(pool);
    const pausedClient = new pg.Client({ connectionString: database.url });
    pausedClient.on('error', () => {});
    await pausedClient.connect();
    await pausedClient.query(`SET idle_in_transaction_session_timeout = '3s'`);
    await pausedClient.query('BEGIN');
    await pausedClient.query('SELECT engine.move_checkpoint($1, $2, 0, 1, NULL::uuid, 0)', [
      'posts',
      lease.epoch,
    ]);
    const startedAt = Date.now();
    const worker = await startWorker();
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(Date.now() - startedAt).toBeLessThan(TAKEOVER_MS);
    await expect(pausedClient.query('COMMIT')).rejects.toThrow();
    expect(await readLikes(1)).toBe(0);
    await worker.stop();
  }, 30_000);

  test('do not take over a busy one whose renewals wait for the checkpoint', async () => {
    await publish(log, 1);
    const lease = await acquireOldLease(pool);
    await pool.query("UPDATE engine.checkpoints SET expires_at = now() - interval '1 ms'");
    const writer = createBatchWriter(pool);
    const abortController = new AbortController();
    await runProjection(
      createRunnerOptions({
        lease,
        reader: createReader(log, ['PostPublished']),
        writer,
        onProgress: () => abortController.abort(),
      }),
      abortController.signal,
    );
    await writer.close();
    expect(await acquireLeases(pool, OTHER_WORKER, ['posts'])).toEqual([]);
    const { rows } = await pool.query(
      "SELECT expires_at - now() AS left FROM engine.checkpoints WHERE expires_at > now() + $1 * interval '0.7 ms'",
      [LEASE_MS],
    );
    expect(rows).toHaveLength(1);
  });

  test('reject writes of one that was paused during a takeover', async () => {
    await publish(log, 1);
    const oldLease = await acquireOldLease(pool);
    await pool.query("UPDATE engine.checkpoints SET expires_at = now() - interval '1 second'");
    const worker = await startWorker();
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    await worker.stop();
    await like(log, 1, 1);

    const writer = createBatchWriter(pool);
    const positions: number[] = [];
    const abortController = new AbortController();
    await runProjection(
      createRunnerOptions({
        lease: { ...oldLease, position: await getPosition(pool, 'posts') },
        reader: createReader(log, ['PostPublished', 'PostLiked']),
        writer,
        onProgress: (_name, position) => {
          positions.push(position);
          abortController.abort();
        },
      }),
      abortController.signal,
    );
    expect(positions).toEqual([]);
    expect(await readLikes(1)).toBe(0);
    await writer.close();
  });
});
