import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, NotLeaderError, UnavailableError } from '@eventstore/db-client';
import { calculateBackoffMs } from '../shared/retry.ts';

/** Maximum number of attempts for a call that nodes reject because they are not the leader. */
const MAX_ATTEMPTS = 4;

/**
 * Sends all calls to the leader. Every call has the header `requires-leader`. Other nodes reject such calls
 * and return the leader's address, and the client reconnects to the leader. Without the header, followers
 * would forward appends and return stale reads.
 */
export interface LeaderConnection {
  /** How often the client has replaced its connection. Older subscriptions may be connected to a follower. */
  readonly getReplacementCount: () => number;
  /** Runs a call. If a node rejects it, repeats it on the leader. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Reports an error from a call that was not made with `run`. */
  readonly reportError: (error: unknown) => void;
}

/** Returns whether the client replaces its connection after an error. */
const isConnectionReplaced = (error: unknown): boolean =>
  error instanceof NotLeaderError || error instanceof UnavailableError || error instanceof CancelledError;

/** Creates the leader connection for a client. */
export function createLeaderConnection(): LeaderConnection {
  let replacementCount = 0;

  function reportError(error: unknown): void {
    if (isConnectionReplaced(error)) replacementCount += 1;
  }

  return {
    getReplacementCount: () => replacementCount,
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
