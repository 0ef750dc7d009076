import { checkJournal } from '../../projections/ledger/problems/check.ts';
import {
  openReceivables,
  suspenseInAll,
  unbalancedEntries,
  waitingSettlements,
} from '../../projections/ledger/problems/query.ts';
import { openAdjustments } from '../../projections/wallet/adjustments/query.ts';
import {
  absoluteRow,
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  type BenchmarkRow,
  median,
} from './harness.ts';

const ENTRIES = 1_000_000;
const QUICK_ENTRIES = 100_000;
const LOOKS = 20;
const MOST_MS = 50;
const LISTED = 20;

/** Purchases, and a thousand payments in suspense among them, straight into the journal's tables. */
async function fill({ pool }: BenchmarkDatabase, entries: number): Promise<void> {
  await pool.query(
    `INSERT INTO read.journal_entries (position, id, type, occurred_at, event_id, stream, correlation_id, actor_kind,
       actor_id, payment_id)
     SELECT n, gen_random_uuid(), 'PURCHASE', now(), gen_random_uuid(), 'wallet-1', gen_random_uuid(), 'system',
       'benchmark', 'pi_' || n FROM generate_series(1, $1::int) n`,
    [entries],
  );
  await pool.query(
    `INSERT INTO read.journal_postings (position, line, account, debit, credit)
     SELECT n, line, CASE WHEN line = 0 THEN 'stripe:clearing' WHEN n % ($1 / 1000) = 0 THEN 'suspense'
       ELSE 'wallet:' || md5((n % 1000)::text)::uuid END, (1 - line) * 100, line * 100
     FROM generate_series(1, $1::int) n, generate_series(0, 1) line`,
    [entries],
  );
  await pool.query('VACUUM ANALYZE');
}

async function msOf(look: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < LOOKS; n += 1) {
    const before = performance.now();
    await look();
    times.push(performance.now() - before);
  }
  return median(times);
}

async function run({ freshDatabase, quick, note }: BenchmarkEnvironment): Promise<readonly BenchmarkRow[]> {
  const database = await freshDatabase();
  try {
    const { pool } = database;
    const entries = quick ? QUICK_ENTRIES : ENTRIES;
    note(`a journal of ${entries} entries`);
    await fill(database, entries);
    const before = performance.now();
    await checkJournal(pool);
    const first = performance.now() - before;
    const now = new Date().toISOString();
    const problems = () =>
      Promise.all([
        unbalancedEntries(pool, LISTED),
        waitingSettlements(pool, now, LISTED),
        suspenseInAll(pool, LISTED),
        openReceivables(pool, LISTED),
        openAdjustments(pool, LISTED),
      ]);
    const rows = [
      { what: 'first look at all entries', rate: first, unit: 'ms' },
      { what: 'a further round of looking', rate: await msOf(() => checkJournal(pool)), unit: 'ms' },
      absoluteRow({ what: 'problems', rate: await msOf(problems), unit: 'ms', atMost: MOST_MS }),
    ];
    await pool.query('UPDATE read.journal_postings SET debit = debit + 1 WHERE position = $1 AND line = 0', [
      entries / 2,
    ]);
    let rounds = 1;
    while ((await checkJournal(pool)).length === 0) rounds += 1;
    return [...rows, { what: 'rounds until a changed entry was found', rate: rounds, unit: 'rounds' }];
  } finally {
    await database.drop();
  }
}

/** How fast auditors are told what is wrong with a long journal, and how long a change of it stays unseen. */
export const problemsBenchmark: Benchmark = { name: 'problems', run };
