import type pg from 'pg';
import { createSharedWriter, type SharedWriter } from '../../../projections/engine/shared-writer.ts';
import type { Statement } from '../../../projections/queryable.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;
let sharedWriter: SharedWriter;

beforeAll(async () => {
  database = await createDatabase();
  pool = database.pool;
  await pool.query('CREATE TABLE public.written (name text PRIMARY KEY, transaction xid8)');
});
beforeEach(async () => {
  await pool.query('TRUNCATE public.written');
  sharedWriter = createSharedWriter(pool);
});
afterEach(() => sharedWriter.close());
afterAll(() => database.drop());

const createInsert = (name: string): Statement => ({
  text: 'INSERT INTO public.written VALUES ($1, pg_current_xact_id())',
  values: [name],
});

const FAILING_STATEMENT: Statement = { text: 'SELECT 1 / 0' };
const LARGE_BATCH = 10_000;

async function countTransactions(): Promise<number> {
  const { rows } = await pool.query<{ count: string }>(
    'SELECT count(DISTINCT transaction) FROM public.written',
  );
  return Number(rows[0]?.count);
}

async function readWrittenNames(): Promise<readonly string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM public.written ORDER BY name');
  return rows.map(({ name }) => name);
}

async function writeAll(
  ...batches: readonly (readonly Statement[])[]
): Promise<readonly PromiseSettledResult<void>['status'][]> {
  const writers = batches.map(() => sharedWriter.createWriter());
  const results = await Promise.allSettled(writers.map(({ transact }, n) => transact(batches[n] ?? [], 1)));
  await Promise.all(writers.map(({ close }) => close()));
  return results.map(({ status }) => status);
}

test('commits the batches of several projections in one transaction', async () => {
  await writeAll([createInsert('a')], [createInsert('b'), createInsert('c')], [createInsert('d')]);
  expect(await readWrittenNames()).toEqual(['a', 'b', 'c', 'd']);
  expect(await countTransactions()).toBe(1);
});

test('a failing batch fails alone', async () => {
  expect(
    await writeAll([createInsert('a')], [createInsert('b'), FAILING_STATEMENT], [createInsert('c')]),
  ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await readWrittenNames()).toEqual(['a', 'c']);
});

test('a batch that waits for a lock does not delay the others', async () => {
  const [waitingWriter, idleWriter] = [sharedWriter.createWriter(), sharedWriter.createWriter()];
  const lockHolder = await pool.connect();
  await lockHolder.query("BEGIN; INSERT INTO public.written VALUES ('locked', NULL)");
  const lateError = waitingWriter
    .transact([createInsert('locked')], 1)
    .catch((error: Error) => error.message);
  await idleWriter.transact([createInsert('a')], 1);
  await idleWriter.transact([createInsert('b')], 1);
  expect(await readWrittenNames()).toEqual(['a', 'b']);
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(await lateError).toContain('duplicate key');
  await Promise.all([waitingWriter.close(), idleWriter.close()]);
});

test('a large batch is written by itself', async () => {
  const [large, small] = [sharedWriter.createWriter(), sharedWriter.createWriter()];
  await Promise.all([
    large.transact([createInsert('a')], LARGE_BATCH),
    small.transact([createInsert('b')], 1),
  ]);
  expect(await countTransactions()).toBe(2);
  await Promise.all([large.close(), small.close()]);
});
