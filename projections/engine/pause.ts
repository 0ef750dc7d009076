import { setTimeout as delay } from 'node:timers/promises';

/** Waits, or returns early when the signal is aborted. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {});
