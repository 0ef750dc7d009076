import { composeSystem, type SystemOptions } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { openDatabase } from '../../adapters/database.ts';
import { createLogger } from '../../adapters/logger.ts';
import { isTransactionPooled } from '../../adapters/transaction-pooling.ts';
import { createDatabase, openPool, type TestDatabase } from '../support/database.ts';
import { TOKEN_SECRET } from '../support/environment.ts';
import { startPgBouncer, type TestPgBouncer } from '../support/pgbouncer.ts';

const SYSTEM_OPTIONS = {
  role: 'system',
  canAttach: true,
  queryTimeoutMs: 5_000,
} as const satisfies SystemOptions;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

async function runBehindPgBouncer(
  poolMode: string,
  work: (pgBouncer: TestPgBouncer) => Promise<void>,
): Promise<void> {
  const pgBouncer = await startPgBouncer(database.url, poolMode);
  try {
    await work(pgBouncer);
  } finally {
    await pgBouncer.stop();
  }
}

const createSettings = (url: string) =>
  parseSettings({ DATABASE_URL: url, TOKEN_SECRET, LOG_LEVEL: 'silent' });

test.each(['transaction', 'statement'])(
  'refuses to start behind a proxy that pools by %s',
  (mode) =>
    runBehindPgBouncer(mode, async ({ url }) => {
      await expect(openDatabase(createSettings(url), SYSTEM_OPTIONS)).rejects.toThrow(
        'DATABASE_URL points to a proxy with transaction pooling; session pooling is required (PgBouncer: pool_mode=session).',
      );
    }),
  60_000,
);

test(
  'detects a proxy that pools transactions while other clients use it',
  () =>
    runBehindPgBouncer('transaction', async ({ url }) => {
      const busyPool = openPool({ connectionString: url, max: 8 });
      let isBusy = true;
      const load = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (isBusy) await busyPool.query('SELECT pg_sleep(0.002)');
        }),
      );
      expect(await isTransactionPooled(url)).toBe(true);
      isBusy = false;
      await load;
      await busyPool.end();
    }),
  60_000,
);

test(
  'starts and works behind a proxy that pools sessions',
  () =>
    runBehindPgBouncer('session', async ({ url }) => {
      const system = await composeSystem(createSettings(url), createLogger('silent'), SYSTEM_OPTIONS);
      expect((await system.apiPool.query('SHOW statement_timeout')).rows).toEqual([
        { statement_timeout: '12s' },
      ]);
      expect((await system.pool.query('SHOW lock_timeout')).rows).toEqual([{ lock_timeout: '4s' }]);
      expect(await system.log.head()).toBe(0);
      await system.close();
    }),
  60_000,
);

test('starts without a proxy', async () => {
  expect(await isTransactionPooled(database.url)).toBe(false);
});
