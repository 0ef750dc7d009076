import type { PoolClient } from 'pg';
import { composeSystem, type System, type SystemOptions } from '../../../adapters/compose.ts';
import { parseSettings } from '../../../adapters/config.ts';
import { createLogger } from '../../../adapters/logger.ts';
import { extendCoinTrails } from '../../../projections/crowdfunding/coin-trail/extend.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { TOKEN_SECRET } from '../../support/environment.ts';

const QUERY_TIMEOUT_MS = 500;
/** Duration of the lock, in milliseconds. It is long enough for a waiting statement to time out. */
const LOCK_MS = 4 * QUERY_TIMEOUT_MS;

let database: TestDatabase;
let system: System;
let lockHolder: PoolClient;

beforeAll(async () => {
  database = await createDatabase();
  const settings = parseSettings({ DATABASE_URL: database.url, TOKEN_SECRET });
  const systemOptions = {
    role: 'system',
    canAttach: true,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  } as const satisfies SystemOptions;
  system = await composeSystem(settings, createLogger('silent'), systemOptions);
  await database.pool.query(`INSERT INTO engine.checkpoints (projection, position) VALUES ('journal', 5)`);
});
afterAll(async () => {
  await system.close();
  await database.drop();
});
beforeEach(async () => {
  lockHolder = await database.pool.connect();
  await lockHolder.query('BEGIN; SELECT * FROM trail.progress FOR UPDATE');
});
afterEach(async () => {
  await lockHolder.query('ROLLBACK');
  lockHolder.release();
});

/** Returns the number of connections waiting for a lock. */
const countLockWaits = async (): Promise<number> => {
  const { rows } = await database.pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
};

test('a process that finds the trails locked leaves them to the other and does not wait', async () => {
  const deadline = Date.now() + LOCK_MS;
  let roundCount = 0;
  for (; Date.now() < deadline; roundCount += 1) {
    await extendCoinTrails(system.pool);
    expect(await countLockWaits()).toBe(0);
  }
  expect(roundCount).toBeGreaterThan(10);
  await lockHolder.query('COMMIT');
  await extendCoinTrails(system.pool);
  const { rows } = await system.pool.query('SELECT position FROM trail.progress');
  expect(rows).toEqual([{ position: '5' }]);
});

test.each([['pool'], ['apiPool']] as const)(
  'the server gives up waiting for a lock before the %s of the caller',
  async (name) => {
    const blockedUpdate = system[name].query('UPDATE trail.progress SET position = 0');
    await expect(blockedUpdate).rejects.toMatchObject({ code: '55P03' });
    expect(await countLockWaits()).toBe(0);
  },
);
