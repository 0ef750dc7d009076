import type { Pool } from 'pg';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { LogHistory } from '../domain/ports/log-history.ts';
import type { Tracing } from '../domain/ports/tracing.ts';
import { type EngineNotice, startEngine } from '../projections/engine/engine.ts';
import type { SharedProgress } from '../projections/engine/progress.ts';
import type { Failure } from '../projections/engine/runner.ts';
import { projections } from '../projections/registry.ts';
import { replayProjection } from '../projections/replay.ts';
import type { Worker, WorkerLogger } from './worker.ts';

/** Dependencies of the projector. */
export interface ProjectorSystem {
  readonly log: EventLog;
  readonly history?: LogHistory;
  readonly pool: Pool;
  readonly progress: SharedProgress;
  readonly tracing?: Tracing;
  readonly settings: {
    readonly shouldReplayWhenAhead: boolean;
    readonly shouldReplayChangedProjections: boolean;
  };
  readonly logger: WorkerLogger;
}

const NOTICE_MESSAGES: Readonly<Record<EngineNotice['kind'], string>> = {
  refused: 'projection refused: a newer version projects it',
  ahead: 'projection stopped: ahead of the log',
  replaying: 'projection rebuild started',
  replayed: 'projection rebuild completed',
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
  const logNotice = ({ kind, ...details }: EngineNotice): void =>
    kind === 'refused' || kind === 'ahead'
      ? logger.error(details, NOTICE_MESSAGES[kind])
      : logger.info(details, NOTICE_MESSAGES[kind]);
  return startEngine({
    log,
    ...(history && { history }),
    pool,
    progress,
    tracing,
    projections: projections.filter(({ name }) => selectedNames.includes(name)),
    shouldReplayWhenAhead: settings.shouldReplayWhenAhead,
    shouldReplayChangedProjections: settings.shouldReplayChangedProjections,
    replay: (projection, signal) => replayProjection({ log, pool, projection, signal }),
    onNotice: logNotice,
    onFailure: logFailure,
    onDropped: (reason) =>
      subscriptionLogger.error({ err: reason }, 'event log subscription dropped', SUBSCRIPTION_DROPPED),
    onResumed: () => subscriptionLogger.recovered?.(SUBSCRIPTION_DROPPED),
  });
}

const SUBSCRIPTION_DROPPED = 'dropped';
