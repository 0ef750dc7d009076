import type { Pool } from 'pg';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { LogHistory } from '../domain/ports/log-history.ts';
import type { Tracing } from '../domain/ports/tracing.ts';
import { type EngineEvent, startEngine } from '../projections/engine/engine.ts';
import type { SharedProgress } from '../projections/engine/progress.ts';
import type { Failure } from '../projections/engine/runner.ts';
import { rebuildProjection } from '../projections/rebuild.ts';
import { projections } from '../projections/registry.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** Dependencies of the projector. */
export interface ProjectorSystem {
  readonly log: EventLog;
  readonly history?: LogHistory;
  readonly pool: Pool;
  readonly progress: SharedProgress;
  readonly tracing?: Tracing;
  readonly settings: {
    readonly shouldRebuildWhenAhead: boolean;
    readonly shouldRebuildChangedProjections: boolean;
  };
  readonly logger: WorkerLogger;
}

const EVENT_MESSAGES: Readonly<Record<EngineEvent['kind'], string>> = {
  refused: 'projection refused: a newer version projects it',
  ahead: 'projection stopped: ahead of the log',
  'rebuild-started': 'projection rebuild started',
  'rebuild-completed': 'projection rebuild completed',
};

/** Runs the selected projections. Errors of the log subscription are reported to `subscriptionLogger`. */
export async function startProjector(
  { log, history, pool, progress, tracing, settings, logger }: ProjectorSystem,
  selectedNames: readonly string[],
  subscriptionLogger: WorkerLogger,
): Promise<Worker> {
  const logFailure = ({ projection, error, event, attempts }: Failure): void =>
    logger.error(
      {
        err: error,
        projection,
        attempts,
        event: event && { id: event.id, type: event.type, position: event.position },
      },
      'projection failed',
    );
  const logEngineEvent = ({ kind, ...details }: EngineEvent): void =>
    kind === 'refused' || kind === 'ahead'
      ? logger.error(details, EVENT_MESSAGES[kind])
      : logger.info(details, EVENT_MESSAGES[kind]);
  return startEngine({
    log,
    ...(history && { history }),
    pool,
    progress,
    tracing,
    projections: projections.filter(({ name }) => selectedNames.includes(name)),
    shouldRebuildWhenAhead: settings.shouldRebuildWhenAhead,
    shouldRebuildChangedProjections: settings.shouldRebuildChangedProjections,
    rebuild: (projection, signal) => rebuildProjection({ log, pool, projection, signal }),
    onEngineEvent: logEngineEvent,
    onFailure: logFailure,
    onDropped: (reason) =>
      subscriptionLogger.error({ err: reason }, 'event log subscription dropped', SUBSCRIPTION_DROPPED),
    onResumed: () => subscriptionLogger.recovered?.(SUBSCRIPTION_DROPPED),
  });
}

const SUBSCRIPTION_DROPPED = 'dropped';
