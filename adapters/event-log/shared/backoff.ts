import { pause } from '../../../common/waiting.ts';
import { doubling } from '../../../domain/kernel/doubling.ts';

const FIRST_MS = 20;
const LONGEST_MS = 2_000;

/** How long to wait before trying again after so many failures in a row: doubling, with jitter, at most 2 s. */
export function backoffMs(failures: number): number {
  const longest = doubling(FIRST_MS, LONGEST_MS, failures + 1);
  return longest / 2 + Math.random() * (longest / 2);
}

/** Tries again until the work succeeds; undefined once the signal is aborted. */
export async function persistently<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      return await work();
    } catch {
      await pause(backoffMs(failures), signal);
    }
  }
  return undefined;
}
