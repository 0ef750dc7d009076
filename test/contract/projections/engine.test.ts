import pg from 'pg';
import { createEncryptedLog } from '../../../adapters/event-log/encrypted-log.ts';
import { createMemoryEventLog } from '../../../adapters/event-log/memory.ts';
import { createPostgresEventLog } from '../../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import { createTextVault } from '../../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../../domain/catalogue.ts';
import type { DomainEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { getProjectionCode } from '../../../projections/engine/code.ts';
import type { EventProjector, Projection } from '../../../projections/engine/definition.ts';
import { acquireLeases, LEASE_MS } from '../../../projections/engine/leases.ts';
import { createReadModelProgress } from '../../../projections/engine/progress.ts';
import { createLogView, getProjectionStatuses } from '../../../projections/engine/query.ts';
import { createReader } from '../../../projections/engine/reader.ts';
import { runProjection } from '../../../projections/engine/runner.ts';
import { createWriter } from '../../../projections/engine/writer.ts';
import { postsProjection } from '../../../projections/posts/posts/project.ts';
import { findProjectionsByName, projectionNames } from '../../../projections/registry.ts';
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
import { WAIT_MS, waitUntil } from '../../support/wait.ts';

const OLD_WORKER = '01980000-0000-7000-8000-00000000aaaa';
const OTHER_WORKER = '01980000-0000-7000-8000-00000000bbbb';
const TAKEOVER_MS = 10_000;

let database: TestDatabase;
let pool: pg.Pool;
let log: EventLog;

beforeAll(async () => {
  database = await createDatabase();
  pool = database.pool;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await clearReadModels(pool);
  log = createMemoryEventLog();
});
afterEach(() => log.close());

const publish = (n: number, text = `Post ${n}`): Promise<unknown> => {
  const data = { postId: postIdOf(n), authorId: createAccountId(0), text, parentId: null };
  return log.append(`post-${data.postId}`, [createEvent({ type: 'PostPublished', data })], 'any');
};

const like = (post: number, account: number): Promise<unknown> => {
  const data = { postId: postIdOf(post), accountId: createAccountId(account) };
  return log.append(
    `like-${data.postId}_${data.accountId}`,
    [createEvent({ type: 'PostLiked', data })],
    'any',
  );
};

const getLikes = async (n: number): Promise<number | undefined> =>
  (await pool.query<{ likes: number }>('SELECT likes FROM read.posts WHERE id = $1', [postIdOf(n)])).rows[0]
    ?.likes;

const steps = Array.from({ length: 400 }, (_, i) => ({ kind: i * 7, who: i * 13, what: i * 31 }));

describe('many workers', () => {
  test('project every event once, each projection in one of them', async () => {
    const workers = await Promise.all([1, 2, 3].map(() => runEngine(pool, log, { batchSize: 7 })));
    await appendHistory(log, createHistory(steps));
    for (const worker of workers) expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(await readModelsOf(pool)).toEqual(toComparableModel(createPlainModel(await readWholeLog(log))));
    const { rows } = await pool.query('SELECT epoch FROM engine.checkpoints');
    expect(rows.map(({ epoch }) => Number(epoch))).toEqual(projectionNames.map(() => 1));
    await Promise.all(workers.map((worker) => worker.stop()));
  });

  test('take over immediately from one that ends, and within 10 s from one that died', async () => {
    await publish(1);
    await pool.query(
      `INSERT INTO engine.checkpoints (projection, holder, epoch, expires_at)
       VALUES ('posts', $1, 5, now() + interval '4 seconds')`,
      [OLD_WORKER],
    );
    const since = Date.now();
    const worker = await runEngine(pool, log);
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(Date.now() - since).toBeLessThan(TAKEOVER_MS);
    expect(await getLikes(1)).toBe(0);
    await worker.stop();
    const next = await runEngine(pool, log);
    await publish(2);
    expect(await next.waitUntilCaughtUp()).toBe(true);
    await next.stop();
  });

  test('take over within 10 s from one that is paused during a transaction', async () => {
    await publish(1);
    const [lease] = await prepareOldLease();
    const paused = new pg.Client({ connectionString: database.url });
    paused.on('error', () => {});
    await paused.connect();
    await paused.query(`SET idle_in_transaction_session_timeout = '3s'`);
    await paused.query('BEGIN');
    await paused.query('SELECT engine.move_checkpoint($1, $2, 0, 1, NULL::uuid, 0)', ['posts', lease?.epoch]);
    const since = Date.now();
    const worker = await runEngine(pool, log);
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    expect(Date.now() - since).toBeLessThan(TAKEOVER_MS);
    await expect(paused.query('COMMIT')).rejects.toThrow();
    expect(await getLikes(1)).toBe(0);
    await worker.stop();
  }, 30_000);

  test('do not store skipped events that are no longer in the log', async () => {
    const [lease] = await prepareOldLease();
    const writer = createWriter(pool);
    const lost = { events: [], position: 5, eventId: OTHER_WORKER, logEventCount: 5 };
    const outcome = await runProjection(
      {
        projection: postsProjection,
        lease: lease!,
        reader: { next: async () => lost, findEventIdAt: async () => null },
        writer,
        waitForEvents: async () => false,
        isInLog: async () => true,
        hasEvent: async () => false,
        onProgress: () => {},
        onFailure: async () => {},
      },
      new AbortController().signal,
    );
    await writer.close();
    expect(outcome).toBe('fenced');
    const { rows } = await pool.query("SELECT position FROM engine.checkpoints WHERE projection = 'posts'");
    expect(rows).toEqual([{ position: '0' }]);
  });

  test('do not project a batch that does not continue the history of the rows', async () => {
    const restored = createMemoryEventLog();
    const append = (n: number) => {
      const data = { postId: postIdOf(n), authorId: createAccountId(0), text: `Post ${n}`, parentId: null };
      return restored.append(`post-${n}`, [createEvent({ type: 'PostPublished', data })], 'any');
    };
    for (const n of [1, 2, 3, 4, 5, 6]) await append(n);
    const [lease] = await prepareOldLease();
    const writer = createWriter(pool);
    const abort = new AbortController();
    let isRestored = false;
    const outcome = await runProjection(
      {
        projection: postsProjection,
        lease: lease!,
        reader: createReader(restored, ['PostPublished']),
        writer,
        waitForEvents: async () => {
          abort.abort();
          return false;
        },
        isInLog: async () => true,
        hasEvent: async () => true,
        onProgress: () => {
          if (isRestored) return;
          isRestored = true;
          restored.truncate(1);
          for (const n of [12, 13, 14, 15, 16, 17]) void append(n);
        },
        onFailure: async () => {},
        batchSize: 2,
      },
      abort.signal,
    );
    await writer.close();
    expect(outcome).toBe('fenced');
    // The second batch was read before the restore.
    const { rows } = await pool.query('SELECT text FROM read.posts ORDER BY text');
    expect(rows.map(({ text }) => text)).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4']);
  });

  test('do not take over a busy one whose renewals wait for the checkpoint', async () => {
    await publish(1);
    const [busyLease] = await prepareOldLease();
    await pool.query("UPDATE engine.checkpoints SET expires_at = now() - interval '1 ms'");
    const writer = createWriter(pool);
    const once = new AbortController();
    await runProjection(
      {
        projection: postsProjection,
        lease: busyLease!,
        reader: createReader(log, ['PostPublished']),
        writer,
        waitForEvents: async () => false,
        isInLog: async () => true,
        hasEvent: async () => true,
        onProgress: () => once.abort(),
        onFailure: async () => {},
      },
      once.signal,
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
    await publish(1);
    const [old] = await prepareOldLease();
    const worker = await runEngineAfterExpiry();
    expect(await worker.waitUntilCaughtUp()).toBe(true);
    await worker.stop();
    await like(1, 1);

    const writer = createWriter(pool);
    const positions: number[] = [];
    const once = new AbortController();
    await runProjection(
      {
        projection: postsProjection,
        lease: { ...old!, position: await getPosition(pool, 'posts') },
        reader: createReader(log, ['PostPublished', 'PostLiked']),
        writer,
        waitForEvents: async () => false,
        isInLog: async () => true,
        hasEvent: async () => true,
        onProgress: (_name, position) => {
          positions.push(position);
          once.abort();
        },
        onFailure: async () => {},
      },
      once.signal,
    );
    expect(positions).toEqual([]);
    expect(await getLikes(1)).toBe(0);
    await writer.close();
  });
});

const unchangedProjection: Projection = { ...followsProjection, on: { PostPublished: () => [] } };

test.each([
  ['does not concern a projection', followsProjection],
  ['changes no row of a projection', unchangedProjection],
])('an event that %s costs no transaction per batch and is not skipped again', async (_what, projection) => {
  const follows = await runEngine(pool, log, { projections: [followsProjection] });
  await follows.stop();
  const [lease] = await acquireLeases(
    pool,
    OTHER_WORKER,
    ['follows'],
    [getProjectionCode(followsProjection).hash],
  );
  const writer = createWriter(pool);
  const abort = new AbortController();
  let transactions = 0;
  let passed = 0;
  for (let n = 1; n <= 300; n += 1) await publish(n);
  await runProjection(
    {
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
      isInLog: async () => true,
      hasEvent: async () => true,
      writer: {
        ...writer,
        transact: (statements) => {
          transactions += 1;
          return writer.transact(statements);
        },
      },
      waitForEvents: async () => {
        abort.abort();
        return false;
      },
      onProgress: (_name, position) => {
        passed = position;
      },
      onFailure: async ({ error }) => {
        throw error;
      },
    },
    abort.signal,
  );
  await writer.close();
  expect(passed).toBe(300);
  expect(transactions).toBeLessThan(100);
  expect(await getPosition(pool, 'follows')).toBe(300);
});

/** Stores a lease of a worker that no longer renews it. */
async function prepareOldLease() {
  await pool.query(`INSERT INTO engine.checkpoints (projection) VALUES ('posts')`);
  return acquireLeases(pool, OLD_WORKER, ['posts']);
}

async function runEngineAfterExpiry() {
  await pool.query(`UPDATE engine.checkpoints SET expires_at = now() - interval '1 second'`);
  return runEngine(pool, log);
}

describe('an event that cannot be projected', () => {
  const failOnText =
    (text: string, project: EventProjector<DomainEvent>): EventProjector<DomainEvent> =>
    (event) => {
      if ((event.data as { text: string }).text === text) throw new Error('this text is poison');
      return project(event);
    };
  const failingProjector = failOnText('poison', postsProjection.on.PostPublished!);
  const failingProjection: Projection = {
    ...postsProjection,
    on: { ...postsProjection.on, PostPublished: failingProjector },
  };

  const getFailure = async (name: string) =>
    (await getProjectionStatuses(pool, findProjectionsByName([name]), () => createLogView(log)))[0];

  test('stops only its own projection, which names the event and continues when it can', async () => {
    for (const n of [1, 2, 3, 4, 5]) await publish(n, n === 4 ? 'poison' : 'fine');
    const worker = await runEngine(pool, log, {
      projections: [failingProjection, followsProjection],
      maxPauseMs: 200,
    });
    expect(await worker.waitUntilCaughtUp(['follows'])).toBe(true);
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    const status = await getFailure('posts');
    const failingEvent = (await readWholeLog(log))[3];
    expect(status).toMatchObject({
      position: 3,
      lag: 2,
      failure: { message: 'this text is poison', position: 4, event: `PostPublished ${failingEvent?.id}` },
    });
    expect((await getFailure('follows'))?.state).toBe('live');
    await worker.stop();

    const repaired = await runEngine(pool, log);
    expect(await repaired.waitUntilCaughtUp()).toBe(true);
    expect(await getFailure('posts')).toMatchObject({ state: 'live', failure: null, lag: 0 });
    await repaired.stop();
  });

  test('can have a damaged text although it is read together with others', async () => {
    const vault = createTextVault({ pool });
    const sealed = createEncryptedLog(log, { catalogue: eventCatalogue, vault });
    const data = { postId: postIdOf(1), authorId: createAccountId(0), text: 'whole', parentId: null };
    await sealed.append(`post-${postIdOf(1)}`, [createEvent({ type: 'PostPublished', data })], 'any');
    await publish(2, 'k1.this-was-never-sealed');
    const follow = { followerId: createAccountId(0), followeeId: createAccountId(1) };
    await log.append('follow-a_b', [createEvent({ type: 'ProfileFollowed', data: follow })], 'any');

    const worker = await runEngine(pool, sealed, { maxPauseMs: 200 });
    expect(await worker.waitUntilCaughtUp(['follows', 'profiles'])).toBe(true);
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    expect(await getFailure('posts')).toMatchObject({
      position: 1,
      failure: { position: 2, event: expect.stringContaining('PostPublished') },
    });
    await worker.stop();
  });

  test('can be one that the database rejects', async () => {
    await publish(1);
    await publish(2, 'no \u0000 in PostgreSQL');
    const worker = await runEngine(pool, log, { maxPauseMs: 200 });
    await waitUntil(async () => (await getFailure('posts'))?.state === 'failing');
    expect(await getFailure('posts')).toMatchObject({ position: 1, failure: { position: 2 } });
    await worker.stop();
  });
});

test('a projection that gets an event after a long silence has not stalled', async () => {
  for (let n = 1; n <= 7; n += 1) await publish(n);
  await pool.query(`INSERT INTO engine.checkpoints (projection, position, moved_at, holder, expires_at)
    VALUES ('posts', 6, now() - interval '1 minute', gen_random_uuid(), now() + interval '1 hour')`);
  const getState = async () =>
    (await getProjectionStatuses(pool, [postsProjection], () => createLogView(log)))[0]?.state;
  expect(await getState()).toBe('stalled');
  const stateRequest = getState();
  await pool.query(`UPDATE engine.checkpoints SET position = 7, moved_at = now()`);
  expect(await stateRequest).toBe('live');
});

describe('a reader that waits for read models', () => {
  test('is notified by another process', async () => {
    const elsewhere = createReadModelProgress(pool, createPostgresFanOut(pool));
    const worker = await runEngine(pool, log);
    await publish(1);
    expect(await elsewhere.waitFor(['posts', 'follows'], 1, WAIT_MS)).toBe(true);
    expect(await getPosition(pool, 'posts')).toBe(1);
    expect(await elsewhere.waitFor(['posts'], 2, 50)).toBe(false);
    await elsewhere.close();
    await worker.stop();
  });

  test('receives stored positions from the transactions that store them', async () => {
    const fanOut = createPostgresFanOut(pool);
    const progress = createReadModelProgress(pool, { ...fanOut, publish: async () => {} });
    const received: string[] = [];
    let isListening = false;
    const listener = fanOut.subscribe('kindra_read_models', {
      onMessage: (message) => received.push(message),
      onSubscribed: () => {
        isListening = true;
      },
    });
    await waitUntil(() => isListening);
    const worker = await runEngine(pool, log, { progress, projections: [postsProjection] });
    await publish(1);
    await waitUntil(() => received.includes('[["posts",1,1]]'));
    await worker.stop();
    await Promise.all([progress.close(), listener.close()]);
  });

  test('continues even if the notifications are lost', async () => {
    const elsewhere = createReadModelProgress(pool, createPostgresFanOut(pool));
    const wait = elsewhere.waitFor(['posts'], 7, WAIT_MS);
    await pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('posts', 7)`);
    expect(await wait).toBe(true);
    await elsewhere.close();
  });
});

test('on the log in PostgreSQL, projections follow the growing log from any position', async () => {
  const postgresLog = createPostgresEventLog({ pool });
  const history = createHistory(steps);
  await appendHistory(postgresLog, history.slice(0, 150));
  const worker = await runEngine(pool, postgresLog, { batchSize: 20 });
  await appendHistory(postgresLog, history.slice(150, 300));
  await worker.stop();
  await appendHistory(postgresLog, history.slice(300));
  const next = await runEngine(pool, postgresLog, { batchSize: 20 });
  expect(await next.waitUntilCaughtUp()).toBe(true);
  expect(await readModelsOf(pool)).toEqual(
    toComparableModel(createPlainModel(await readWholeLog(postgresLog))),
  );
  await next.stop();
  await postgresLog.close();
});
