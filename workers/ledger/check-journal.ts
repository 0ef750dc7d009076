import type { Pool } from 'pg';
import { checkJournal } from '../../projections/ledger/problems/check.ts';
import { repeating } from '../repeating.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** What looking at the journal needs of the system. */
export interface JournalCheckSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

const LOOK_MS = 1_000;
const LOOP = 'looking at the journal';

/** Looks whether the debits of all entries are their credits, again and again, so that auditors need not wait for it. */
export const startJournalCheck = ({ pool, logger }: JournalCheckSystem): Worker =>
  repeating(
    async (signal) => {
      const positions = await checkJournal(pool, signal);
      if (positions.length > 0) logger.error({ positions }, 'entries of the journal are out of balance');
    },
    LOOK_MS,
    (error) => logger.error({ err: error }, 'the journal could not be looked at', LOOP),
    () => logger.recovered?.(LOOP),
  );
