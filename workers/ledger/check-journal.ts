import type { Pool } from 'pg';
import { checkJournal } from '../../projections/ledger/problems/check.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** Dependencies of the journal check worker. */
export interface JournalCheckSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

const CHECK_INTERVAL_MS = 1_000;
const LOOP_NAME = 'looking at the journal';

/** Starts a worker that continuously checks that the debits of each entry equal its credits. */
export const startJournalCheck = ({ pool, logger }: JournalCheckSystem): Worker =>
  runRepeatedly(
    async (signal) => {
      const positions = await checkJournal(pool, signal);
      if (positions.length > 0) logger.error({ positions }, 'journal entries out of balance');
    },
    CHECK_INTERVAL_MS,
    (error) => logger.error({ err: error }, 'journal check failed', LOOP_NAME),
    () => logger.recovered?.(LOOP_NAME),
  );
