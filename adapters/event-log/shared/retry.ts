import { sleep } from '../../../common/timing.ts';
import { exponentialBackoff } from '../../../domain/kernel/exponential-backoff.ts';

const FIRST_MS = 20;
const LONGEST_MS = 2_000;

/** Delay before the next attempt: exponential with jitter, at most 2 s. */
export function backoffMs(failures: number): number {
  const longest = exponentialBackoff(FIRST_MS, LONGEST_MS, failures + 1);
  return longest / 2 + Math.random() * (longest / 2);
}

/** Retries until the work succeeds; resolves with undefined once the signal is aborted. */
export async function retryUntilAborted<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await work();
    } catch {
      await sleep(backoffMs(failures), signal);
    }
  }
  return undefined;
}
