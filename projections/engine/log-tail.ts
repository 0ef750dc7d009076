import { pause } from '../../common/waiting.ts';
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

/** What a tail reports of its subscription. */
export interface TailListeners {
  readonly onPastChanged: () => void;
  readonly onDropped?: ((reason: Error) => void) | undefined;
  /** Called after a drop, once the tail has all there is in the log. */
  readonly onResumed?: (() => void) | undefined;
}

/** Pause between two looks whether the tail has all there is, in milliseconds. */
const LOOK_MS = 500;

/** Follows a log from a position on, until its past changes; what it has is not to be used then. */
export function createLogTail(log: EventLog, from: Position, listeners: TailListeners): LogTail {
  const window = createEventWindow(from);
  let head = from;
  const waiting = new Set<() => void>();
  const closing = new AbortController();

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

  let isResuming = false;

  async function reportWhenResumed(): Promise<void> {
    if (isResuming) return;
    isResuming = true;
    const hasAll = () =>
      log.head().then(
        (end) => head >= end,
        () => false,
      );
    while (!closing.signal.aborted && !(await hasAll())) await pause(LOOK_MS, closing.signal);
    isResuming = false;
    if (!closing.signal.aborted) listeners.onResumed?.();
  }

  const subscription = log.subscribeToAll({
    after: from,
    onEvents: keep,
    onPastChanged: (end) => {
      restart(end);
      listeners.onPastChanged();
    },
    onDropped: (reason) => {
      listeners.onDropped?.(reason);
      void reportWhenResumed();
    },
  });

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
    close: () => {
      closing.abort();
      return subscription.close();
    },
  };
}
