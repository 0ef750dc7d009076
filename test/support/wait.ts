import { setTimeout as delay } from 'node:timers/promises';

/** Default time to wait for a condition, in milliseconds. It is long, because tests also run on busy machines. */
export const WAIT_MS = 60_000;

/** Repeats a call until its result is accepted. Returns the result. Throws after `waitMs` milliseconds. */
export async function waitForResult<Result>(
  getResult: () => Result | Promise<Result>,
  isAccepted: (result: Result) => boolean,
  waitMs = WAIT_MS,
): Promise<Result> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const result = await getResult();
    if (isAccepted(result)) return result;
    if (Date.now() > deadline)
      throw new Error(`waited ${waitMs} ms for ${getResult}; the last result was ${JSON.stringify(result)}`);
    await delay(20);
  }
}

/** Waits until a condition is true. Throws after `waitMs` milliseconds. */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  waitMs?: number,
): Promise<void> => {
  await waitForResult(condition, (isTrue) => isTrue, waitMs);
};
