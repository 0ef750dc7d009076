import { sleep } from '../../common/timing.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import type { Statement } from '../queryable.ts';
import type { BatchWriter } from './batch-writer.ts';
import { getEventTypes, type Projection } from './definition.ts';
import { createFold } from './fold.ts';
import { isFenced, type Lease } from './leases.ts';
import type { TailReader } from './log-tail.ts';
import { LogHistoryChanged } from './log-view.ts';
import type { Batch, Reader } from './reader.ts';
import { createStatements } from './statements.ts';
import { traceBatch } from './trace-batch.ts';

/** A failed attempt to project events. `event` is null if the failing event is unknown. */
export interface Failure {
  readonly projection: string;
  readonly error: unknown;
  readonly event: RecordedEvent | null;
  readonly attempts: number;
}

/** Dependencies and limits of `runProjection`. */
export interface RunnerOptions {
  readonly projection: Projection;
  readonly lease: Lease;
  readonly reader: Reader;
  readonly writer: BatchWriter;
  readonly waitForEvents: TailReader['waitForEvents'];
  readonly tracing?: Tracing;
  /** Returns whether the log contains the event of the checkpoint; if not, the projection is ahead of the log. */
  readonly isInLog: (point: LogPoint) => Promise<boolean>;
  /** Returns whether the log still contains a skipped event that the checkpoint does not include yet. */
  readonly hasEvent: (point: LogPoint) => Promise<boolean>;
  /** Called after each batch. `hasChanged` is whether the batch changed rows. */
  readonly onProgress: (projection: string, position: Position, hasChanged: boolean) => void;
  /** Called after each failed attempt. The next attempt waits for the returned promise. */
  readonly onFailure: (failure: Failure) => Promise<void>;
  /** Maximum delay between attempts, in milliseconds. Default: 15,000. */
  readonly maxPauseMs?: number;
  /** Maximum number of events per transaction. Default: 2,000. */
  readonly batchSize?: number;
}

const DEFAULT_BATCH_SIZE = 2_000;
const INITIAL_PAUSE_MS = 100;
const MAX_PAUSE_MS = 15_000;
const RATE_WINDOW_MS = 2_000;
/** Maximum age of the stored checkpoint while batches change no rows, in milliseconds. */
const MAX_CHECKPOINT_AGE_MS = 1_000;

/** Abort reason for a changed log history. In this case, the current position must not be stored. */
export const HISTORY_CHANGED = new Error('the history of the log has changed');

/** Measures events per second. Returns the rate of the last time window. */
function createWindowRateMeter(): (events: number) => number {
  let windowStart = performance.now();
  let count = 0;
  let rate = 0;
  return (events) => {
    count += events;
    const now = performance.now();
    const elapsedMs = now - windowStart;
    if (elapsedMs >= RATE_WINDOW_MS) {
      rate = (count * 1_000) / elapsedMs;
      windowStart = now;
      count = 0;
    }
    return rate || (count * 1_000) / Math.max(elapsedMs, 1);
  };
}

/**
 * Runs a projection until the signal is aborted or another worker takes over. Each batch is written in one
 * transaction with its checkpoint. A batch that changes no rows writes nothing: waiters are notified
 * immediately, and the checkpoint is stored with the next rows or after 1 s. After a failure, events are
 * processed one by one to identify the failing event. That event is retried with exponential backoff, because
 * later events depend on it.
 * @returns `ahead` if the log does not contain the event of the checkpoint; nothing was projected
 */
export async function runProjection(
  options: RunnerOptions,
  signal: AbortSignal,
): Promise<'stopped' | 'fenced' | 'ahead'> {
  const { projection, lease, reader, writer, waitForEvents, isInLog, hasEvent, onProgress, onFailure } =
    options;
  const { maxPauseMs = MAX_PAUSE_MS, batchSize = DEFAULT_BATCH_SIZE, tracing = noTracing } = options;
  const measureRate = createWindowRateMeter();
  const handledTypes = new Set(getEventTypes(projection));
  let { position, eventId } = lease;
  let storedPosition = lease.position;
  let isVerified = false;
  let storedAt = performance.now();
  let attempts = 0;
  let splitBatchesUntil = position;

  const advance = (point: LogPoint, hasChanged: boolean): void => {
    ({ position, eventId } = point);
    attempts = 0;
    onProgress(projection.name, position, hasChanged);
  };

  async function verifyCheckpoint(): Promise<void> {
    if (!(await isInLog(lease))) throw new AheadOfLog();
    isVerified = true;
  }

  async function processNextBatch(): Promise<void> {
    const batch = await reader.next({ position, eventId }, batchSize);
    if (batch.position <= position) return waitForMore();
    const subBatches = position < splitBatchesUntil ? splitBatch(batch) : [batch];
    for (const subBatch of subBatches) {
      if (signal.aborted) return;
      await writeBatch(subBatch);
    }
  }

  async function waitForMore(): Promise<void> {
    const hasUnstoredPosition = storedPosition < position;
    const options = hasUnstoredPosition ? { timeoutMs: MAX_CHECKPOINT_AGE_MS, trySkip } : {};
    const hasMore = await waitForEvents(position, signal, options);
    if (!hasMore && hasUnstoredPosition && !signal.aborted) await storePosition();
  }

  const isCheckpointDue = (): boolean => performance.now() - storedAt > MAX_CHECKPOINT_AGE_MS;

  const handlesAny = (events: readonly RecordedEvent[]): boolean =>
    events.some(({ type }) => handledTypes.has(type));

  /** Skips events of other projections. Waking this one would cost more CPU time than projecting an event. */
  function trySkip(events: readonly RecordedEvent[]): boolean {
    const lastEvent = events.at(-1);
    if (!lastEvent || isCheckpointDue() || handlesAny(events)) return false;
    measureRate(events.length);
    advance({ position: lastEvent.position, eventId: lastEvent.id }, false);
    return true;
  }

  async function writeBatch(batch: Batch): Promise<void> {
    const rate = measureRate(batch.logEventCount);
    let changes: readonly Statement[] = [];
    try {
      if (handlesAny(batch.events)) changes = projectEvents(projection, batch.events);
      if (changes.length > 0 || isCheckpointDue())
        await traceBatch(tracing, projection, batch.events, () =>
          commit(batch, changes, batch.events.length, rate),
        );
    } catch (error) {
      if (isFenced(error) || error instanceof LogHistoryChanged) throw error;
      splitBatchesUntil = Math.max(splitBatchesUntil, batch.position);
      throw new BatchFailed(error, batch.events.length === 1 ? (batch.events[0] ?? null) : null);
    }
    advance(batch, changes.length > 0);
  }

  /**
   * Stores the position of skipped events. First checks that the log still contains them, because a failover
   * may have replaced them. A batch needs no such check: the reader and the tail verify that it continues
   * from the previous event.
   */
  async function storePosition(): Promise<void> {
    if (!(await hasEvent({ position, eventId }))) throw new LogHistoryChanged();
    await commit({ position, eventId }, [], 0);
  }

  async function commit(
    to: LogPoint,
    changes: readonly Statement[],
    eventCount: number,
    rate = measureRate(0),
  ): Promise<void> {
    await writer.write({ lease, from: storedPosition, to, rate, changes, eventCount });
    storedPosition = to.position;
    storedAt = performance.now();
  }

  while (!signal.aborted) {
    try {
      if (!isVerified) await verifyCheckpoint();
      await processNextBatch();
    } catch (error) {
      if (isFenced(error) || error instanceof LogHistoryChanged) return 'fenced';
      if (error instanceof AheadOfLog) return 'ahead';
      attempts += 1;
      const failure = error instanceof BatchFailed ? error : new BatchFailed(error, null);
      await onFailure({ projection: projection.name, error: failure.cause, event: failure.event, attempts });
      await sleep(getBackoffMs(INITIAL_PAUSE_MS, maxPauseMs, attempts), signal);
    }
  }
  // Stores the position, so that the next worker does not skip the same events again.
  if (storedPosition < position && signal.reason !== HISTORY_CHANGED) await storePosition().catch(() => {});
  return 'stopped';
}

class AheadOfLog extends Error {}

class BatchFailed extends Error {
  readonly event: RecordedEvent | null;

  constructor(cause: unknown, event: RecordedEvent | null) {
    super('a batch could not be projected', { cause });
    this.event = event;
  }
}

const splitBatch = (batch: Batch): readonly Batch[] => [
  ...batch.events.map((event) => ({
    events: [event],
    position: event.position,
    eventId: event.id,
    logEventCount: 1,
  })),
  ...((batch.events.at(-1)?.position ?? 0) < batch.position
    ? [{ ...batch, events: [], logEventCount: 0 }]
    : []),
];

function projectEvents(projection: Projection, events: readonly RecordedEvent[]): readonly Statement[] {
  const fold = createFold(projection);
  for (const event of events) fold.add(event);
  return createStatements('read', fold.take());
}
