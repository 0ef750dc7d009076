import type { Pool } from 'pg';
import { pause } from '../../common/waiting.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { ReadModelProgress } from '../../domain/ports/read-models.ts';
import * as query from '../../projections/crowdfunding/settlement/query.ts';
import { leased } from '../leased.ts';
import type { Worker } from '../worker.ts';
import { createSettlementRound, type RoundSystem } from './settlement-round.ts';
import { rowsIn } from './settlement-rows.ts';

/** What the settlement needs of the system. */
export interface SettlementSystem extends Omit<RoundSystem, 'rows'> {
  readonly pool: Pool;
  readonly rawLog: Pick<EventLog, 'head' | 'eventIdAt'>;
  readonly progress: ReadModelProgress;
}

/** Name of the lease under which one worker at a time settles; `settlement` is that of the rows. */
const LEASE = 'settling';
const ROWS = ['settlement'];

/** How long a round waits for its events to show in the rows; past that their commands are repeated, harmlessly. */
const SHOWN_MS = 10_000;
/** How long it sleeps at most while its rows do not change; ending it takes as long. */
const IDLE_MS = 500;
/** How long it looks away when what moved on has changed none of its rows. */
const REST_MS = 100;

/** Settles campaigns that have ended, round after round, as soon as its rows tell of them. */
export function startSettlement(system: SettlementSystem): Worker {
  const { pool, rawLog, progress, logger } = system;
  const round = createSettlementRound({ ...system, rows: rowsIn(pool, rawLog) });

  /** Sleeps until the rows have changed, which moves their checkpoint; others' events only move what is waited for. */
  async function rest(before: Position, signal: AbortSignal): Promise<void> {
    const until = performance.now() + IDLE_MS;
    for (let left = IDLE_MS; left > 0 && !signal.aborted; left = until - performance.now()) {
      const moved = await progress.waitFor(ROWS, before + 1, left);
      if (!moved || (await query.settlementPosition(pool)) > before) return;
      await pause(REST_MS, signal);
    }
  }

  /** Waits until the rows have seen a position, or the worker is to end. */
  async function shown(position: Position, signal: AbortSignal): Promise<void> {
    const waited = new AbortController();
    const either = AbortSignal.any([signal, waited.signal]);
    await Promise.race([progress.waitFor(ROWS, position, SHOWN_MS), pause(SHOWN_MS, either)]);
    waited.abort();
  }

  async function work(signal: AbortSignal): Promise<void> {
    const before = await query.settlementPosition(pool);
    const { done, position } = await round(signal);
    if (position > 0) await shown(position, signal);
    if (done === 0) await rest(before, signal);
  }

  return leased({
    pool,
    lease: LEASE,
    work,
    onFailure: (error) => logger.error({ err: error }, 'the settlement of crowdfundings cannot go on', LEASE),
    onRecovered: () => logger.recovered?.(LEASE),
  });
}
