import pg from 'pg';
import { createPipelinedPool } from '../../adapters/pipelined-pool.ts';
import { createDatabase, type TestDatabase } from '../support/database.ts';
import { waitUntil } from '../support/wait.ts';

const APPLICATION_NAME = 'pipelined';
const MAX_CONNECTIONS = 4;
const LOCK_KEY = 7_255_399;

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
});
beforeEach(() => {
  pool = createPipelinedPool({ connectionString: database.url, application_name: APPLICATION_NAME, max: 2 });
  pool.on('error', () => {});
});
afterEach(() => pool.end());
afterAll(() => database.drop());

const countConnections = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = $1',
    [APPLICATION_NAME],
  );
  return rows[0]?.count ?? 0;
};

const readNumber = async (n: number): Promise<{ n: number; pid: number }> => {
  const { rows } = await pool.query<{ n: number; pid: number }>({
    name: 'number',
    text: 'SELECT $1::int AS n, pg_backend_pid() AS pid',
    values: [n],
  });
  return rows[0] as { n: number; pid: number };
};

const readNumbers = (count: number) => Promise.all(Array.from({ length: count }, (_, n) => readNumber(n)));

test('concurrent statements share a few connections, and each gets its own rows', async () => {
  const responses = await readNumbers(100);
  expect(responses.map(({ n }) => n)).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(new Set(responses.map(({ pid }) => pid)).size).toBe(MAX_CONNECTIONS);
});

test('statements of one turn run in parallel', async () => {
  await readNumbers(MAX_CONNECTIONS);
  const results = await Promise.all(
    Array.from({ length: MAX_CONNECTIONS }, () =>
      pool.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }),
    ),
  );
  expect(new Set(results.map(({ rows }) => rows[0]?.pid)).size).toBe(MAX_CONNECTIONS);
});

test('a failing statement does not affect others', async () => {
  const failingQuery = { name: 'division', text: 'SELECT 1 / $1::int', values: [0] };
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => (n % 2 ? readNumber(n) : pool.query(failingQuery))),
  );
  expect(results.map(({ status }) => status)).toEqual(
    results.map((_, n) => (n % 2 ? 'fulfilled' : 'rejected')),
  );
});

describe('while statements are blocked', () => {
  let lockHolder: pg.Client;
  let blockedStatements: Promise<unknown>[];

  /** Sends statements that wait for a lock, each in a batch of its own. */
  async function block(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      blockedStatements.push(pool.query({ text: `SELECT pg_advisory_xact_lock_shared(${LOCK_KEY})` }));
      await waitUntil(async () => (await countBlocked()) === n + 1);
    }
  }

  async function countBlocked(): Promise<number> {
    const { rows } = await database.pool.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE application_name = $1 AND wait_event_type = 'Lock'`,
      [APPLICATION_NAME],
    );
    return rows[0]?.count ?? 0;
  }

  beforeEach(async () => {
    blockedStatements = [];
    lockHolder = new pg.Client({ connectionString: database.ownerUrl });
    await lockHolder.connect();
    await lockHolder.query(`SELECT pg_advisory_lock(${LOCK_KEY})`);
  });
  afterEach(async () => {
    await lockHolder.end();
    await Promise.all(blockedStatements);
  });

  test('others use the other shared connections', async () => {
    await block(MAX_CONNECTIONS - 1);
    expect((await readNumbers(3)).map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(await countConnections()).toBe(MAX_CONNECTIONS);
  });

  test('others use the pool if all shared connections are blocked', async () => {
    await block(MAX_CONNECTIONS);
    expect((await readNumbers(3)).map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(await countConnections()).toBeGreaterThan(MAX_CONNECTIONS);
  });
});

test('statements that wait long for a connection use the pool, although batches are answered', async () => {
  const statement = { text: 'SELECT pg_backend_pid() AS pid FROM pg_sleep(0.03)' };
  const sendStatements = (count: number) =>
    Array.from({ length: count }, () => pool.query<{ pid: number }>(statement));
  const firstResults = sendStatements(1);
  await new Promise(setImmediate);
  const results = await Promise.all([...firstResults, ...sendStatements(60)]);
  expect(new Set(results.map(({ rows }) => rows[0]?.pid)).size).toBeGreaterThan(MAX_CONNECTIONS);
});

describe('while a batch is unanswered', () => {
  const FULL_BATCH_SIZE = 8;
  let lockHolder: pg.Client;
  let waitingPool: pg.Pool;
  let blockedStatement: Promise<pg.QueryResult<{ pid: number }>>;

  /** Sends statements in successive turns of the event loop. Each returns the process that answers it. */
  async function sendInTurns(count: number): Promise<Promise<pg.QueryResult<{ pid: number }>>[]> {
    const results = [];
    for (let n = 0; n < count; n += 1) {
      results.push(waitingPool.query<{ pid: number }>({ text: 'SELECT pg_backend_pid() AS pid' }));
      await new Promise(setImmediate);
    }
    return results;
  }

  const getPids = async (results: readonly Promise<pg.QueryResult<{ pid: number }>>[]) =>
    (await Promise.all(results)).map(({ rows }) => rows[0]?.pid);

  beforeEach(async () => {
    lockHolder = new pg.Client({ connectionString: database.ownerUrl });
    await lockHolder.connect();
    await lockHolder.query(`SELECT pg_advisory_lock(${LOCK_KEY})`);
    const timing = { maxWaitMs: 3_600_000, maxBlockedMs: 3_600_000 };
    waitingPool = createPipelinedPool({ connectionString: database.url }, timing);
    const text = `SELECT pg_backend_pid() AS pid FROM pg_advisory_xact_lock_shared(${LOCK_KEY})`;
    blockedStatement = waitingPool.query<{ pid: number }>({ text });
    await new Promise(setImmediate);
  });
  afterEach(async () => {
    await lockHolder.end();
    if (!waitingPool.ending) await waitingPool.end();
  });

  test('a few statements wait for it, and follow it on the same connection', async () => {
    const results = await sendInTurns(FULL_BATCH_SIZE - 1);
    await lockHolder.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
    const [pid] = await getPids([blockedStatement]);
    expect(new Set(await getPids(results))).toEqual(new Set([pid]));
  });

  test('a full batch is sent on another connection', async () => {
    const pids = await getPids(await sendInTurns(FULL_BATCH_SIZE));
    expect(new Set(pids).size).toBe(1);
    await lockHolder.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`);
    expect(pids).not.toContain((await blockedStatement).rows[0]?.pid);
  });

  test('end answers the statements that wait', async () => {
    const results = await sendInTurns(1);
    await Promise.all([waitingPool.end(), lockHolder.query(`SELECT pg_advisory_unlock(${LOCK_KEY})`)]);
    expect(await getPids([...results, blockedStatement])).toEqual([expect.any(Number), expect.any(Number)]);
  });
});

test('connections that the server ends are replaced', async () => {
  const firstResponses = await readNumbers(40);
  await database.pool.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [
    firstResponses.map(({ pid }) => pid),
  ]);
  await waitUntil(() =>
    readNumber(1).then(
      () => true,
      () => false,
    ),
  );
  expect((await readNumbers(20)).map(({ n }) => n)).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

test('end closes all connections', async () => {
  const otherPool = createPipelinedPool({
    connectionString: database.url,
    application_name: APPLICATION_NAME,
  });
  await Promise.all(Array.from({ length: 40 }, () => otherPool.query({ text: 'SELECT' })));
  expect(await countConnections()).toBeGreaterThanOrEqual(MAX_CONNECTIONS);
  await otherPool.end();
  await waitUntil(async () => (await countConnections()) === 0);
});
