import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';

/** Most events that are kept for projections which are a little behind. */
const CAPACITY = 4_000;

/**
 * The newest events of the log, read once for all projections of a process. Who is further behind than it reaches
 * reads the log itself.
 */
export interface LogTail {
  /** Events behind the position, at most so many; null when the tail does not reach back that far. */
  readonly read: (after: Position, limit: number) => readonly RecordedEvent[] | null;
  /** Resolves once there are events behind the position, the signal is aborted, or the time is over; says whether there are. */
  readonly waitBeyond: (position: Position, signal: AbortSignal, atMostMs?: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Follows a log from a position on. */
export function createLogTail(log: EventLog, from: Position): LogTail {
  let events: RecordedEvent[] = [];
  let before = from;
  let head = from;
  const waiting = new Set<() => void>();

  const keep = async (batch: readonly RecordedEvent[]): Promise<void> => {
    for (const event of batch) events.push(event);
    if (events.length > CAPACITY * 2) dropOldest();
    head = batch.at(-1)?.position ?? head;
    for (const wake of [...waiting]) wake();
  };

  const dropOldest = (): void => {
    before = events.at(-CAPACITY - 1)?.position ?? before;
    events = events.slice(-CAPACITY);
  };

  const indexBehind = (position: Position): number => {
    let low = 0;
    let high = events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((events[middle]?.position ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  const subscription = log.subscribeToAll({ after: from, onEvents: keep });

  return {
    read: (after, limit) => {
      if (after < before) return null;
      const start = indexBehind(after);
      return events.slice(start, start + limit);
    },
    waitBeyond: (position, signal, atMostMs) =>
      new Promise((resolve) => {
        if (head > position || signal.aborted) return resolve(head > position);
        const done = (): void => {
          clearTimeout(timer);
          waiting.delete(wake);
          signal.removeEventListener('abort', done);
          resolve(head > position);
        };
        const wake = (): void => {
          if (head > position) done();
        };
        const timer = atMostMs === undefined ? undefined : setTimeout(done, atMostMs);
        waiting.add(wake);
        signal.addEventListener('abort', done);
      }),
    close: () => subscription.close(),
  };
}
