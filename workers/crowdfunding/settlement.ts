import type { Pool } from 'pg';
import { sleep } from '../../common/timing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { runWithLease } from '../run-with-lease.ts';
import type { Worker } from '../worker.ts';
import { createSettlementRound, type RoundOptions } from './settlement-round.ts';
import { createSettlementRows } from './settlement-rows.ts';

/** Dependencies of the settlement worker. */
export interface SettlementSystem extends Omit<RoundOptions, 'rows'> {
  readonly pool: Pool;
  readonly rawLog: Pick<EventLog, 'head' | 'findEventIdAt'>;
  readonly progress: ReadModelProgress;
}

/** Name of the settlement's lease. The name `settlement` is used for its projection's lease. */
const LEASE_NAME = 'settling';
const ROW_PROJECTIONS = ['settlement'];

/** After this time, the next round may repeat commands, which has no effect. */
const MAX_VISIBILITY_MS = 10_000;
/** Maximum wait while the rows do not change, in ms. Also the maximum delay of `close`. */
const MAX_IDLE_MS = 500;
/** Pause in ms after the log has advanced without changing the rows. */
const PAUSE_MS = 100;

/** Starts a worker that runs a settlement round whenever the settlement rows change. */
export function startSettlement(system: SettlementSystem): Worker {
  const { pool, rawLog, progress, logger } = system;
  const runRound = createSettlementRound({ ...system, rows: createSettlementRows(pool, rawLog) });

  /** Waits until the checkpoint of the settlement rows has advanced. */
  async function waitForChange(positionBefore: Position, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + MAX_IDLE_MS;
    for (
      let remainingMs = MAX_IDLE_MS;
      remainingMs > 0 && !signal.aborted;
      remainingMs = deadline - performance.now()
    ) {
      const hasAdvanced = await progress.waitFor(ROW_PROJECTIONS, positionBefore + 1, remainingMs);
      if (!hasAdvanced || (await query.getSettlementPosition(pool)) > positionBefore) return;
      await sleep(PAUSE_MS, signal);
    }
  }

  /** Waits until the settlement rows have reached a position, or the worker is closed. */
  async function waitForRows(position: Position, signal: AbortSignal): Promise<void> {
    const timerController = new AbortController();
    const timerSignal = AbortSignal.any([signal, timerController.signal]);
    await Promise.race([
      progress.waitFor(ROW_PROJECTIONS, position, MAX_VISIBILITY_MS),
      sleep(MAX_VISIBILITY_MS, timerSignal),
    ]);
    timerController.abort();
  }

  async function runRounds(signal: AbortSignal): Promise<void> {
    const positionBefore = await query.getSettlementPosition(pool);
    const { completedCount, position } = await runRound(signal);
    if (position > 0) await waitForRows(position, signal);
    if (completedCount === 0) await waitForChange(positionBefore, signal);
  }

  return runWithLease({
    pool,
    logger,
    lease: LEASE_NAME,
    work: runRounds,
    failureMessage: 'settlement failed',
  });
}
