import type pg from 'pg';
import { createWriter, type Writer } from '../../../projections/engine/writer.ts';
import { createDatabase, openPool, type TestDatabase } from '../../support/database.ts';

/**
 * Query timeout in milliseconds. The timeout of a batch is eight times as long, and doubles after each attempt that
 * times out.
 */
const QUERY_TIMEOUT_MS = 100;
/** A statement that exceeds the timeouts of the first two attempts. */
const SLOW_STATEMENT = { text: 'SELECT pg_sleep(2)' };
const MAX_ATTEMPTS = 4;

let database: TestDatabase;
let pool: pg.Pool;
let writer: Writer;

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool({ connectionString: database.url, query_timeout: QUERY_TIMEOUT_MS });
  writer = createWriter(pool);
});
afterAll(async () => {
  await writer.close();
  await pool.end();
  await database.drop();
});

const tryWrite = (): Promise<boolean> =>
  writer.transact([SLOW_STATEMENT]).then(
    () => true,
    (error: Error) => {
      expect(error.message).toBe('Query read timeout');
      return false;
    },
  );

test('a batch that times out gets more time at each retry, others do not', async () => {
  const attempts: boolean[] = [];
  while (!attempts.at(-1) && attempts.length < MAX_ATTEMPTS) attempts.push(await tryWrite());
  expect(attempts).toEqual([false, false, true]);
  expect(await tryWrite()).toBe(false);
});
