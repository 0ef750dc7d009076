import type pg from 'pg';
import type { BatchWrite, ChangedPosition } from '../../../projections/engine/batch-writer.ts';
import { acquireLeases, insertMissingCheckpoints, type Lease } from '../../../projections/engine/leases.ts';
import { createSharedWriter, type SharedWriter } from '../../../projections/engine/shared-writer.ts';
import type { Statement } from '../../../projections/queryable.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { passMicrotasks } from '../../support/pass-microtasks.ts';

let database: TestDatabase;
let pool: pg.Pool;
let sharedWriter: SharedWriter;
let leases: readonly Lease[];
let publications: (readonly ChangedPosition[])[];

const WORKER = '01980000-0000-7000-8000-00000000aaaa';
const PROJECTIONS = ['p0', 'p1', 'p2', 'p3'];

beforeAll(async () => {
  database = await createDatabase();
  pool = database.pool;
  await pool.query('CREATE TABLE public.written (name text PRIMARY KEY, transaction xid8)');
});
beforeEach(async () => {
  await pool.query('TRUNCATE public.written, engine.checkpoints');
  await insertMissingCheckpoints(pool, PROJECTIONS);
  leases = await acquireLeases(pool, WORKER, PROJECTIONS);
  publications = [];
  sharedWriter = createSharedWriter(pool, (positions) => {
    publications.push(positions);
    return [];
  });
});
afterEach(() => sharedWriter.close());
afterAll(() => database.drop());

const createInsert = (name: string): Statement => ({
  text: 'INSERT INTO public.written VALUES ($1, pg_current_xact_id())',
  values: [name],
});

/** Creates the batch of one event that follows the given number of events. */
function createBatch(projection: string, changes: readonly Statement[], from = 0): BatchWrite {
  const lease = leases.find((lease) => lease.projection === projection) as Lease;
  return { lease, from, to: { position: from + 1, eventId: null }, rate: 0, changes, eventCount: 1 };
}

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

async function readPositions(): Promise<readonly number[]> {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT position FROM engine.checkpoints ORDER BY projection',
  );
  return rows.map(({ position }) => Number(position));
}

async function writeAll(
  ...batches: readonly (readonly Statement[])[]
): Promise<readonly PromiseSettledResult<void>['status'][]> {
  const writers = batches.map(() => sharedWriter.createWriter());
  const results = await Promise.allSettled(
    writers.map(async ({ write }, n) => {
      await passMicrotasks(n * 20);
      await write(createBatch(`p${n}`, batches[n] ?? []));
    }),
  );
  await Promise.all(writers.map(({ close }) => close()));
  return results.map(({ status }) => status);
}

test('commits the batches of several projections in one transaction', async () => {
  await writeAll([createInsert('a')], [createInsert('b'), createInsert('c')], [createInsert('d')]);
  expect(await readWrittenNames()).toEqual(['a', 'b', 'c', 'd']);
  expect(await countTransactions()).toBe(1);
  expect(await readPositions()).toEqual([1, 1, 1, 0]);
});

test('finds rows by key even if the table is small', async () => {
  const update: Statement = {
    name: 'change public.written',
    text: `UPDATE public.written target SET transaction = NULL FROM unnest($1::text[]) AS given (name)
      WHERE target.name = given.name`,
    values: [['a']],
  };
  const storeSequentialScans: Statement = {
    text: `INSERT INTO public.written (name) SELECT 'sequential scans: ' || seq_scan FROM pg_stat_xact_user_tables
      WHERE relid = 'public.written'::regclass`,
  };
  await pool.query("INSERT INTO public.written VALUES ('a')");
  await pool.query('ANALYZE public.written');
  await writeAll([update, storeSequentialScans]);
  expect(await readWrittenNames()).toEqual(['a', 'sequential scans: 0']);
});

test('publishes the positions of all changed projections in one message', async () => {
  await writeAll([createInsert('a')], [], [createInsert('b')]);
  expect(publications).toEqual([
    [
      { projection: 'p0', position: 1 },
      { projection: 'p2', position: 1 },
    ],
  ]);
});

test('a projection that another worker has taken over fails alone', async () => {
  await pool.query("UPDATE engine.checkpoints SET epoch = epoch + 1 WHERE projection = 'p1'");
  expect(await writeAll([createInsert('a')], [createInsert('b')], [createInsert('c')])).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(await readWrittenNames()).toEqual(['a', 'c']);
  expect(await readPositions()).toEqual([1, 0, 1, 0]);
});

test('a failing batch fails alone', async () => {
  expect(
    await writeAll([createInsert('a')], [createInsert('b'), FAILING_STATEMENT], [createInsert('c')]),
  ).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await readWrittenNames()).toEqual(['a', 'c']);
  expect(await readPositions()).toEqual([1, 0, 1, 0]);
});

test('a batch that waits for a lock does not delay the others', async () => {
  const [waitingWriter, idleWriter] = [sharedWriter.createWriter(), sharedWriter.createWriter()];
  const lockHolder = await pool.connect();
  await lockHolder.query("BEGIN; INSERT INTO public.written VALUES ('locked', NULL)");
  const lateError = waitingWriter
    .write(createBatch('p0', [createInsert('locked')]))
    .catch((error: Error) => error.message);
  await idleWriter.write(createBatch('p1', [createInsert('a')]));
  await idleWriter.write(createBatch('p1', [createInsert('b')], 1));
  expect(await readWrittenNames()).toEqual(['a', 'b']);
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(await lateError).toContain('duplicate key');
  await Promise.all([waitingWriter.close(), idleWriter.close()]);
});

test('a large batch is written by itself', async () => {
  const [large, small] = [sharedWriter.createWriter(), sharedWriter.createWriter()];
  await Promise.all([
    large.write({ ...createBatch('p0', [createInsert('a')]), eventCount: LARGE_BATCH }),
    small.write(createBatch('p1', [createInsert('b')])),
  ]);
  expect(await countTransactions()).toBe(2);
  await Promise.all([large.close(), small.close()]);
});
