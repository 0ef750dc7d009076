import { sleep } from '../../../common/timing.ts';
import { getBackoffMs } from '../../../domain/kernel/exponential-backoff.ts';

const INITIAL_DELAY_MS = 20;
const MAX_DELAY_MS = 2_000;

/**
 * Returns the delay before the next attempt, in milliseconds. It grows exponentially with jitter, up to 2 s.
 */
export function calculateBackoffMs(failures: number): number {
  const maxDelayMs = getBackoffMs(INITIAL_DELAY_MS, MAX_DELAY_MS, failures + 1);
  return maxDelayMs / 2 + Math.random() * (maxDelayMs / 2);
}

/** Retries until the work succeeds. Resolves to undefined when the signal is aborted. */
export async function retryUntilAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await work();
    } catch {
      await sleep(calculateBackoffMs(failures), signal);
    }
  }
  return undefined;
}
