import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import type { KindraEvent } from '../../../domain/catalogue.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import {
  RebuildInProgress,
  RebuildInterrupted,
  type RebuildOptions,
  rebuild,
} from '../../../projections/engine/rebuild/rebuild.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { findPostById } from '../../../projections/posts/posts/query.ts';
import { projections } from '../../../projections/registry.ts';
import { followsProjection } from '../../../projections/social-graph/follows/project.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import {
  appendHistory,
  createAccountId,
  createEvent,
  createHistory,
  postIdOf,
  readWholeLog,
} from '../../support/projections/history.ts';
import { createPlainModel } from '../../support/projections/plain-model.ts';
import {
  clearReadModels,
  getPosition,
  readModelsOf,
  toComparableModel,
} from '../../support/projections/read-models.ts';
import { runEngine } from '../../support/projections/running.ts';
import { waitUntil } from '../../support/wait.ts';

let database: TestDatabase;
let pool: pg.Pool;
let log: EventLog;

beforeEach(async () => {
  database = await createDatabase();
  pool = database.pool;
  log = createPostgresEventLog({ pool });
});
afterEach(async () => {
  await log.close();
  await database.drop();
});

const steps = Array.from({ length: 600 }, (_, i) => ({ kind: i * 7, who: i * 13, what: i * 31 }));
const history = createHistory(steps);

const rebuildPosts = (options: Partial<RebuildOptions> = {}) =>
  rebuild({ log, pool, projection: postsProjection, ...options });

const waitForTurn = () => delay(2);

const createExpectedModel = async () => toComparableModel(createPlainModel(await readWholeLog(log)));

/** Fills the log and the read models. */
async function prepare(): Promise<void> {
  await appendHistory(log, history);
  const worker = await runEngine(pool, log);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  await worker.stop();
}

test('twice in a row gives the same rows', async () => {
  await prepare();
  for (const _round of [1, 2]) {
    for (const projection of projections) {
      const report = await rebuild({ log, pool, projection, batchSize: 50 });
      expect(report).toMatchObject({
        equal: true,
        differences: [],
        comparedAt: await log.head(),
        resumedFrom: 0,
      });
    }
    expect(await readModelsOf(pool)).toEqual(await createExpectedModel());
  }
});

test('keeps indexes, keys and settings', async () => {
  await prepare();
  const readShape = async () =>
    (
      await pool.query(`
        SELECT relname, reloptions, relpersistence,
          (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text) FROM pg_index
            WHERE indrelid = pg_class.oid) AS indexes,
          (SELECT array_agg(conname || pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint
            WHERE conrelid = pg_class.oid) AS constraints,
          (SELECT array_agg(attname || ' ' || atttypid::regtype || attnotnull ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attnum > 0) AS columns
        FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relkind = 'r' ORDER BY relname`)
    ).rows;
  const before = await readShape();
  for (const projection of projections) await rebuild({ log, pool, projection });
  expect(await readShape()).toEqual(before);
  const { rows } = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'rebuild'`);
  expect(rows).toEqual([]);
});

/** Number of events written while a rebuild applies a batch: fewer than the batch has. */
const WRITES_PER_BATCH = 5;

test('does not disturb concurrent writers and readers', async () => {
  await appendHistory(log, history.slice(0, 400));
  const worker = await runEngine(pool, log);
  const stopping = { asked: false };
  // Writing as fast as possible would outrun the rebuilds on a busy machine.
  let grantedCount = 0;
  const isGranted = async (): Promise<boolean> => {
    while (grantedCount === 0 && !stopping.asked) await waitForTurn();
    grantedCount -= 1;
    return !stopping.asked;
  };
  const writing = (async () => {
    for (let i = 400; i < history.length; i += 1) {
      await isGranted();
      await appendHistory(log, history.slice(i, i + 1));
    }
    for (let n = 10_000; await isGranted(); n += 1) {
      const data = { postId: postIdOf(n), authorId: createAccountId(0), text: 'more', parentId: null };
      await log.append(`post-${data.postId}`, [createEvent({ type: 'PostPublished', data }, n % 50)], 'any');
    }
  })();
  const first = history.find(({ event }) => event.type === 'PostPublished')?.event.data as { postId: string };
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  let reads = 0;
  const reading = (async () => {
    while (!stopping.asked) {
      await findPostById(reader, null, first.postId);
      reads += 1;
      await waitForTurn();
    }
  })();

  const written = [postsProjection, followsProjection];
  const grantWrites = () => {
    grantedCount = WRITES_PER_BATCH;
  };
  try {
    for (const round of [projections, written, written])
      for (const projection of round)
        expect(
          await rebuild({ log, pool, projection, batchSize: 20, onProgress: grantWrites }),
        ).toMatchObject({ equal: true });
  } finally {
    stopping.asked = true;
    await Promise.all([writing, reading]);
  }
  expect(reads).toBeGreaterThan(10);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  expect(await readModelsOf(pool)).toEqual(await createExpectedModel());
  await worker.stop();
  await reader.end();
}, 90_000);

test('stopped half-way, it leaves the live model unchanged and resumes where it stopped', async () => {
  await prepare();
  const before = await readModelsOf(pool);
  const stopping = new AbortController();
  const result = rebuildPosts({
    batchSize: 20,
    signal: stopping.signal,
    onProgress: ({ position }) => {
      if (position > 100) stopping.abort();
    },
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  expect(await readModelsOf(pool)).toEqual(before);
  const report = await rebuildPosts({ batchSize: 20 });
  expect(report.resumedFrom).toBeGreaterThan(100);
  expect(report.resumedFrom).toBeLessThan(await log.head());
  expect(report).toMatchObject({ equal: true, differences: [] });
  expect(await readModelsOf(pool)).toEqual(await createExpectedModel());
});

test('resumed with another version of the projection, it starts again', async () => {
  await prepare();
  const stopping = new AbortController();
  const result = rebuildPosts({
    batchSize: 20,
    signal: stopping.signal,
    onProgress: () => stopping.abort(),
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  const report = await rebuildPosts({ projection: { ...postsProjection, version: 999 } });
  expect(report).toMatchObject({ resumedFrom: 0, equal: true });
});

test('with its connections cut, it fails, and the next one resumes it', async () => {
  await prepare();
  let cutting: Promise<unknown> | null = null;
  const result = rebuildPosts({
    batchSize: 20,
    onProgress: ({ position }) => {
      if (position > 100) cutting ??= cutOthers();
    },
  });
  await expect(result).rejects.toThrow();
  await cutting;
  const report = await rebuildPosts({ batchSize: 20 });
  expect(report).toMatchObject({ equal: true, differences: [] });
  expect(await readModelsOf(pool)).toEqual(await createExpectedModel());
});

async function cutOthers(): Promise<void> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await client.end();
  // The pool detects a cut connection when it next uses it.
  await waitUntil(async () => {
    const queries = Array.from({ length: Math.max(1, pool.totalCount) }, () => pool.query('SELECT 1'));
    return (await Promise.allSettled(queries)).every(({ status }) => status === 'fulfilled');
  });
}

test('reports and repairs every kind of difference', async () => {
  await prepare();
  const [likedPost] = (await pool.query('SELECT id, likes FROM read.posts ORDER BY likes DESC LIMIT 1')).rows;
  const [other] = (await pool.query('SELECT id FROM read.posts WHERE id <> $1 LIMIT 1', [likedPost.id])).rows;
  await pool.query('UPDATE read.posts SET likes = likes + 7 WHERE id = $1', [likedPost.id]);
  await pool.query('DELETE FROM read.posts WHERE id = $1', [other.id]);
  const strayLike = [postIdOf(777), createAccountId(777)];
  await pool.query('INSERT INTO read.post_likes VALUES ($1, $2)', strayLike);

  const report = await rebuildPosts();
  expect(report.equal).toBe(false);
  expect(report.differences).toHaveLength(3);
  expect(report.differences).toContainEqual({
    table: 'posts',
    key: likedPost.id,
    live: expect.objectContaining({ likes: likedPost.likes + 7 }),
    rebuilt: expect.objectContaining({ likes: likedPost.likes }),
  });
  expect(report.differences).toContainEqual(
    expect.objectContaining({ table: 'posts', key: other.id, live: null }),
  );
  expect(report.differences).toContainEqual(
    expect.objectContaining({ table: 'post_likes', key: strayLike.join(' '), rebuilt: null }),
  );
  expect(await readModelsOf(pool)).toEqual(await createExpectedModel());
  expect(await rebuildPosts()).toMatchObject({ equal: true });
});

test('a row that is inserted again starts from its defaults, in all batch sizes', async () => {
  const postId = postIdOf(1);
  const publish: KindraEvent = {
    type: 'PostPublished',
    data: { postId, authorId: createAccountId(0), text: 'again', parentId: null },
  };
  const like = (n: number): KindraEvent => ({
    type: 'PostLiked',
    data: { postId, accountId: createAccountId(n) },
  });
  const unknownEvent: KindraEvent = {
    type: 'PostDeleted',
    data: { postId, authorId: createAccountId(0), parentId: null },
  };
  const events = [like(1), publish, like(2), like(3), unknownEvent, like(4), publish, like(5)];
  await appendHistory(
    log,
    events.map((event, n) => ({ stream: `post-${n}`, event })),
  );
  for (const batchSize of [1, 2, 3, 100]) {
    await clearReadModels(pool);
    await rebuildPosts({ batchSize });
    const { rows } = await pool.query('SELECT likes FROM read.posts');
    expect(rows).toEqual([{ likes: 1 }]);
  }
});

test('only one rebuild of a model runs at a time', async () => {
  await prepare();
  let second: Promise<unknown> | null = null;
  await rebuildPosts({
    batchSize: 20,
    onProgress: () => {
      second ??= rebuildPosts().catch((error: unknown) => error);
    },
  });
  expect(await second).toBeInstanceOf(RebuildInProgress);
});

test('of a model without a worker, it reaches the end of the log', async () => {
  await prepare();
  await appendHistory(log, createHistory([{ kind: 1, who: 1, what: 1 }]).slice(-1));
  const report = await rebuildPosts();
  expect(report).toMatchObject({ equal: true, position: await log.head() });
  expect(await getPosition(pool, 'posts')).toBe(await log.head());
});

test('it clears the failure that had stopped the model', async () => {
  await prepare();
  await pool.query(
    `UPDATE engine.checkpoints SET error = 'stopped', failing_since = now() WHERE projection = 'posts'`,
  );
  await rebuildPosts();
  const { rows } = await pool.query(`SELECT error FROM engine.checkpoints WHERE projection = 'posts'`);
  expect(rows).toEqual([{ error: null }]);
});
