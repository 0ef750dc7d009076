import type { Pool } from 'pg';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { Tracing } from '../domain/ports/tracing.ts';
import { startEngine } from '../projections/engine/engine.ts';
import type { SharedProgress } from '../projections/engine/progress.ts';
import type { Failure } from '../projections/engine/runner.ts';
import { projectionNames, projections } from '../projections/registry.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** What projections need of the system. */
export interface ProjectorSystem {
  readonly log: EventLog;
  readonly pool: Pool;
  readonly progress: SharedProgress;
  readonly tracing?: Tracing;
  readonly logger: WorkerLogger;
}

/** Keeps the read models up to date, or only some of them. */
export async function startProjector(
  { log, pool, progress, tracing, logger }: ProjectorSystem,
  wanted: readonly string[] = projectionNames,
): Promise<Worker> {
  const report = ({ projection, error, event, attempts }: Failure): void =>
    logger.error(
      {
        err: error,
        projection,
        attempts,
        event: event && { id: event.id, type: event.type, position: event.position },
      },
      'a projection cannot go on',
    );
  const chosen = projections.filter(({ name }) => wanted.includes(name));
  return startEngine({ log, pool, progress, tracing, projections: chosen, onFailure: report });
}
