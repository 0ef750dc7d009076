import type { Position } from '../../../domain/kernel/event.ts';

/** Wakes subscriptions when the log has new events. */
export interface HeadSignal {
  /** Sets the current head of the log. */
  readonly setHead: (position: Position) => void;
  /** Resets the head after the log history has changed. */
  readonly resetHead: (position: Position) => void;
  /** Wakes all subscriptions, because the log may have grown. */
  readonly wakeAll: () => void;
  /** Resolves when the log extends beyond the position, when `wakeAll` is called, or after `waitMs`. */
  readonly waitForEvents: (position: Position, waitMs: number, signal: AbortSignal) => Promise<void>;
}

/** Creates a signal whose head is position 0 until `setHead` is called. */
export function createHeadSignal(): HeadSignal {
  let head: Position = 0;
  const waiters = new Map<() => void, Position>();

  function wakeAll(): void {
    for (const wake of [...waiters.keys()]) wake();
  }

  return {
    setHead: (position) => {
      if (position <= head) return;
      head = position;
      for (const [wake, after] of [...waiters]) if (after < head) wake();
    },
    resetHead: (position) => {
      head = position;
    },
    wakeAll,
    waitForEvents: (position, waitMs, signal) =>
      new Promise((resolve) => {
        if (position < head || signal.aborted) return resolve();
        const wake = (): void => {
          clearTimeout(timer);
          waiters.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        waiters.set(wake, position);
        signal.addEventListener('abort', wake);
      }),
  };
}
