import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or returns early when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {});

/** What the work resolves with, or undefined when it takes longer than that; it goes on then, and nobody waits for it. */
export async function inTime<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
