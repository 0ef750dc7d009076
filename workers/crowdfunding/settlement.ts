import type { Pool } from 'pg';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { leased } from '../leased.ts';
import type { Worker } from '../worker.ts';
import { createSettlementRound, type RoundSystem, type SettlementRows } from './settlement-round.ts';

/** What the settlement needs of the system. */
export interface SettlementSystem extends Omit<RoundSystem, 'rows'> {
  readonly pool: Pool;
  readonly progress: ReadModelProgress;
}

/** Name of the lease under which one worker at a time settles; `settlement` is that of the rows. */
const LEASE = 'settling';
const ROWS = ['settlement'];

/** How long a round waits for its events to show in the rows; past that their commands are repeated, harmlessly. */
const SHOWN_MS = 10_000;
/** How long it sleeps at most while its rows do not move on; ending it takes as long. */
const IDLE_MS = 500;

/** The rows of the settlement in the database. */
export const rowsIn = (pool: Pool): SettlementRows => ({
  campaignsToExpire: (at, after, limit) => query.campaignsToExpire(pool, at, after, limit),
  campaignsToSettle: (after, limit) => query.campaignsToSettle(pool, after, limit),
  heldDonations: (id, after, limit) => query.heldDonations(pool, id, after, limit),
  heldBefore: (id, position) => query.heldBefore(pool, id, position),
});

/** Settles campaigns that have ended, round after round, as soon as its rows tell of them. */
export function startSettlement(system: SettlementSystem): Worker {
  const { pool, progress, logger } = system;
  const round = createSettlementRound({ ...system, rows: rowsIn(pool) });

  async function work(signal: AbortSignal): Promise<void> {
    const before = await query.settlementPosition(pool);
    const { done, position } = await round(signal);
    if (signal.aborted) return;
    if (position > 0) await progress.waitFor(ROWS, position, SHOWN_MS);
    if (done === 0) await progress.waitFor(ROWS, before + 1, IDLE_MS);
  }

  return leased({
    pool,
    lease: LEASE,
    work,
    onFailure: (error) => logger.error({ err: error }, 'the settlement of crowdfundings cannot go on'),
  });
}
