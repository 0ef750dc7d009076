import { getAccountStatement } from '../../../projections/ledger/balances/query.ts';
import { iterateEntries, listEntries } from '../../../projections/ledger/journal/query.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';

const ENTRY_COUNT = 2_500;
const WALLET = 'wallet:01980000-0000-7000-8000-000000000001';

let database: TestDatabase;

/** Inserts entries. Entry n credits n coins to the wallet in two postings. */
beforeAll(async () => {
  database = await createDatabase();
  await database.pool.query(
    `INSERT INTO read.journal_entries (position, id, type, occurred_at, event_id, stream, correlation_id, actor_kind, actor_id)
     SELECT n, gen_random_uuid(), 'PURCHASE', now(), gen_random_uuid(), 'wallet-1', gen_random_uuid(), 'system', 'tests'
     FROM generate_series(1, $1::int) n`,
    [ENTRY_COUNT],
  );
  await database.pool.query(
    `INSERT INTO read.journal_postings (position, line, account, debit, credit)
     SELECT n, line, CASE line WHEN 0 THEN 'stripe:clearing' ELSE $2 END,
       CASE line WHEN 0 THEN n ELSE 0 END, CASE line WHEN 0 THEN 0 WHEN 1 THEN n - 1 ELSE 1 END
     FROM generate_series(1, $1::int) n, generate_series(0, 2) line`,
    [ENTRY_COUNT, WALLET],
  );
});
afterAll(() => database.drop());

const createRange = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, n) => (from < to ? from + n : from - n));

test.each([[{}], [{ account: WALLET }]])(
  'all entries of %j are read, once and in order, over all batches',
  async (filter) => {
    const positions: number[] = [];
    for await (const { position, postings } of iterateEntries(database.pool, filter)) {
      positions.push(position);
      expect(postings).toHaveLength(3);
    }
    expect(positions).toEqual(createRange(1, ENTRY_COUNT));
  },
);

test('an entry that posts to an account twice appears once on its page', async () => {
  const first = await listEntries(database.pool, { account: WALLET }, { page: 1 });
  expect(first.items.map(({ position }) => position)).toEqual(createRange(ENTRY_COUNT, ENTRY_COUNT - 19));
  const second = await listEntries(database.pool, { account: WALLET }, { cursor: first.next ?? '' });
  expect(second.items.map(({ position }) => position)).toEqual(
    createRange(ENTRY_COUNT - 20, ENTRY_COUNT - 39),
  );
});

test('a statement shows the balance after each line on every page', async () => {
  const computeBalance = (position: number) => (position * (position + 1)) / 2;
  let cursor: string | null = null;
  for (const from of [ENTRY_COUNT, ENTRY_COUNT - 20, ENTRY_COUNT - 40]) {
    const paging = cursor === null ? { page: 1 } : { cursor };
    const page = await getAccountStatement(database.pool, 'stripe:clearing', paging);
    expect(page.balance).toBe(computeBalance(ENTRY_COUNT));
    expect(page.items.map(({ position, balance }) => [position, balance])).toEqual(
      createRange(from, from - 19).map((position) => [position, computeBalance(position)]),
    );
    cursor = page.next;
  }
});
