import { pause } from '../../common/waiting.ts';
import { doubling } from '../../domain/kernel/doubling.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import { noTracing, type Tracing } from '../../domain/ports/tracing.ts';
import type { Statement } from '../queryable.ts';
import { batchSpan } from './batch-span.ts';
import { eventTypesOf, type Projection } from './definition.ts';
import { createFold } from './fold.ts';
import { isFenced, type Lease } from './leases.ts';
import type { Batch, Reader } from './reader.ts';
import { statementsOf } from './statements.ts';
import type { Writer } from './writer.ts';

/** An error of a projection, with the event that it stopped at when that is known. */
export interface Failure {
  readonly projection: string;
  readonly error: unknown;
  readonly event: RecordedEvent | null;
  /** How often it has been tried. */
  readonly attempts: number;
}

/** What a runner works with. */
export interface RunnerOptions {
  readonly projection: Projection;
  readonly lease: Lease;
  readonly reader: Reader;
  readonly writer: Writer;
  /** Sleeps until there is something behind the position, or the time is over; says whether there is. */
  readonly waitBeyond: (position: Position, signal: AbortSignal, atMostMs?: number) => Promise<boolean>;
  /** Shows each batch that is written. */
  readonly tracing?: Tracing;
  /** Whether the log has the event at which the projection is; otherwise the projection is ahead of the log. */
  readonly isInLog: (point: LogPoint) => Promise<boolean>;
  /** Whether the log still has the event at a point that was passed over and not stored. */
  readonly hasEvent: (point: LogPoint) => Promise<boolean>;
  /** Called after each commit. */
  readonly onMoved: (projection: string, position: Position) => void;
  /** Called after each failed attempt; the runner goes on when its promise is settled. */
  readonly onFailure: (failure: Failure) => Promise<void>;
  /** Longest wait between attempts. */
  readonly longestPauseMs?: number;
  /** Most events of one transaction. */
  readonly batchSize?: number;
}

/** Events of one batch while catching up; live ones are far fewer. */
const BATCH = 2_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 15_000;
const RATE_WINDOW_MS = 2_000;
/** Longest time that a checkpoint stands behind batches that changed no row. */
const CHECKPOINT_LAG_MS = 1_000;

/** Reason of an abort after the past of the log has changed: what the runner remembers must not be stored. */
export const PAST_CHANGED = new Error('the past of the log has changed');

/** Counts events per second over the last stretch of time. */
function createMeter(): (events: number) => number {
  let since = performance.now();
  let count = 0;
  let rate = 0;
  return (events) => {
    count += events;
    const now = performance.now();
    const elapsed = now - since;
    if (elapsed >= RATE_WINDOW_MS) {
      rate = (count * 1_000) / elapsed;
      since = now;
      count = 0;
    }
    return rate || (count * 1_000) / Math.max(elapsed, 1);
  };
}

/**
 * Runs a projection until the signal is aborted or another worker has taken over. Each batch is written in one
 * transaction with its checkpoint. A batch that changes no row costs no transaction: waiters hear of it at once, and the
 * checkpoint follows with the next rows or a little later. After a failure the events go one by one, so that the one to
 * blame is known; it is tried again and again, with longer and longer pauses, since what comes behind it cannot be
 * projected without it.
 * @returns how it ended; `ahead` means that nothing was projected, because the log lacks the event of the checkpoint
 */
export async function runProjection(
  options: RunnerOptions,
  signal: AbortSignal,
): Promise<'stopped' | 'fenced' | 'ahead'> {
  const { projection, lease, reader, writer, waitBeyond, isInLog, hasEvent, onMoved, onFailure } = options;
  const { longestPauseMs = LONGEST_PAUSE_MS, batchSize = BATCH, tracing = noTracing } = options;
  const meter = createMeter();
  const concerned = new Set(eventTypesOf(projection));
  let { position, eventId } = lease;
  let stored = lease.position;
  let isVerified = false;
  let storedAt = performance.now();
  let attempts = 0;
  let oneByOneUntil = position;

  const moved = (to: LogPoint): void => {
    ({ position, eventId } = to);
    attempts = 0;
    onMoved(projection.name, position);
  };

  async function verify(): Promise<void> {
    if (!(await isInLog(lease))) throw new AheadOfLog();
    isVerified = true;
  }

  async function step(): Promise<void> {
    const batch = await reader.next(position, batchSize);
    if (batch.position <= position) return rest();
    const parts = position < oneByOneUntil ? single(batch) : [batch];
    for (const part of parts) {
      if (signal.aborted) return;
      await write(part);
    }
  }

  async function rest(): Promise<void> {
    const behind = stored < position;
    const more = await waitBeyond(position, signal, behind ? CHECKPOINT_LAG_MS : undefined);
    if (!more && behind && !signal.aborted) await store({ position, eventId }, []);
  }

  async function write(part: Batch): Promise<void> {
    const rate = meter(part.passed);
    try {
      const changes = part.events.some(({ type }) => concerned.has(type))
        ? project(projection, part.events)
        : [];
      if (changes.length > 0 || performance.now() - storedAt > CHECKPOINT_LAG_MS)
        await batchSpan(tracing, projection, part.events, () => store(part, changes, rate));
    } catch (error) {
      if (isFenced(error) || error instanceof PastChanged) throw error;
      oneByOneUntil = Math.max(oneByOneUntil, part.position);
      throw new PartFailed(error, part.events.length === 1 ? (part.events[0] ?? null) : null);
    }
    moved(part);
  }

  /** After a failover, the events behind the stored checkpoint may be others than those that were passed over. */
  async function verifyPassedEvents(): Promise<void> {
    if (stored < position && !(await hasEvent({ position, eventId }))) throw new PastChanged();
  }

  async function store(to: LogPoint, changes: readonly Statement[], rate = meter(0)): Promise<void> {
    await verifyPassedEvents();
    await writer.transact([moveCheckpoint(lease, stored, to, rate), ...changes]);
    stored = to.position;
    storedAt = performance.now();
  }

  while (!signal.aborted) {
    try {
      if (!isVerified) await verify();
      await step();
    } catch (error) {
      if (isFenced(error) || error instanceof PastChanged) return 'fenced';
      if (error instanceof AheadOfLog) return 'ahead';
      attempts += 1;
      const failed = error instanceof PartFailed ? error : new PartFailed(error, null);
      await onFailure({ projection: projection.name, error: failed.cause, event: failed.event, attempts });
      await pause(doubling(FIRST_PAUSE_MS, longestPauseMs, attempts), signal);
    }
  }
  // Whoever comes next would only pass over the same events again.
  if (stored < position && signal.reason !== PAST_CHANGED)
    await store({ position, eventId }, []).catch(() => {});
  return 'stopped';
}

/** The log does not have the event at the checkpoint. */
class AheadOfLog extends Error {}

/** The log has lost events that were passed over since the checkpoint was stored. */
class PastChanged extends Error {}

class PartFailed extends Error {
  readonly event: RecordedEvent | null;

  constructor(cause: unknown, event: RecordedEvent | null) {
    super('a batch could not be projected', { cause });
    this.event = event;
  }
}

const single = (batch: Batch): readonly Batch[] => [
  ...batch.events.map((event) => ({
    events: [event],
    position: event.position,
    eventId: event.id,
    passed: 1,
  })),
  ...((batch.events.at(-1)?.position ?? 0) < batch.position ? [{ ...batch, events: [], passed: 0 }] : []),
];

function project(projection: Projection, events: readonly RecordedEvent[]): readonly Statement[] {
  const fold = createFold(projection);
  for (const event of events) fold.add(event);
  return statementsOf('read', fold.take());
}

const moveCheckpoint = (lease: Lease, from: Position, to: LogPoint, rate: number): Statement => ({
  name: 'move-checkpoint',
  text: 'SELECT engine.move_checkpoint($1, $2, $3, $4, $5::uuid, $6)',
  values: [lease.projection, lease.epoch, from, to.position, to.eventId, rate],
});
