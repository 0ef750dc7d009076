import { setTimeout as delay } from 'node:timers/promises';

/** Waits for `ms` milliseconds, or until the signal is aborted. Never rejects. */
export const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => {});

/**
 * Resolves after the callbacks of all settled promises, including those that they settle, but before further input and
 * output is handled. Calls that depend on the same response can thus be collected without a turn of the event loop. Must
 * be called in the callback of a promise. In other callbacks, it resolves before them.
 */
export const collectCalls = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Resolves with the result of `work`, or with undefined after `ms` milliseconds. Does not cancel the work. */
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
