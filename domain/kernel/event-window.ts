import type { Position, RecordedEvent } from './event.ts';
import type { Uuid } from './ids.ts';

/** Reads the events in a window. */
export interface WindowReader {
  /**
   * Returns up to `limit` events after the position: an empty list at the end of the window, or null if the window
   * starts later. Releases the events up to the position.
   */
  readonly read: (after: Position, limit: number) => readonly RecordedEvent[] | null;
  /** Releases the events up to the position without reading. */
  readonly release: (position: Position) => void;
  /** Unregisters the reader and releases its events. */
  readonly close: () => void;
}

/** The newest events in the log, kept in memory for readers that follow the log closely. */
interface EventWindow {
  /** Adds events that follow position `after`. If the window does not end there, it restarts there. */
  readonly append: (events: readonly RecordedEvent[], after: Position) => void;
  /** Drops all events and restarts the window after a position. `afterId` is the id of the event at that position. */
  readonly reset: (after: Position, afterId?: Uuid | null) => void;
  /** Returns the id of the event at a position in or directly before the window; otherwise undefined. */
  readonly getIdAt: (position: Position) => Uuid | null | undefined;
  /** Registers a reader that starts after the position. */
  readonly addReader: (after: Position) => WindowReader;
}

/** Maximum number of events kept for slow readers. */
const CAPACITY = 4_000;

/**
 * Creates a window that keeps events until its slowest reader has read them. Keeping them longer would cause long
 * garbage collections. A reader that is more than 4,000 events behind must read the log instead.
 */
export function createEventWindow(from: Position): EventWindow {
  const readers = new Map<symbol, Position>();
  let events: RecordedEvent[] = [];
  let start = from;
  /** Id of the event at position `start`. */
  let startId: Uuid | null | undefined;
  let end = from;

  function drop(count: number): void {
    if (count <= 0) return;
    const last = events[count - 1];
    start = last?.position ?? start;
    startId = last ? last.id : startId;
    events = events.slice(count);
  }

  /** Returns the number of events up to and including the position. */
  function countUntil(position: Position): number {
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle]?.position ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  const dropReadEvents = (): void => drop(countUntil(Math.min(end, ...readers.values())));

  function reset(after: Position, afterId?: Uuid | null): void {
    events = [];
    start = after;
    startId = afterId;
    end = after;
  }

  function getIdAt(position: Position): Uuid | null | undefined {
    if (position === start) return startId;
    const event = events[countUntil(position) - 1];
    return event?.position === position ? event.id : undefined;
  }

  return {
    reset,
    getIdAt,
    append(added, after) {
      if (after !== end) reset(after);
      for (const event of added) events.push(event);
      end = added.at(-1)?.position ?? after;
      if (readers.size === 0) drop(events.length);
      // Drop many events at a time, because each drop copies the remaining events.
      else if (events.length > CAPACITY * 2) drop(events.length - CAPACITY);
    },
    addReader(joinedAt) {
      const key = Symbol();
      readers.set(key, joinedAt);
      const release = (position: Position): void => {
        if (!readers.has(key) || readers.get(key) === position) return;
        readers.set(key, position);
        dropReadEvents();
      };
      return {
        release,
        read(after, limit) {
          release(after);
          if (after < start) return null;
          const first = countUntil(after);
          return events.slice(first, first + limit);
        },
        close() {
          readers.delete(key);
          dropReadEvents();
        },
      };
    },
  };
}
