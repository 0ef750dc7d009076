import { walletOf } from '../../domain/ledger/accounts.ts';
import { entriesPage } from '../../projections/ledger/journal/query.ts';
import type { Page, Paging } from '../../projections/paging.ts';
import { transactionsPage } from '../../projections/wallet/wallets/query.ts';
import { bought, createFiller, newIds, type Placed, registered } from './coins-data.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
} from './harness.ts';
import { makeReadModels } from './refunds.bench.ts';

const ENTRIES = 100_000;
const QUICK_ENTRIES = 20_000;
const MOST_MS = 20;
const OTHERS = 1_000;
const LOOKS = 50;
const PAGE_SIZE = 20;

function* purchases(account: string, others: readonly string[], entries: number): Generator<Placed> {
  for (const [n, id] of [account, ...others].entries()) yield registered(id, n);
  for (const other of others) yield bought(other, 50);
  for (let n = 0; n < entries; n += 1) yield bought(account, 50 + (n % 100));
}

/** Median time of reading a page, in milliseconds. */
async function msOf(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < LOOKS; n += 1) {
    const before = performance.now();
    await read();
    times.push(performance.now() - before);
  }
  return median(times);
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  try {
    const { pool } = database;
    const entries = quick ? QUICK_ENTRIES : ENTRIES;
    note(`an account of ${entries} entries`);
    const [account = '', ...others] = newIds(OTHERS + 1);
    await createFiller(database)(purchases(account, others, entries));
    await makeReadModels(database.url, ['wallets', 'crowdfundings', 'journal']);
    await pool.query('VACUUM ANALYZE');
    const statements: Readonly<Record<string, (paging: Paging) => Promise<Page<unknown>>>> = {
      'its owner’s': (paging) => transactionsPage(pool, account, paging),
      'the auditors’': (paging) => entriesPage(pool, { account: walletOf(account) }, paging),
    };
    const rows: BenchmarkRow[] = [];
    for (const [whose, read] of Object.entries(statements)) {
      note(`${whose} statement`);
      const { next } = await read({ page: (entries * 0.9) / PAGE_SIZE });
      if (!next) throw new Error('the statement ends too early');
      const row = (what: string, rate: number): BenchmarkRow =>
        absoluteRow({ what: `${whose} statement, ${what}`, rate, unit: 'ms', atMost: MOST_MS });
      rows.push(row('first page', await msOf(() => read({ page: 1 }))));
      rows.push(row('a page behind nine tenths', await msOf(() => read({ cursor: next }))));
    }
    return rows;
  } finally {
    await database.drop();
  }
}

/** How fast a page of a very long statement is, at its beginning and deep down. */
export const statementBenchmark: Benchmark = { name: 'statement', run };
