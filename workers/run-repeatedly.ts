import { sleep } from '../common/timing.ts';
import type { Worker } from './worker.ts';

/**
 * Runs work repeatedly with a pause in between. Reports failures, which do not end the loop, and the first
 * success after a failure.
 */
export function runRepeatedly(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
  onRecovered: () => void = () => {},
): Worker {
  const closing = new AbortController();
  const { signal } = closing;

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

  const running = run();
  return {
    close: () => {
      closing.abort();
      return running;
    },
  };
}
