import { runRepeatedly } from './run-repeatedly.ts';

/** Runs work that fails in all rounds except one. Returns the pauses between the rounds, in milliseconds. */
async function measurePauses(rounds: number, successfulRound: number): Promise<readonly number[]> {
  const times: number[] = [];
  await new Promise<void>((resolve) => {
    const worker = runRepeatedly(
      async () => {
        times.push(performance.now());
        if (times.length === rounds) resolve(worker.close());
        if (times.length !== successfulRound) throw new Error('unavailable');
      },
      2,
      () => {},
    );
  });
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

test('pauses exponentially longer after failures, until the work succeeds', async () => {
  const pauses = await measurePauses(12, 10);
  // A timer can fire up to 1 ms early.
  for (const [index, pause] of pauses.slice(0, 9).entries())
    expect(pause).toBeGreaterThanOrEqual(2 ** (index + 1) - 1);
  // Without the reset, these pauses would take 1,024 and 2,048 ms.
  for (const pause of pauses.slice(9)) expect(pause).toBeLessThan(1_000);
});

test('ends promptly during the pause after a failure', async () => {
  let startedAt = 0;
  await new Promise<void>((resolve) => {
    const worker = runRepeatedly(
      () => Promise.reject(new Error('unavailable')),
      3_600_000,
      () => {
        startedAt = performance.now();
        resolve(worker.close());
      },
    );
  });
  expect(performance.now() - startedAt).toBeLessThan(4_000);
});
