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
import { dropStaging } from '../../../projections/engine/rebuild/staging.ts';
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
  createPostId,
  readWholeLog,
} from '../../support/projections/history.ts';
import { createPlainModel } from '../../support/projections/plain-model.ts';
import {
  clearReadModels,
  getPosition,
  readAllModels,
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

const steps = Array.from({ length: 600 }, (_, i) => ({
  kind: i * 7,
  actorIndex: i * 13,
  subjectIndex: i * 31,
}));
const history = createHistory(steps);

const rebuildPosts = (options: Partial<RebuildOptions> = {}) =>
  rebuild({ log, pool, projection: postsProjection, ...options });

const pause = () => delay(2);

const createExpectedModel = async () => toComparableModel(createPlainModel(await readWholeLog(log)));

/** Fills the log and builds the read models from it. */
async function fillReadModels(): Promise<void> {
  await appendHistory(log, history);
  const worker = await runEngine(pool, log);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  await worker.stop();
}

test('two rebuilds in a row give the same rows', async () => {
  await fillReadModels();
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
    expect(await readAllModels(pool)).toEqual(await createExpectedModel());
  }
});

test('a rebuild keeps indexes, keys and settings', async () => {
  await fillReadModels();
  const readShapes = async () =>
    (
      await pool.query(`
        SELECT relname, reloptions, relpersistence,
          (SELECT array_agg(pg_get_indexdef(indexrelid) ORDER BY indexrelid::regclass::text) FROM pg_index
            WHERE indrelid = pg_class.oid) AS indexes,
          (SELECT array_agg(conname || pg_get_constraintdef(oid) ORDER BY conname) FROM pg_constraint
            WHERE conrelid = pg_class.oid) AS constraints,
          (SELECT array_agg(attname || ' ' || atttypid::regtype || attnotnull ORDER BY attnum) FROM pg_attribute
            WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped) AS columns
        FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relkind = 'r' ORDER BY relname`)
    ).rows;
  const shapesBefore = await readShapes();
  for (const projection of projections) await rebuild({ log, pool, projection });
  expect(await readShapes()).toEqual(shapesBefore);
  const { rows } = await pool.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'rebuild'`);
  expect(rows).toEqual([]);
});

/** Number of events written while a rebuild applies a batch. Smaller than the batch, so that the rebuild catches up. */
const WRITES_PER_BATCH = 5;

test('a rebuild does not disturb concurrent writers and readers', async () => {
  await appendHistory(log, history.slice(0, 400));
  const worker = await runEngine(pool, log);
  const writerState = { isStopped: false };
  // Writing as fast as possible would outrun the rebuilds on a busy machine.
  let grantedCount = 0;
  const waitForGrant = async (): Promise<boolean> => {
    while (grantedCount === 0 && !writerState.isStopped) await pause();
    grantedCount -= 1;
    return !writerState.isStopped;
  };
  const writes = (async () => {
    for (let i = 400; i < history.length; i += 1) {
      await waitForGrant();
      await appendHistory(log, history.slice(i, i + 1));
    }
    for (let n = 10_000; await waitForGrant(); n += 1) {
      const data = { postId: createPostId(n), authorId: createAccountId(0), text: 'more', parentId: null };
      await log.append(
        `post-${data.postId}`,
        [createEvent({ type: 'PostPublished', data }, n % 50)],
        'no_stream',
      );
    }
  })();
  const first = history.find(({ event }) => event.type === 'PostPublished')?.event.data as { postId: string };
  const reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  let readCount = 0;
  const readLoop = (async () => {
    while (!writerState.isStopped) {
      await findPostById(reader, null, first.postId);
      readCount += 1;
      await pause();
    }
  })();

  const projectionsWithWrites = [postsProjection, followsProjection];
  const grantWrites = () => {
    grantedCount = WRITES_PER_BATCH;
  };
  try {
    for (const projectionsOfRound of [projections, projectionsWithWrites, projectionsWithWrites])
      for (const projection of projectionsOfRound)
        expect(
          await rebuild({ log, pool, projection, batchSize: 20, onProgress: grantWrites }),
        ).toMatchObject({ equal: true });
  } finally {
    writerState.isStopped = true;
    await Promise.all([writes, readLoop]);
  }
  expect(readCount).toBeGreaterThan(10);
  expect(await worker.waitUntilCaughtUp()).toBe(true);
  expect(await readAllModels(pool)).toEqual(await createExpectedModel());
  await worker.stop();
  await reader.end();
}, 90_000);

test('a rebuild that is stopped leaves the live model unchanged and resumes where it stopped', async () => {
  await fillReadModels();
  const rowsBefore = await readAllModels(pool);
  const abortController = new AbortController();
  const result = rebuildPosts({
    batchSize: 20,
    signal: abortController.signal,
    onProgress: ({ position }) => {
      if (position > 100) abortController.abort();
    },
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  expect(await readAllModels(pool)).toEqual(rowsBefore);
  const report = await rebuildPosts({ batchSize: 20 });
  expect(report.resumedFrom).toBeGreaterThan(100);
  expect(report.resumedFrom).toBeLessThan(await log.head());
  expect(report).toMatchObject({ equal: true, differences: [] });
  expect(await readAllModels(pool)).toEqual(await createExpectedModel());
});

test('a rebuild that is resumed with another version of the projection starts again', async () => {
  await fillReadModels();
  const abortController = new AbortController();
  const result = rebuildPosts({
    batchSize: 20,
    signal: abortController.signal,
    onProgress: () => abortController.abort(),
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  const report = await rebuildPosts({ projection: { ...postsProjection, version: 999 } });
  expect(report).toMatchObject({ resumedFrom: 0, equal: true });
});

test('a rebuild that is resumed without its recorded changes starts again', async () => {
  await fillReadModels();
  const abortController = new AbortController();
  const result = rebuildPosts({
    batchSize: 20,
    signal: abortController.signal,
    onProgress: () => abortController.abort(),
  });
  await expect(result).rejects.toThrow(RebuildInterrupted);
  await dropStaging(pool, postsProjection);
  expect(await rebuildPosts()).toMatchObject({ resumedFrom: 0, equal: true });
});

test('a rebuild fails when its connections are cut, and the next one resumes it', async () => {
  await fillReadModels();
  let cut: Promise<unknown> | null = null;
  const result = rebuildPosts({
    batchSize: 20,
    onProgress: ({ position }) => {
      if (position > 100) cut ??= cutOtherConnections();
    },
  });
  await expect(result).rejects.toThrow();
  await cut;
  const report = await rebuildPosts({ batchSize: 20 });
  expect(report).toMatchObject({ equal: true, differences: [] });
  expect(await readAllModels(pool)).toEqual(await createExpectedModel());
});

async function cutOtherConnections(): Promise<void> {
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

test('a rebuild reports and repairs every kind of difference', async () => {
  await fillReadModels();
  const [likedPost] = (await pool.query('SELECT id, likes FROM read.posts ORDER BY likes DESC LIMIT 1')).rows;
  const [other] = (await pool.query('SELECT id FROM read.posts WHERE id <> $1 LIMIT 1', [likedPost.id])).rows;
  await pool.query('UPDATE read.posts SET likes = likes + 7 WHERE id = $1', [likedPost.id]);
  await pool.query('DELETE FROM read.posts WHERE id = $1', [other.id]);
  const strayLikeKey = [createPostId(777), createAccountId(777)];
  await pool.query('INSERT INTO read.post_likes VALUES ($1, $2)', strayLikeKey);

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
    expect.objectContaining({ table: 'post_likes', key: strayLikeKey.join(' '), rebuilt: null }),
  );
  expect(await readAllModels(pool)).toEqual(await createExpectedModel());
  expect(await rebuildPosts()).toMatchObject({ equal: true });
});

test('a row that is inserted again starts from its defaults, in all batch sizes', async () => {
  const postId = createPostId(1);
  const postPublished: KindraEvent = {
    type: 'PostPublished',
    data: { postId, authorId: createAccountId(0), text: 'again', parentId: null },
  };
  const createLike = (n: number): KindraEvent => ({
    type: 'PostLiked',
    data: { postId, accountId: createAccountId(n) },
  });
  const unknownEvent: KindraEvent = {
    type: 'PostDeleted',
    data: { postId, authorId: createAccountId(0), parentId: null },
  };
  const events = [
    createLike(1),
    postPublished,
    createLike(2),
    createLike(3),
    unknownEvent,
    createLike(4),
    postPublished,
    createLike(5),
  ];
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
  await fillReadModels();
  let second: Promise<unknown> | null = null;
  await rebuildPosts({
    batchSize: 20,
    onProgress: () => {
      second ??= rebuildPosts().catch((error: unknown) => error);
    },
  });
  expect(await second).toBeInstanceOf(RebuildInProgress);
});

test('a rebuild of a model without a worker reaches the end of the log', async () => {
  await fillReadModels();
  await appendHistory(log, createHistory([{ kind: 1, actorIndex: 1, subjectIndex: 1 }]).slice(-1));
  const report = await rebuildPosts();
  expect(report).toMatchObject({ equal: true, position: await log.head() });
  expect(await getPosition(pool, 'posts')).toBe(await log.head());
});

test('a rebuild clears the failure that stopped the model', async () => {
  await fillReadModels();
  await pool.query(
    `UPDATE engine.checkpoints SET error = 'stopped', failing_since = now() WHERE projection = 'posts'`,
  );
  await rebuildPosts();
  const { rows } = await pool.query(`SELECT error FROM engine.checkpoints WHERE projection = 'posts'`);
  expect(rows).toEqual([{ error: null }]);
});
