import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError, NotLeaderError, UnavailableError } from '@eventstore/db-client';
import { backoffMs } from '../shared/backoff.ts';

/** Attempts of one call that nodes refuse because they are not the leader. */
const ATTEMPTS = 4;

/**
 * Keeps calls on the leader. Every call carries the header `requires-leader`. A node that is not the leader refuses it
 * and names the leader, to which the client then connects. Without the header a follower forwards appends, and reads
 * events that may be old.
 */
export interface LeaderConnection {
  /** How often the client has replaced its connection. A subscription of an older one may be on a follower. */
  readonly replaced: () => number;
  /** Runs a call, and repeats it on the leader when a node refuses it. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result>;
  /** Reports the error of a call that `run` did not run. */
  readonly failed: (error: unknown) => void;
}

/** Errors after which the client replaces its connection. */
const replacesConnection = (error: unknown): boolean =>
  error instanceof NotLeaderError || error instanceof UnavailableError || error instanceof CancelledError;

/** Creates the bookkeeping of one client. */
export function createLeaderConnection(): LeaderConnection {
  let replaced = 0;

  function failed(error: unknown): void {
    if (replacesConnection(error)) replaced += 1;
  }

  return {
    replaced: () => replaced,
    failed,
    run: async (call) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await call();
        } catch (error) {
          failed(error);
          if (!(error instanceof NotLeaderError) || attempt === ATTEMPTS) throw error;
          await delay(backoffMs(attempt));
        }
      }
    },
  };
}
