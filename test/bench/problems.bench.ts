import { checkJournal } from '../../projections/ledger/problems/check.ts';
import {
  listOpenReceivables,
  listUnbalancedEntries,
  listWaitingSettlements,
  summarizeSuspense,
} from '../../projections/ledger/problems/query.ts';
import { listOpenAdjustments } from '../../projections/wallet/adjustments/query.ts';
import {
  type Benchmark,
  type BenchmarkDatabase,
  type BenchmarkEnvironment,
  measureAlternately,
  measureMs,
  median,
} from './harness.ts';
import { createRow } from './rows.ts';

const MAX_MS = 50;
const SUSPENSE_PAYMENTS = 1_000;
const PAGE_SIZE = 20;

/** Inserts purchases directly into the journal tables. A thousand of them are payments in suspense. */
async function fillJournal({ pool }: BenchmarkDatabase, entries: number): Promise<void> {
  await pool.query(
    `INSERT INTO read.journal_entries (position, id, type, occurred_at, event_id, stream, correlation_id, actor_kind,
       actor_id, payment_id)
     SELECT n, gen_random_uuid(), 'PURCHASE', now(), gen_random_uuid(), 'wallet-1', gen_random_uuid(), 'system',
       'benchmark', 'pi_' || n FROM generate_series(1, $1::int) n`,
    [entries],
  );
  await pool.query(
    `INSERT INTO read.journal_postings (position, line, account, debit, credit)
     SELECT n, line, CASE WHEN line = 0 THEN 'stripe:clearing' WHEN n % greatest($1 / ${SUSPENSE_PAYMENTS}, 2) = 0 THEN 'suspense'
       ELSE 'wallet:' || md5((n % 1000)::text)::uuid END, (1 - line) * 100, line * 100
     FROM generate_series(1, $1::int) n, generate_series(0, 1) line`,
    [entries],
  );
  await pool.query('VACUUM ANALYZE');
}

async function run({ createDatabase, pick, report, note }: BenchmarkEnvironment): Promise<void> {
  const database = await createDatabase();
  try {
    const { pool } = database;
    const entries = pick({ tiny: 2_000, quick: 100_000, standard: 300_000, large: 1_000_000 });
    const roundCount = pick({ tiny: 2, quick: 20, standard: 20 });
    note(`a journal of ${entries} entries`);
    await fillJournal(database, entries);
    const sumPostings = () => pool.query('SELECT sum(debit), sum(credit) FROM read.journal_postings');
    const sumMs = await measureMs(sumPostings);
    report(
      createRow({
        what: 'first check of all entries',
        unit: 'ms',
        rate: await measureMs(() => checkJournal(pool)),
        limitName: 'one sum over all postings',
        limit: sumMs,
      }),
    );
    const now = new Date().toISOString();
    const listAllProblems = () =>
      Promise.all([
        listUnbalancedEntries(pool, PAGE_SIZE),
        listWaitingSettlements(pool, now, PAGE_SIZE),
        summarizeSuspense(pool, PAGE_SIZE),
        listOpenReceivables(pool, PAGE_SIZE),
        listOpenAdjustments(pool, PAGE_SIZE),
      ]);
    const select = () => pool.query('SELECT 1');
    const selectFive = () => Promise.all(Array.from({ length: 5 }, select));
    const laterDurations = await measureAlternately(roundCount, () => checkJournal(pool), select);
    const listDurations = await measureAlternately(roundCount, listAllProblems, selectFive);
    report(
      createRow({
        what: 'a further round of the check',
        unit: 'ms',
        rate: median(laterDurations.feature),
        limitName: 'SELECT 1',
        limit: median(laterDurations.limit),
      }),
      createRow({
        what: 'problems',
        unit: 'ms',
        rate: median(listDurations.feature),
        limitName: 'SELECT 1, five at once',
        limit: median(listDurations.limit),
        goal: { atMost: MAX_MS },
      }),
    );
    await pool.query('UPDATE read.journal_postings SET debit = debit + 1 WHERE position = $1 AND line = 0', [
      entries / 2,
    ]);
    let rounds = 1;
    while ((await checkJournal(pool)).length === 0) rounds += 1;
    report(createRow({ what: 'rounds until a changed entry was found', unit: 'rounds', rate: rounds }));
  } finally {
    await database.drop();
  }
}

/** Time until auditors see the problems in a long journal, and time until a change to the journal is detected. */
export const problemsBenchmark: Benchmark = { name: 'problems', run };
