import { sleep } from '../../common/timing.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { createEventWindow, type WindowReader } from '../../domain/kernel/event-window.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';

/**
 * The newest log events, which are read once for all projections of a process. Projections that are further
 * behind read the log directly.
 */
export interface LogTail {
  /** Adds a reader that continues after the position. */
  readonly addReader: (after: Position) => WindowReader;
  /** Waits for events after the position, an abort or the timeout. Resolves to whether there are events. */
  readonly waitForEvents: (position: Position, signal: AbortSignal, timeoutMs?: number) => Promise<boolean>;
  /** Returns whether the tail has not reached the head of the log since its subscription dropped. */
  readonly isInterrupted: () => boolean;
  readonly close: () => Promise<void>;
}

interface TailListeners {
  readonly onPastChanged: () => void;
  readonly onDropped?: ((reason: Error) => void) | undefined;
  readonly onResumed?: (() => void) | undefined;
}

/** Interval at which the tail is compared with the head of the log, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** Creates a tail that follows a log from a position. Create a new one when the log history changes. */
export function createLogTail(log: EventLog, startPosition: Position, listeners: TailListeners): LogTail {
  const window = createEventWindow(startPosition);
  let head = startPosition;
  const waiters = new Set<() => void>();
  const closeController = new AbortController();

  const addBatch = async (batch: readonly RecordedEvent[]): Promise<void> => {
    window.append(batch, head);
    head = batch.at(-1)?.position ?? head;
    for (const wake of [...waiters]) wake();
  };

  const reset = (newHead: Position): void => {
    window.reset(newHead);
    head = newHead;
    for (const wake of [...waiters]) wake();
  };

  let isResuming = false;

  /** Calls `onResumed` once the tail has reached the head of the log, unless the tail is closed first. */
  async function reportWhenResumed(): Promise<void> {
    if (isResuming) return;
    isResuming = true;
    const hasCaughtUp = () =>
      log.head().then(
        (end) => head >= end,
        () => false,
      );
    while (!closeController.signal.aborted && !(await hasCaughtUp()))
      await sleep(POLL_INTERVAL_MS, closeController.signal);
    isResuming = false;
    if (!closeController.signal.aborted) listeners.onResumed?.();
  }

  const subscription = log.subscribeToAll({
    after: startPosition,
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
    waitForEvents: (position, signal, timeoutMs) =>
      new Promise((resolve) => {
        if (head > position || signal.aborted) return resolve(head > position);
        const finish = (): void => {
          clearTimeout(timer);
          waiters.delete(wake);
          signal.removeEventListener('abort', finish);
          resolve(head > position);
        };
        const wake = (): void => {
          if (head > position) finish();
        };
        const timer = timeoutMs === undefined ? undefined : setTimeout(finish, timeoutMs);
        waiters.add(wake);
        signal.addEventListener('abort', finish);
      }),
    isInterrupted: () => isResuming,
    close: () => {
      closeController.abort();
      return subscription.close();
    },
  };
}
