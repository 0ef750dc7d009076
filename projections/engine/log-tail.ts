import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { createEventWindow, type WindowReader } from '../../domain/kernel/event-window.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';

/**
 * The newest events of the log, read once for all projections of a process. Who is further behind than it reaches
 * reads the log itself.
 */
export interface LogTail {
  /** Lets a projection read what stands behind the position. */
  readonly join: (after: Position) => WindowReader;
  /** Resolves once there are events behind the position, the signal is aborted, or the time is over; says whether there are. */
  readonly waitBeyond: (position: Position, signal: AbortSignal, atMostMs?: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Follows a log from a position on. */
export function createLogTail(log: EventLog, from: Position): LogTail {
  const window = createEventWindow(from);
  let head = from;
  const waiting = new Set<() => void>();

  const keep = async (batch: readonly RecordedEvent[]): Promise<void> => {
    window.add(batch, head);
    head = batch.at(-1)?.position ?? head;
    for (const wake of [...waiting]) wake();
  };

  const restart = (end: Position): void => {
    window.restart(end);
    head = end;
    for (const wake of [...waiting]) wake();
  };

  const subscription = log.subscribeToAll({ after: from, onEvents: keep, onPastChanged: restart });

  return {
    join: window.join,
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
