import { pause } from '../common/waiting.ts';
import type { Worker } from './worker.ts';

/**
 * Does some work again and again, with a pause after each time; a failure is reported and does not end it, and neither
 * does the first success after it.
 */
export function repeating(
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
      await pause(pauseMs, signal);
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
