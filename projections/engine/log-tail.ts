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
  readonly addReader: (after: Position) => TailReader;
  /** Returns whether the tail has not reached the head of the log since its subscription dropped. */
  readonly isInterrupted: () => boolean;
  readonly close: () => Promise<void>;
}

/** Reads the newest events for one projection. */
export interface TailReader extends Omit<WindowReader, 'release'> {
  /** Waits for events after the position, an abort or the timeout. Resolves to whether there are events. */
  readonly waitForEvents: (
    position: Position,
    signal: AbortSignal,
    options?: WaitOptions,
  ) => Promise<boolean>;
}

/** Options of `waitForEvents`. */
export interface WaitOptions {
  readonly timeoutMs?: number | undefined;
  /**
   * Called with each batch that arrives. If it returns true, the batch is skipped: waiting continues after it, and the
   * timeout starts again.
   */
  readonly trySkip?: (events: readonly RecordedEvent[]) => boolean;
}

interface Waiter {
  /** Receives the events of a batch that follows position `after`. */
  readonly offer: (events: readonly RecordedEvent[], after: Position) => void;
  readonly wake: () => void;
}

interface TailListeners {
  readonly onHistoryChanged: () => void;
  /** Called once when an error of a reader ends the tail. Its readers receive no further events then. */
  readonly onFailure: (error: unknown) => void;
  readonly onDropped?: ((reason: Error) => void) | undefined;
  readonly onResumed?: (() => void) | undefined;
}

/** Interval at which the tail is compared with the head of the log, in milliseconds. */
const POLL_INTERVAL_MS = 500;

/** Creates a tail that follows a log from a position. Create a new one when the log history changes. */
export function createLogTail(log: EventLog, startPosition: Position, listeners: TailListeners): LogTail {
  const window = createEventWindow(startPosition);
  let head = startPosition;
  const waiters = new Set<Waiter>();
  const closeController = new AbortController();

  const addBatch = async (batch: readonly RecordedEvent[]): Promise<void> => {
    const after = head;
    window.append(batch, after);
    head = batch.at(-1)?.position ?? after;
    for (const { offer } of [...waiters]) offer(batch, after);
  };

  const reset = (newHead: Position): void => {
    window.reset(newHead);
    head = newHead;
    for (const { wake } of [...waiters]) wake();
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
    onHistoryChanged: (end) => {
      reset(end);
      listeners.onHistoryChanged();
    },
    onFailure: listeners.onFailure,
    onDropped: (reason) => {
      listeners.onDropped?.(reason);
      void reportWhenResumed();
    },
  });

  function addReader(readAfter: Position): TailReader {
    const { read, release, close } = window.addReader(readAfter);
    return {
      read,
      close,
      waitForEvents: (start, signal, { timeoutMs, trySkip } = {}) =>
        new Promise((resolve) => {
          let position = start;
          if (head > position || signal.aborted) return resolve(head > position);
          const finish = (): void => {
            clearTimeout(timer);
            waiters.delete(waiter);
            signal.removeEventListener('abort', finish);
            resolve(head > position);
          };
          const waiter: Waiter = {
            wake: () => {
              if (head > position) finish();
            },
            offer: (events, after) => {
              if (after !== position || !trySkip?.(events)) return waiter.wake();
              position = head;
              release(position);
              timer?.refresh();
            },
          };
          const timer = timeoutMs === undefined ? undefined : setTimeout(finish, timeoutMs);
          waiters.add(waiter);
          signal.addEventListener('abort', finish);
        }),
    };
  }

  return {
    addReader,
    isInterrupted: () => isResuming,
    close: () => {
      closeController.abort();
      return subscription.close();
    },
  };
}
