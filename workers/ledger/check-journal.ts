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

function formatImbalance({ positions, count }: KnownImbalance): string {
  const more = count > positions.length ? ` and ${count - positions.length} more` : '';
  return `journal entries out of balance at ${positions.join(', ')}${more}; repair: npx kindra replay journal`;
}

/** Creates a function that reports unbalanced entries: changes at once, and the same ones once a minute. */
function createReporter(logger: WorkerLogger): (imbalance: KnownImbalance) => void {
  let lastMessage = '';
  let reportedAt = 0;
  return (imbalance) => {
    if (imbalance.count === 0) {
      lastMessage = '';
      logger.recovered?.(BALANCE_SUBJECT);
      return;
    }
    const message = formatImbalance(imbalance);
    const now = performance.now();
    if (message === lastMessage && now - reportedAt < REPORT_INTERVAL_MS) return;
    [lastMessage, reportedAt] = [message, now];
    logger.error({ positions: imbalance.positions }, message, BALANCE_SUBJECT);
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
