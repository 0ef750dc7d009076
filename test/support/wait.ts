import { setTimeout as delay } from 'node:timers/promises';

/** Waits until a condition holds; fails after so many milliseconds. */
export const until = async (condition: () => boolean | Promise<boolean>, waitMs = 15_000): Promise<void> => {
  const deadline = Date.now() + waitMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`did not come true within ${waitMs} ms: ${condition}`);
    await delay(20);
  }
};
