import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, NotLeaderError, UnavailableError } from '@eventstore/db-client';
import { calculateBackoffMs } from '../shared/retry.ts';

/** Maximum attempts of a call that nodes reject because they are not the leader. */
const MAX_ATTEMPTS = 4;

/**
 * Sends all calls to the leader. Every call has the header `requires-leader`. Other nodes reject it with the
 * leader's address, and the client reconnects to the leader. Without the header, followers forward appends and
 * return stale reads.
 */
export interface LeaderConnection {
  /** Number of connections that the client has replaced. A subscription on an older connection may be on a follower. */
  readonly getReplacedCount: () => number;
  /** Runs a call, and repeats it on the leader when a node rejects it. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Reports the error of a call that was not made with `run`. */
  readonly reportError: (error: unknown) => void;
}

/** Errors after which the client replaces its connection. */
const isConnectionReplaced = (error: unknown): boolean =>
  error instanceof NotLeaderError || error instanceof UnavailableError || error instanceof CancelledError;

/** Creates the leader connection of one client. */
export function createLeaderConnection(): LeaderConnection {
  let replacedCount = 0;

  function reportError(error: unknown): void {
    if (isConnectionReplaced(error)) replacedCount += 1;
  }

  return {
    getReplacedCount: () => replacedCount,
    reportError,
    run: async (call) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await call();
        } catch (error) {
          reportError(error);
          if (!(error instanceof NotLeaderError) || attempt === MAX_ATTEMPTS) throw error;
          await delay(calculateBackoffMs(attempt));
        }
      }
    },
  };
}
