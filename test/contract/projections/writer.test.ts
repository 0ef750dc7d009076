import pg from 'pg';
import { createWriter, type Writer } from '../../../projections/engine/writer.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

/** Timeout of statements; a batch may at first take eight times as long. */
const QUERY_TIMEOUT_MS = 100;
/** A statement that takes longer than the first attempts may. */
const SLOW = { text: 'SELECT pg_sleep(2)' };
const MAX_ATTEMPTS = 4;

let database: TestDatabase;
let pool: pg.Pool;
let writer: Writer;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, query_timeout: QUERY_TIMEOUT_MS });
  writer = createWriter(pool);
});
afterAll(async () => {
  await writer.close();
  await pool.end();
  await database.drop();
});

const isWritten = (): Promise<boolean> =>
  writer.transact([SLOW]).then(
    () => true,
    (error: Error) => {
      expect(error.message).toBe('Query read timeout');
      return false;
    },
  );

test('a batch that times out gets more time at each retry, others do not', async () => {
  const attempts: boolean[] = [];
  while (!attempts.at(-1) && attempts.length < MAX_ATTEMPTS) attempts.push(await isWritten());
  expect(attempts).toEqual([false, false, true]);
  expect(await isWritten()).toBe(false);
});
