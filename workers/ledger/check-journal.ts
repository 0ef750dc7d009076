import type { Pool } from 'pg';
import {
  checkJournal,
  findKnownImbalance,
  type KnownImbalance,
} from '../../projections/ledger/problems/check.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** Dependencies of the journal check worker. */
export interface JournalCheckSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

const CHECK_INTERVAL_MS = 1_000;
/** Unbalanced entries that are not corrected are reported again after this time. */
const REPORT_INTERVAL_MS = 60_000;
const MAX_NAMED_POSITIONS = 5;
const LOOP_NAME = 'journal check';
const BALANCE_SUBJECT = 'balance of the journal';

/** Log message about unbalanced entries, and complaint of the worker part. */
export const JOURNAL_UNBALANCED = 'journal unbalanced';

/**
 * Creates a function that reports unbalanced entries: changes at once, and the same ones once a minute. The log of the
 * workers limits equal messages, so that it shows a change within a minute.
 */
function createReporter(logger: WorkerLogger): (imbalance: KnownImbalance) => void {
  let lastReport = '';
  let reportedAt = 0;
  return (imbalance) => {
    if (imbalance.count === 0) {
      lastReport = '';
      logger.recovered?.(BALANCE_SUBJECT);
      return;
    }
    const report = JSON.stringify(imbalance);
    const now = performance.now();
    if (report === lastReport && now - reportedAt < REPORT_INTERVAL_MS) return;
    [lastReport, reportedAt] = [report, now];
    logger.error(imbalance, JOURNAL_UNBALANCED, BALANCE_SUBJECT);
  };
}

/** Starts a worker that continuously checks that the debits of each entry equal its credits. */
export function startJournalCheck({ pool, logger }: JournalCheckSystem): Worker {
  const report = createReporter(logger);
  return runRepeatedly(
    async (signal) => {
      await checkJournal(pool, signal);
      report(await findKnownImbalance(pool, MAX_NAMED_POSITIONS));
    },
    CHECK_INTERVAL_MS,
    (error) => logger.error({ err: error }, 'journal check failed', LOOP_NAME),
    () => logger.recovered?.(LOOP_NAME),
  );
}
