import { sleep } from '../../common/timing.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { createEventWindow, type WindowReader } from '../../domain/kernel/event-window.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';

/**
 * The newest events of the log, read once for all projections of a process. Projections that are further behind read
 * the log directly.
 */
export interface LogTail {
  /** Adds a reader that continues after the position. */
  readonly addReader: (after: Position) => WindowReader;
  /**
   * Waits until there are events after the position, the signal is aborted, or the timeout expires. Resolves with
   * whether there are events.
   */
  readonly waitForEvents: (position: Position, signal: AbortSignal, atMostMs?: number) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

/** Callbacks of the tail's subscription. */
export interface TailListeners {
  readonly onPastChanged: () => void;
  readonly onDropped?: ((reason: Error) => void) | undefined;
  /** Called after a drop, once the tail has reached the head of the log. */
  readonly onResumed?: (() => void) | undefined;
}

/** Interval at which the tail is compared with the head of the log. */
const POLL_INTERVAL_MS = 500;

/** Follows a log from a position until its past changes; then the tail must be replaced. */
export function createLogTail(log: EventLog, from: Position, listeners: TailListeners): LogTail {
  const window = createEventWindow(from);
  let head = from;
  const waiting = new Set<() => void>();
  const closing = new AbortController();

  const addBatch = async (batch: readonly RecordedEvent[]): Promise<void> => {
    window.append(batch, head);
    head = batch.at(-1)?.position ?? head;
    for (const wake of [...waiting]) wake();
  };

  const reset = (end: Position): void => {
    window.reset(end);
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
    while (!closing.signal.aborted && !(await hasAll())) await sleep(POLL_INTERVAL_MS, closing.signal);
    isResuming = false;
    if (!closing.signal.aborted) listeners.onResumed?.();
  }

  const subscription = log.subscribeToAll({
    after: from,
    onEvents: addBatch,
    onPastChanged: (end) => {
      reset(end);
      listeners.onPastChanged();
    },
    onDropped: (reason) => {
      listeners.onDropped?.(reason);
      void reportWhenResumed();
    },
  });

  return {
    addReader: window.addReader,
    waitForEvents: (position, signal, atMostMs) =>
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
