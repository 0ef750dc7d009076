import type { Position } from '../../../domain/kernel/event.ts';

/** Lets subscriptions sleep until there is something to read. */
export interface Wake {
  /** The log is known to reach to this position. */
  readonly reached: (position: Position) => void;
  /** The past of the log has changed: it reaches to this position, however far it reached before. */
  readonly restart: (position: Position) => void;
  /** The log may have grown unseen: everybody looks. */
  readonly wakeAll: () => void;
  /** Resolves once the log reaches behind the position, somebody says to look, or the time is over. */
  readonly waitBeyond: (position: Position, waitMs: number, signal: AbortSignal) => Promise<void>;
}

export function createWake(): Wake {
  let head: Position = 0;
  const sleepers = new Map<() => void, Position>();

  function wakeAll(): void {
    for (const wake of [...sleepers.keys()]) wake();
  }

  return {
    reached: (position) => {
      if (position <= head) return;
      head = position;
      for (const [wake, after] of [...sleepers]) if (after < head) wake();
    },
    restart: (position) => {
      head = position;
    },
    wakeAll,
    waitBeyond: (position, waitMs, signal) =>
      new Promise((resolve) => {
        if (position < head || signal.aborted) return resolve();
        const wake = (): void => {
          clearTimeout(timer);
          sleepers.delete(wake);
          signal.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, waitMs);
        sleepers.set(wake, position);
        signal.addEventListener('abort', wake);
      }),
  };
}
