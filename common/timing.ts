import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms` milliseconds, or until the signal is aborted. Never rejects. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {});

/** Resolves with the result of the work, or with undefined after `ms` milliseconds. The work is not cancelled. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
