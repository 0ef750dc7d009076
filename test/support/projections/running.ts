import type pg from 'pg';
import { createPostgresFanOut } from '../../../adapters/fan-out/postgres.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { type EngineOptions, startEngine } from '../../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../../projections/engine/progress.ts';
import { projectionNames, projections } from '../../../projections/registry.ts';
import { WAIT_MS } from '../wait.ts';

/** A running projection worker. */
export interface RunningEngine {
  /** Waits for projections to reach the current end of the log. Resolves with false if they do not reach it in time. */
  readonly waitUntilCaughtUp: (names?: readonly string[]) => Promise<boolean>;
  readonly stop: () => Promise<void>;
}

/** Runs projections on a log. Default: all projections. */
export async function runEngine(
  pool: pg.Pool,
  log: EventLog,
  options: Partial<EngineOptions> = {},
): Promise<RunningEngine> {
  const progress = createReadModelProgress(pool, createPostgresFanOut(pool));
  const engine = await startEngine({ log, pool, projections, progress, ...options });
  return {
    waitUntilCaughtUp: async (names = projectionNames) => progress.waitFor(names, await log.head(), WAIT_MS),
    stop: async () => {
      await engine.close();
      await progress.close();
    },
  };
}
