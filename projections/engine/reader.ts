import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { WindowReader } from '../../domain/kernel/event-window.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { type EventLog, UnknownPosition } from '../../domain/ports/event-log.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';
import { LogHistoryChanged } from './log-view.ts';

/** Events that one projection handles within a log range, and the end of that range. */
export interface Batch extends LogPoint {
  readonly events: readonly RecordedEvent[];
  /** Number of log events in the range. If positions are opaque, the number of returned events. */
  readonly logEventCount: number;
}

/** Reads the log for one projection. Prefetches the next page. */
export interface Reader {
  /**
   * Returns the events after a point, or no events at the end of the log. A point without an event id is not
   * verified.
   * @throws LogHistoryChanged when the log does not contain the event at the point
   */
  readonly next: (after: LogPoint, limit: number) => Promise<Batch>;
  /** Returns the id of the event at a position, or null when there is none. */
  readonly findEventIdAt: (position: Position) => Promise<Uuid | null>;
}

/** Creates a reader for some event types. The last page extends to the head of the log, past other types. */
export function createReader(
  log: EventLog,
  types: readonly string[],
  tail?: Pick<WindowReader, 'read'>,
): Reader {
  let prefetchedBatch: {
    readonly after: LogPoint;
    readonly limit: number;
    readonly batch: Promise<Batch>;
  } | null = null;

  /**
   * Reads the event at the point together with the following events, to verify the point. This needs an extra
   * call only if that event has another type, which happens if a batch ended at the head.
   */
  async function readFromLog(
    { position, eventId }: LogPoint,
    limit: number,
  ): Promise<readonly RecordedEvent[]> {
    if (position === 0 || eventId === null) return log.readAll({ after: position, limit, types });
    const events = await log.readAll({ from: position, limit: limit + 1, types });
    const [first] = events;
    const isOverlapping = first?.position === position;
    const actualId = isOverlapping ? first.id : await log.findEventIdAt(position);
    if (actualId !== eventId) throw new LogHistoryChanged();
    return isOverlapping ? events.slice(1) : events.slice(0, limit);
  }

  const readLog = async (point: LogPoint, limit: number): Promise<Batch> => {
    const after = point.position;
    const head = await log.head();
    const events = await readFromLog(point, limit).catch((error) => {
      throw error instanceof UnknownPosition ? new LogHistoryChanged() : error;
    });
    const lastEvent = events.at(-1);
    const lastPosition = lastEvent?.position ?? after;
    const isAtHead = events.length < limit && head > lastPosition;
    const position = isAtHead ? head : lastPosition;
    const eventId = isAtHead ? await log.findEventIdAt(head) : (lastEvent?.id ?? null);
    return {
      events,
      position,
      eventId,
      logEventCount: log.hasCountablePositions ? position - after : events.length,
    };
  };

  const prefetch = (after: LogPoint, limit: number): void => {
    const batch = readLog(after, limit);
    // Prevents an unhandled rejection. The following call of `next` receives the error.
    batch.catch(() => {});
    prefetchedBatch = { after, limit, batch };
  };

  return {
    next: async (after, limit) => {
      const tailEvents = tail?.read(after.position, limit);
      if (tailEvents) {
        prefetchedBatch = null;
        const lastEvent = tailEvents.at(-1);
        return {
          events: tailEvents,
          position: lastEvent?.position ?? after.position,
          eventId: lastEvent?.id ?? null,
          logEventCount: tailEvents.length,
        };
      }
      const isPrefetched =
        prefetchedBatch?.after.position === after.position && prefetchedBatch.limit === limit;
      const batchPromise = prefetchedBatch && isPrefetched ? prefetchedBatch.batch : readLog(after, limit);
      prefetchedBatch = null;
      const batch = await batchPromise;
      if (batch.events.length === limit) prefetch(batch, limit);
      return batch;
    },
    findEventIdAt: log.findEventIdAt,
  };
}
