import type { Pool } from 'pg';
import { extendCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import { repeating } from '../repeating.ts';
import type { Worker, WorkerLogger } from '../worker.ts';

/** What chaining needs of the system. */
export interface CoinTrailSystem {
  readonly pool: Pool;
  readonly logger: WorkerLogger;
}

const LOOK_MS = 200;

/** Chains what happens to the coins of campaigns, soon after the journal has it. */
export const startCoinTrails = ({ pool, logger }: CoinTrailSystem): Worker =>
  repeating(
    (signal) => extendCoinTrails(pool, signal),
    LOOK_MS,
    (error) => logger.error({ err: error }, 'the coin trails could not be extended'),
  );
