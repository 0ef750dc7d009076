import { sleep } from '../common/timing.ts';
import type { Worker } from './worker.ts';

/** Runs work repeatedly, with a pause in between. Reports each failure and the first success after it. */
export function runRepeatedly(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
  onRecovered: () => void = () => {},
): Worker {
  const closeController = new AbortController();
  const { signal } = closeController;

  async function run(): Promise<void> {
    let hasFailed = false;
    while (!signal.aborted) {
      try {
        await work(signal);
        if (hasFailed) onRecovered();
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        onFailure(error);
      }
      await sleep(pauseMs, signal);
    }
  }

  const runPromise = run();
  return {
    close: () => {
      closeController.abort();
      return runPromise;
    },
  };
}
