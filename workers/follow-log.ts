import type { Position, RecordedEvent } from '../domain/kernel/event.ts';
import type { EventLog } from '../domain/ports/event-log.ts';
import type { ReadModelProgress } from '../domain/ports/read-models.ts';

/** Maximum wait for the read models of events, in milliseconds. */
export const MAX_VISIBILITY_MS = 10_000;

/** Work on events from a stored log position. */
export interface FollowedLog {
  readonly rawLog: Pick<EventLog, 'head' | 'readAll'>;
  readonly progress: ReadModelProgress;
  readonly types: readonly string[];
  /** Maximum number of events per batch. */
  readonly batchSize: number;
  /** Read models that must contain the events of a batch before it is handled. */
  readonly projections: readonly string[];
  /** Returns the position up to which events have been handled, or null before the first run. */
  readonly getPosition: () => Promise<Position | null>;
  /** Handles events and stores position `to`. Called without events to skip to the end of the log. */
  readonly advance: (from: Position | null, to: Position, events: readonly RecordedEvent[]) => Promise<void>;
}

/** Handles a batch of events. Returns whether there may be more events. */
async function followBatch(options: FollowedLog): Promise<boolean> {
  const { rawLog, progress, types, batchSize, projections, getPosition, advance } = options;
  const fromPosition = await getPosition();
  const head = await rawLog.head();
  // After a failover that lost events, the log may end before the stored position.
  if (fromPosition === null || fromPosition > head) {
    await advance(fromPosition, head, []);
    return false;
  }
  if (fromPosition === head) return false;
  const events = await rawLog.readAll({ after: fromPosition, limit: batchSize, types });
  const isFull = events.length === batchSize;
  const lastPosition = events.at(-1)?.position ?? head;
  if (events.length > 0 && !(await progress.waitFor(projections, lastPosition, MAX_VISIBILITY_MS)))
    return false;
  await advance(fromPosition, isFull ? lastPosition : Math.max(head, lastPosition), events);
  return isFull;
}

/**
 * Handles the events after a stored position, up to the end of the log. The first run starts at the end of the log.
 * Ends early if the read models are behind or the signal is aborted; a later call continues.
 */
export async function followLog(options: FollowedLog, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await followBatch(options)));
}
