import { MAX_PAGE } from '../../contract/fields.ts';
import { toWalletAccount } from '../../domain/ledger/accounts.ts';
import { listEntries } from '../../projections/ledger/journal/query.ts';
import type { Page, Paging } from '../../projections/paging.ts';
import { listTransactions } from '../../projections/wallet/wallets/query.ts';
import {
  createIds,
  createLogFiller,
  createPurchase,
  createRegistration,
  type StreamEvent,
} from './coins-data.ts';
import { type Benchmark, type BenchmarkEnvironment, measureAlternately, median } from './harness.ts';
import { buildReadModels } from './refunds.bench.ts';
import { createRow } from './rows.ts';

const MAX_MS = 20;
const PAGE_SIZE = 20;
const BARE_PAGE = {
  name: 'bare-page',
  text: `SELECT * FROM read.journal_postings WHERE account = $1 ORDER BY position DESC LIMIT ${PAGE_SIZE}`,
};

function* generatePurchases(
  account: string,
  otherAccounts: readonly string[],
  entryCount: number,
): Generator<StreamEvent> {
  for (const [n, id] of [account, ...otherAccounts].entries()) yield createRegistration(id, n);
  for (const otherAccount of otherAccounts) yield createPurchase(otherAccount, 50);
  for (let n = 0; n < entryCount; n += 1) yield createPurchase(account, 50 + (n % 100));
}

type ReadPage = (paging: Paging) => Promise<Page<unknown>>;

/**
 * Returns the cursor of a page. Starts at the last page that can be requested by number and follows the links from
 * there.
 */
async function findCursor(read: ReadPage, page: number): Promise<string> {
  let pageNumber = Math.min(page - 1, MAX_PAGE);
  let { next } = await read({ page: pageNumber });
  for (; pageNumber < page - 1 && next; pageNumber += 1) ({ next } = await read({ cursor: next }));
  if (!next) throw new Error(`the statement has no page ${page}`);
  return next;
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  try {
    const { pool } = database;
    const entryCount = pick({ tiny: 500, quick: 10_000, standard: 30_000, large: 100_000 });
    const roundCount = pick({ tiny: 3, quick: 30, standard: 50 });
    note(`an account of ${entryCount} entries`);
    const [account = '', ...others] = createIds(1 + pick({ tiny: 10, quick: 1_000, standard: 1_000 }));
    await createLogFiller(database)(generatePurchases(account, others, entryCount));
    await buildReadModels(database.url, ['wallets', 'crowdfundings', 'journal']);
    await pool.query('VACUUM ANALYZE');
    const statements: Readonly<Record<string, ReadPage>> = {
      'its owner’s': (paging) => listTransactions(pool, account, paging),
      'the auditors’': (paging) => listEntries(pool, { account: toWalletAccount(account) }, paging),
    };
    const select = () => pool.query({ ...BARE_PAGE, values: [toWalletAccount(account)] });
    for (const [owner, read] of Object.entries(statements)) {
      note(`${owner} statement`);
      const cursor = await findCursor(read, (entryCount * 0.9) / PAGE_SIZE);
      const measure = async (what: string, paging: Paging): Promise<void> => {
        const { feature, limit } = await measureAlternately(roundCount, () => read(paging), select);
        report(
          createRow({
            what: `${owner} statement, ${what}`,
            unit: 'ms',
            rate: median(feature),
            limitName: 'select of 20 postings',
            limit: median(limit),
            goal: { atMost: MAX_MS },
          }),
        );
      };
      await measure('first page', { page: 1 });
      await measure('a page after nine tenths', { cursor });
    }
  } finally {
    await database.drop();
  }
}

/** Time to read the first page and deep pages of a long account statement. */
export const statementBenchmark: Benchmark = { name: 'statement', run };
