import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or returns early when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {});

/** What the work resolves with, or undefined when it takes longer than that; it goes on then, and nobody waits for it. */
export async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  const over = new AbortController();
  try {
    return await Promise.race([work, pause(ms, over.signal).then(() => undefined)]);
  } finally {
    over.abort();
  }
}
