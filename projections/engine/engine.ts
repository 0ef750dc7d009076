import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { sleep } from '../../common/timing.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { claimCheckpoints, type Refusal } from './claims.ts';
import { getProjectionCode } from './code.ts';
import { getEventTypes, type Projection } from './definition.ts';
import { acquireLeases, type Lease, RENEWAL_MS, releaseLeases } from './leases.ts';
import { createLogTail, type LogTail } from './log-tail.ts';
import { hasCheckpoint } from './log-view.ts';
import type { SharedProgress } from './progress.ts';
import { createReader } from './reader.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { createRebuildQueue, type RebuildReason } from './rebuild-queue.ts';
import { recordFailure } from './record-failure.ts';
import { type Failure, HISTORY_CHANGED, runProjection } from './runner.ts';
import { createSharedWriter, type SharedWriter } from './shared-writer.ts';

/** Event that the engine reports. Failures are reported to `onFailure`. */
export type EngineEvent =
  | ({ readonly kind: 'refused' } & Refusal)
  | { readonly kind: 'ahead'; readonly projection: string; readonly position: number }
  | {
      readonly kind: 'rebuild-started' | 'rebuild-completed';
      readonly projection: string;
      readonly reason: RebuildReason;
    };

/** Dependencies of the engine, the projections that it may run, and its listeners. */
export interface EngineOptions {
  readonly log: EventLog;
  /** Detects changes to the log history. By default, the subscription detects them. */
  readonly history?: Pick<LogHistory, 'check' | 'onChanged'>;
  readonly pool: pg.Pool;
  readonly projections: readonly Projection[];
  readonly progress: Pick<SharedProgress, 'createPublishStatements' | 'report'>;
  readonly tracing?: Tracing;
  readonly shouldRebuildWhenAhead?: boolean;
  /** Whether to rebuild projections with rows from older code. */
  readonly shouldRebuildChangedProjections?: boolean;
  /** Default: `rebuild`. */
  readonly rebuild?: (projection: Projection, signal: AbortSignal) => Promise<unknown>;
  /** Called once per refused projection, at each stop ahead of the log, and for each rebuild. */
  readonly onEngineEvent?: (event: EngineEvent) => void;
  /** Called when the log subscription is dropped. The engine resumes it. */
  readonly onDropped?: (reason: Error) => void;
  /** Called when the subscription has caught up after a drop. */
  readonly onResumed?: () => void;
  readonly onFailure?: (failure: Failure) => void;
  /** Maximum delay between attempts, in milliseconds. */
  readonly maxPauseMs?: number;
  /** Maximum number of events per transaction. Default: 2,000. */
  readonly batchSize?: number;
}

/** The running projections of a process. */
export interface Engine {
  /** Finishes current batches and releases the leases. */
  readonly close: () => Promise<void>;
}

interface RunningProjection {
  readonly epoch: number;
  /** Whether it ended without being stopped: another worker took over, or the outcome of a commit is unknown. */
  readonly hasEnded: () => boolean;
  readonly stop: (reason?: Error) => Promise<void>;
}

/**
 * Runs each projection while this process holds its lease. If another worker stops, this process takes over its
 * leases within seconds. When the log history changes or the tail fails, all projections restart from their checkpoints.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log, history, pool, projections, onEngineEvent, onFailure } = options;
  const rebuildProjection =
    options.rebuild ?? ((projection, signal) => rebuild({ log, pool, projection, signal }));
  const holder = randomUUID();
  const names = projections.map(({ name }) => name);
  const hashes = projections.map((projection) => getProjectionCode(projection).hash);
  const closeController = new AbortController();
  const runningProjections = new Map<string, RunningProjection>();
  const lastReportedKinds = new Map<string, EngineEvent['kind']>();
  let isTailOutdated = false;
  const { onDropped, onResumed } = options;
  const tailListeners = {
    onHistoryChanged: restartProjections,
    onFailure: handleTailFailure,
    onDropped,
    onResumed,
  };
  let tail = createLogTail(log, await log.head(), tailListeners);
  const unsubscribe = history?.onChanged(restartProjections);
  const writer = createSharedWriter(pool, options.progress.createPublishStatements);
  const rebuildQueue = createRebuildQueue({
    rebuild: rebuildProjection,
    onStart: (projection, reason) => onEngineEvent?.({ kind: 'rebuild-started', projection, reason }),
    onDone: (projection, reason) => onEngineEvent?.({ kind: 'rebuild-completed', projection, reason }),
    onFailure: (projection, error) => onFailure?.({ projection, error, event: null, attempts: 1 }),
  });

  function reportEngineFailure(error: unknown): void {
    onFailure?.({ projection: names.join(', '), error, event: null, attempts: 1 });
  }

  /** Stops all projections. They start again from their checkpoints with a new tail. */
  function restartProjections(): void {
    isTailOutdated = true;
    for (const { stop } of runningProjections.values()) void stop(HISTORY_CHANGED);
  }

  function handleTailFailure(error: unknown): void {
    reportEngineFailure(error);
    restartProjections();
  }

  async function replaceTail(): Promise<void> {
    const nextTail = createLogTail(log, await log.head(), tailListeners);
    isTailOutdated = false;
    await Promise.all([...runningProjections.values()].map(({ stop }) => stop(HISTORY_CHANGED)));
    runningProjections.clear();
    const previousTail = tail;
    tail = nextTail;
    await previousTail.close();
    // The previous tail may have been closed before it could report that it resumed after a drop.
    if (!nextTail.isInterrupted()) options.onResumed?.();
  }

  /** Reports a persistent condition once. */
  function reportOnce(event: EngineEvent): void {
    if (lastReportedKinds.get(event.projection) === event.kind) return;
    lastReportedKinds.set(event.projection, event.kind);
    onEngineEvent?.(event);
  }

  async function claimProjections(): Promise<void> {
    const idleProjections = projections.filter(
      ({ name }) => runningProjections.get(name)?.hasEnded() ?? true,
    );
    if (idleProjections.length === 0) return;
    const refusals = await claimCheckpoints(pool, holder, idleProjections);
    for (const refusal of refusals) reportOnce({ kind: 'refused', ...refusal });
  }

  async function startProjection(lease: Lease): Promise<void> {
    const projection = projections.find(({ name }) => name === lease.projection);
    if (!projection) return;
    if (lease.isRebuildNeeded && options.shouldRebuildChangedProjections)
      rebuildQueue.request(projection, 'changed code');
    const currentRun = runningProjections.get(lease.projection);
    if (currentRun?.epoch === lease.epoch && !currentRun.hasEnded()) return;
    await currentRun?.stop();
    if (!closeController.signal.aborted)
      runningProjections.set(lease.projection, runInBackground(projection, lease));
  }

  function handleEnd(projection: Projection, { position }: Lease, end: 'stopped' | 'fenced' | 'ahead'): void {
    const { name } = projection;
    if (end !== 'ahead') return;
    // The first report may come from a cluster member that is behind.
    if (lastReportedKinds.get(name) === 'ahead' && options.shouldRebuildWhenAhead)
      rebuildQueue.request(projection, 'ahead of the log');
    reportOnce({ kind: 'ahead', projection: name, position });
  }

  function runInBackground(projection: Projection, lease: Lease): RunningProjection {
    const stopController = new AbortController();
    let isEnded = false;
    const onStarted = (): void => void lastReportedKinds.delete(projection.name);
    const { signal } = stopController;
    const runPromise = runLeasedProjection({
      engine: options,
      tail,
      sharedWriter: writer,
      projection,
      lease,
      onStarted,
      signal,
    })
      .then((end) => handleEnd(projection, lease, end))
      .finally(() => {
        isEnded = true;
      });
    return {
      epoch: lease.epoch,
      hasEnded: () => isEnded,
      stop: async (reason) => {
        stopController.abort(reason);
        await runPromise;
      },
    };
  }

  async function maintainLeases(): Promise<void> {
    while (!closeController.signal.aborted) {
      try {
        if (isTailOutdated) await replaceTail();
        await claimProjections();
        for (const lease of await acquireLeases(pool, holder, names, hashes)) await startProjection(lease);
      } catch (error) {
        reportEngineFailure(error);
      }
      await sleep(RENEWAL_MS, closeController.signal);
    }
  }

  await claimProjections();
  const leaseLoop = maintainLeases();
  return {
    close: async () => {
      closeController.abort();
      unsubscribe?.();
      await leaseLoop;
      await Promise.all([...runningProjections.values()].map(({ stop }) => stop()));
      await rebuildQueue.close();
      await writer.close();
      await tail.close();
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}

interface LeasedProjection {
  readonly engine: EngineOptions;
  readonly tail: LogTail;
  readonly sharedWriter: SharedWriter;
  readonly projection: Projection;
  readonly lease: Lease;
  /** Called when the checkpoint is found in the log. */
  readonly onStarted: () => void;
  readonly signal: AbortSignal;
}

async function runLeasedProjection(options: LeasedProjection): Promise<'stopped' | 'fenced' | 'ahead'> {
  const { engine, tail, sharedWriter, projection, lease, onStarted, signal } = options;
  const { log, history, pool, progress, tracing, onFailure, maxPauseMs, batchSize } = engine;
  const writer = sharedWriter.createWriter();
  const tailReader = tail.addReader(lease.position);
  try {
    return await runProjection(
      {
        projection,
        lease,
        reader: createReader(log, getEventTypes(projection), tailReader),
        writer,
        waitForEvents: tailReader.waitForEvents,
        isInLog: async (point) => {
          await history?.check();
          if (signal.aborted) return true;
          const isInLog = await hasCheckpoint(log, point);
          if (isInLog) {
            onStarted();
            progress.report(projection.name, point.position, true);
          }
          return isInLog;
        },
        hasEvent: (point) => hasCheckpoint(log, point),
        onProgress: (name, position, hasChanged) => progress.report(name, position, hasChanged, hasChanged),
        tracing,
        onFailure: async (failure) => {
          onFailure?.(failure);
          await recordFailure(pool, lease, failure).catch(() => {});
        },
        maxPauseMs,
        batchSize,
      },
      signal,
    );
  } finally {
    tailReader.close();
    await writer.close();
  }
}
