import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';

/**
 * Failed commands and the times of their next attempts. They are kept in memory, so a process that takes over retries
 * everything.
 */
export interface Retries {
  /** Returns whether the command can be tried now. */
  readonly isDue: (id: Uuid) => boolean;
  /** Records a failure and doubles the delay before the next attempt. */
  readonly recordFailure: (id: Uuid) => void;
  readonly recordSuccess: (id: Uuid) => void;
}

const INITIAL_DELAY_MS = 1_000;
/** Maximum number of entries. The oldest ones are dropped, so their commands are retried immediately. */
const MAX_ENTRIES = 100_000;

/**
 * Creates an empty list of retries.
 * @param now monotonic clock, in milliseconds
 */
export function createRetries(now: () => number = () => performance.now()): Retries {
  const waitingRetries = new Map<Uuid, { readonly failures: number; readonly dueAt: number }>();
  return {
    isDue: (id) => (waitingRetries.get(id)?.dueAt ?? 0) <= now(),
    recordFailure: (id) => {
      const failures = (waitingRetries.get(id)?.failures ?? 0) + 1;
      waitingRetries.delete(id);
      waitingRetries.set(id, {
        failures,
        dueAt: now() + getBackoffMs(INITIAL_DELAY_MS, MAX_RETRY_MS, failures),
      });
      if (waitingRetries.size > MAX_ENTRIES)
        waitingRetries.delete(waitingRetries.keys().next().value as Uuid);
    },
    recordSuccess: (id) => void waitingRetries.delete(id),
  };
}
