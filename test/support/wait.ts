import { setTimeout as delay } from 'node:timers/promises';

/** Maximum wait for a condition, in milliseconds. Tests also run on busy machines. */
export const WAIT_MS = 60_000;

/** Repeats a call until its result is accepted, and returns it; fails after a time limit in milliseconds. */
export async function waitForResult<Result>(
  ask: () => Result | Promise<Result>,
  isWanted: (result: Result) => boolean,
  waitMs = WAIT_MS,
): Promise<Result> {
  const deadline = Date.now() + waitMs;
  for (;;) {
    const result = await ask();
    if (isWanted(result)) return result;
    if (Date.now() > deadline)
      throw new Error(`waited ${waitMs} ms for ${ask}; the last result was ${JSON.stringify(result)}`);
    await delay(20);
  }
}

/** Waits until a condition is true; fails after a time limit in milliseconds. */
export const waitUntil = async (
  condition: () => boolean | Promise<boolean>,
  waitMs?: number,
): Promise<void> => {
  await waitForResult(condition, (holds) => holds, waitMs);
};
