import type { Pool } from 'pg';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import { extendCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import { repeating } from '../repeating.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** What chaining needs of the system. */
export interface CoinTrailSystem {
  readonly pool: Pool;
  readonly progress: ReadModelProgress;
  readonly logger: WorkerLogger;
}

/** What happens to coins within this time is chained together. */
const GATHER_MS = 20;
/** How long it sleeps at most while the journal does not move on; ending it takes as long. */
const IDLE_MS = 500;
const LOOP = 'extending coin trails';

/** Chains what happens to the coins of campaigns, as soon as the journal has it. */
export const startCoinTrails = ({ pool, progress, logger }: CoinTrailSystem): Worker =>
  repeating(
    async (signal) => {
      const journal = await extendCoinTrails(pool, signal);
      if (!signal.aborted) await progress.waitFor(['journal'], journal + 1, IDLE_MS);
    },
    GATHER_MS,
    (error) => logger.error({ err: error }, 'the coin trails could not be extended', LOOP),
    () => logger.recovered?.(LOOP),
  );
