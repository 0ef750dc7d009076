import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import { MAX_RETRY_MS } from '../../domain/ports/jobs.ts';

const INITIAL_DELAY_MS = 1_000;
/** Maximum number of entries. The oldest ones are dropped, so their commands are retried immediately. */
const MAX_ENTRIES = 100_000;

/**
 * Creates a list of failed commands and the times of their next attempts. It is kept in memory, so a process that takes
 * over retries everything.
 * @param now monotonic clock, in milliseconds
 */
export function createRetries(now: () => number = () => performance.now()) {
  const waitingRetries = new Map<Uuid, { readonly failures: number; readonly dueAt: number }>();
  return {
    isDue: (id: Uuid): boolean => (waitingRetries.get(id)?.dueAt ?? 0) <= now(),
    recordFailure: (id: Uuid): void => {
      const failures = (waitingRetries.get(id)?.failures ?? 0) + 1;
      waitingRetries.delete(id);
      waitingRetries.set(id, {
        failures,
        dueAt: now() + getBackoffMs(INITIAL_DELAY_MS, MAX_RETRY_MS, failures),
      });
      if (waitingRetries.size > MAX_ENTRIES)
        waitingRetries.delete(waitingRetries.keys().next().value as Uuid);
    },
    recordSuccess: (id: Uuid) => void waitingRetries.delete(id),
  };
}

/** Failed commands that wait for their next attempts. */
export type Retries = ReturnType<typeof createRetries>;
