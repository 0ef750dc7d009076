import type { Position, RecordedEvent } from './event.ts';

/** One who reads a window, from where it joined on. */
export interface WindowReader {
  /**
   * What stands behind the position, at most so many; none when the window ends there, null when it does not reach
   * back that far. Whoever asks has no need any more of what stands before.
   */
  readonly read: (after: Position, limit: number) => readonly RecordedEvent[] | null;
  /** Nothing is kept for this reader any more. */
  readonly leave: () => void;
}

/** The newest stretch of a log, kept for those who follow the log closely. */
export interface EventWindow {
  /** Takes the events that come directly behind the position; when the window ends elsewhere, it begins anew. */
  readonly add: (events: readonly RecordedEvent[], after: Position) => void;
  /** Forgets all events: their log is another one now, and the window begins behind the position. */
  readonly restart: (after: Position) => void;
  /** Somebody who wants what stands behind the position. */
  readonly join: (after: Position) => WindowReader;
}

/** Most events that are kept for readers which are a little behind. */
const CAPACITY = 4_000;

/**
 * A window that holds what its slowest reader has not read yet, so that events live no longer than they are wanted;
 * thousands that stay for seconds would make the garbage collector stop the process again and again. Who is far behind
 * is not waited for.
 */
export function createEventWindow(from: Position): EventWindow {
  const readers = new Map<symbol, Position>();
  let events: RecordedEvent[] = [];
  let start = from;
  let end = from;

  function forget(count: number): void {
    if (count <= 0) return;
    start = events[count - 1]?.position ?? start;
    events = events.slice(count);
  }

  /** How many of the events stand at or before the position. */
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

  const forgetWhatAllHaveRead = (): void => forget(countUntil(Math.min(end, ...readers.values())));

  function restart(after: Position): void {
    events = [];
    start = after;
    end = after;
  }

  return {
    restart,
    add(added, after) {
      if (after !== end) restart(after);
      for (const event of added) events.push(event);
      end = added.at(-1)?.position ?? after;
      if (readers.size === 0) forget(events.length);
      // In large steps, since each of them copies what stays.
      else if (events.length > CAPACITY * 2) forget(events.length - CAPACITY);
    },
    join(joinedAt) {
      const key = Symbol();
      readers.set(key, joinedAt);
      return {
        read(after, limit) {
          if (readers.has(key) && readers.get(key) !== after) {
            readers.set(key, after);
            forgetWhatAllHaveRead();
          }
          if (after < start) return null;
          const first = countUntil(after);
          return events.slice(first, first + limit);
        },
        leave() {
          readers.delete(key);
          forgetWhatAllHaveRead();
        },
      };
    },
  };
}
