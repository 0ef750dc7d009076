import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { WindowReader } from '../../domain/kernel/event-window.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import type { LogPoint } from '../../domain/ports/log-history.ts';

/** A stretch of the log: what it holds for a projection, and where it ends. */
export interface Batch extends LogPoint {
  readonly events: readonly RecordedEvent[];
  /** How many events of the log it covers; where positions are opaque, how many it has. */
  readonly passed: number;
}

/** Reads the log for one projection, ahead of it while it writes. */
export interface Reader {
  /** What stands behind the position; nothing of it when nothing does. */
  readonly next: (after: Position, limit: number) => Promise<Batch>;
  /** Id of the event at a position; null when the log has none there. */
  readonly eventIdAt: (position: Position) => Promise<Uuid | null>;
}

/**
 * Reads pages of the events of some types. Where a page reaches the end of the log, the batch stands at the head,
 * since what is not of these types needs no work.
 */
export function createReader(log: EventLog, types: readonly string[], tail?: WindowReader): Reader {
  let ahead: { readonly after: Position; readonly limit: number; readonly batch: Promise<Batch> } | null =
    null;

  const readLog = async (after: Position, limit: number): Promise<Batch> => {
    const head = await log.head();
    const events = await log.readAll({ after, limit, types });
    const last = events.at(-1);
    const lastPosition = last?.position ?? after;
    const isAtHead = events.length < limit && head > lastPosition;
    const position = isAtHead ? head : lastPosition;
    const eventId = isAtHead ? await log.eventIdAt(head) : (last?.id ?? null);
    return {
      events,
      position,
      eventId,
      passed: log.hasCountablePositions ? position - after : events.length,
    };
  };

  const readAhead = (after: Position, limit: number): void => {
    const batch = readLog(after, limit);
    // Whoever comes for it sees the failure; nobody may come.
    batch.catch(() => {});
    ahead = { after, limit, batch };
  };

  return {
    next: async (after, limit) => {
      const recent = tail?.read(after, limit);
      if (recent) {
        ahead = null;
        const last = recent.at(-1);
        return {
          events: recent,
          position: last?.position ?? after,
          eventId: last?.id ?? null,
          passed: recent.length,
        };
      }
      const prepared = ahead?.after === after && ahead.limit === limit ? ahead.batch : readLog(after, limit);
      ahead = null;
      const batch = await prepared;
      if (batch.events.length === limit) readAhead(batch.position, limit);
      return batch;
    },
    eventIdAt: log.eventIdAt,
  };
}
