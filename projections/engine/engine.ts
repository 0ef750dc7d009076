import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { pause } from '../../common/waiting.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogHistory } from '../../domain/ports/log-history.ts';
import type { Tracing } from '../../domain/ports/tracing.ts';
import { claimCheckpoints, type Refusal } from './claims.ts';
import { codeOf } from './code.ts';
import { eventTypesOf, type Projection } from './definition.ts';
import { recordFailure } from './failures.ts';
import { type Lease, RENEWAL_MS, releaseLeases, takeLeases } from './leases.ts';
import { createLogTail, type LogTail } from './log-tail.ts';
import { hasCheckpoint } from './log-view.ts';
import type { SharedProgress } from './progress.ts';
import { createReader } from './reader.ts';
import { rebuild } from './rebuild/rebuild.ts';
import { createRepairs, type RepairReason } from './repairs.ts';
import { type Failure, PAST_CHANGED, runProjection } from './runner.ts';
import { createWriter } from './writer.ts';

/** What the engine reports besides failures. */
export type EngineNotice =
  | ({ readonly kind: 'refused' } & Refusal)
  | { readonly kind: 'ahead'; readonly projection: string; readonly position: number }
  | { readonly kind: 'replaying' | 'replayed'; readonly projection: string; readonly reason: RepairReason };

/** What the projections of a process work with. */
export interface EngineOptions {
  readonly log: EventLog;
  /** Notices that the past of the log has changed; by default only the subscription does. */
  readonly history?: Pick<LogHistory, 'check' | 'onChanged'>;
  readonly pool: pg.Pool;
  readonly projections: readonly Projection[];
  readonly progress: Pick<SharedProgress, 'moved'>;
  /** Shows each batch that is written. */
  readonly tracing?: Tracing;
  /** Whether to rebuild projections that are ahead of the log. */
  readonly replayWhenAhead?: boolean;
  /** Whether to rebuild projections whose rows older code has projected. */
  readonly replayChanged?: boolean;
  /** Rebuilds a projection. */
  readonly replay?: (projection: Projection, signal: AbortSignal) => Promise<unknown>;
  /** Called once for each refusal and for each time that a projection stops ahead of the log, and about each rebuild. */
  readonly onNotice?: (notice: EngineNotice) => void;
  /** Called when the subscription to the log is dropped; it resumes. */
  readonly onDropped?: (reason: Error) => void;
  /** Called when the subscription has delivered all there is again. */
  readonly onResumed?: () => void;
  /** Told of every failed attempt. */
  readonly onFailure?: (failure: Failure) => void;
  /** Longest wait between attempts at what fails. */
  readonly longestPauseMs?: number;
  /** Most events of one transaction; 2,000 by default. */
  readonly batchSize?: number;
}

/** Projections at work. */
export interface Engine {
  /** Stops after the batches under way and gives the leases back. */
  readonly close: () => Promise<void>;
}

interface Running {
  readonly epoch: number;
  /** Whether it has ended by itself: another worker took over, or it could not tell whether a batch was written. */
  readonly ended: () => boolean;
  readonly stop: (reason?: Error) => Promise<void>;
}

/**
 * Runs projections, each only while this process holds its lease. What another worker holds is taken over within
 * seconds of that worker's end. When the past of the log changes, all of them start again from their checkpoints.
 */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const { log, history, pool, projections, onNotice, onFailure } = options;
  const replay = options.replay ?? ((projection, signal) => rebuild({ log, pool, projection, signal }));
  const holder = randomUUID();
  const names = projections.map(({ name }) => name);
  const hashes = projections.map((projection) => codeOf(projection).hash);
  const closing = new AbortController();
  const running = new Map<string, Running>();
  const noticed = new Map<string, EngineNotice['kind']>();
  let isPastChanged = false;
  let tail = createLogTail(log, await log.head(), { ...options, onPastChanged: forgetPast });
  const unsubscribe = history?.onChanged(forgetPast);
  const repairs = createRepairs({
    replay,
    onStart: (projection, reason) => onNotice?.({ kind: 'replaying', projection, reason }),
    onDone: (projection, reason) => onNotice?.({ kind: 'replayed', projection, reason }),
    onFailure: (projection, error) => onFailure?.({ projection, error, event: null, attempts: 1 }),
  });

  function forgetPast(): void {
    isPastChanged = true;
    for (const { stop } of running.values()) void stop(PAST_CHANGED);
  }

  async function replaceTail(): Promise<void> {
    const next = createLogTail(log, await log.head(), { ...options, onPastChanged: forgetPast });
    isPastChanged = false;
    await Promise.all([...running.values()].map(({ stop }) => stop(PAST_CHANGED)));
    running.clear();
    const previous = tail;
    tail = next;
    await previous.close();
  }

  /** Reports what lasts once, until it is over. */
  function notice(about: EngineNotice): void {
    if (noticed.get(about.projection) === about.kind) return;
    noticed.set(about.projection, about.kind);
    onNotice?.(about);
  }

  async function claim(): Promise<void> {
    const idle = projections.filter(({ name }) => running.get(name)?.ended() ?? true);
    if (idle.length === 0) return;
    const refusals = await claimCheckpoints(pool, holder, idle);
    for (const refusal of refusals) notice({ kind: 'refused', ...refusal });
  }

  async function start(lease: Lease): Promise<void> {
    const projection = projections.find(({ name }) => name === lease.projection);
    if (!projection) return;
    if (lease.isReplayNeeded && options.replayChanged) repairs.request(projection, 'changed code');
    const current = running.get(lease.projection);
    if (current?.epoch === lease.epoch && !current.ended()) return;
    await current?.stop();
    if (!closing.signal.aborted) running.set(lease.projection, run(projection, lease));
  }

  function onEnd(projection: Projection, { position }: Lease, end: 'stopped' | 'fenced' | 'ahead'): void {
    const { name } = projection;
    if (end !== 'ahead') return;
    // A single look could have met a member of a cluster that is behind the others.
    if (noticed.get(name) === 'ahead' && options.replayWhenAhead)
      repairs.request(projection, 'ahead of the log');
    notice({ kind: 'ahead', projection: name, position });
  }

  function run(projection: Projection, lease: Lease): Running {
    const stopping = new AbortController();
    let ended = false;
    const onStarted = (): void => void noticed.delete(projection.name);
    const running = runOne(options, tail, projection, lease, onStarted, stopping.signal)
      .then((end) => onEnd(projection, lease, end))
      .finally(() => {
        ended = true;
      });
    return {
      epoch: lease.epoch,
      ended: () => ended,
      stop: async (reason) => {
        stopping.abort(reason);
        await running;
      },
    };
  }

  async function keepLeases(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        if (isPastChanged) await replaceTail();
        await claim();
        for (const lease of await takeLeases(pool, holder, names, hashes)) await start(lease);
      } catch (error) {
        onFailure?.({ projection: names.join(', '), error, event: null, attempts: 1 });
      }
      await pause(RENEWAL_MS, closing.signal);
    }
  }

  await claim();
  const keeping = keepLeases();
  return {
    close: async () => {
      closing.abort();
      unsubscribe?.();
      await keeping;
      await Promise.all([...running.values()].map(({ stop }) => stop()));
      await repairs.close();
      await tail.close();
      await releaseLeases(pool, holder).catch(() => {});
    },
  };
}

async function runOne(
  { log, history, pool, progress, tracing, onFailure, longestPauseMs, batchSize }: EngineOptions,
  tail: LogTail,
  projection: Projection,
  lease: Lease,
  onStarted: () => void,
  signal: AbortSignal,
): Promise<'stopped' | 'fenced' | 'ahead'> {
  const writer = createWriter(pool);
  const own = tail.join(lease.position);
  try {
    return await runProjection(
      {
        projection,
        lease,
        reader: createReader(log, eventTypesOf(projection), own),
        writer,
        waitBeyond: tail.waitBeyond,
        isInLog: async (point) => {
          await history?.check();
          if (signal.aborted) return true;
          const isInLog = await hasCheckpoint(log, point);
          if (isInLog) {
            onStarted();
            progress.moved(projection.name, point.position);
          }
          return isInLog;
        },
        hasEvent: (point) => hasCheckpoint(log, point),
        onMoved: progress.moved,
        tracing,
        onFailure: async (failure) => {
          onFailure?.(failure);
          await recordFailure(pool, lease, failure).catch(() => {});
        },
        longestPauseMs,
        batchSize,
      },
      signal,
    );
  } finally {
    own.leave();
    await writer.close();
  }
}
