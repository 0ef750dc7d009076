import type { Pool } from 'pg';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { extendCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import { runRepeatedly } from '../run-repeatedly.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** Dependencies of the coin trail worker. */
export interface CoinTrailSystem {
  readonly pool: Pool;
  readonly progress: ReadModelProgress;
  readonly logger: WorkerLogger;
}

/** Delay after an event, in ms, to collect further events. */
const COLLECT_DELAY_MS = 20;
/** Maximum wait while the journal does not advance, in ms. Also the maximum delay of `close`. */
const MAX_IDLE_MS = 500;
const LOOP_NAME = 'extending coin trails';

/** Starts a worker that extends campaigns' coin trails whenever the journal advances. */
export const startCoinTrails = ({ pool, progress, logger }: CoinTrailSystem): Worker =>
  runRepeatedly(
    async (signal) => {
      const journalPosition = await extendCoinTrails(pool, signal);
      if (!signal.aborted) await progress.waitFor(['journal'], journalPosition + 1, MAX_IDLE_MS);
    },
    COLLECT_DELAY_MS,
    (error) => logger.error({ err: error }, 'coin trail extension failed', LOOP_NAME),
    () => logger.recovered?.(LOOP_NAME),
  );
