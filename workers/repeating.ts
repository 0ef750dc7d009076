import { pause } from '../common/waiting.ts';
import type { Worker } from './worker.ts';

/** Does some work again and again, with a pause after each time; a failure is reported and does not end it. */
export function repeating(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
): Worker {
  const closing = new AbortController();
  const { signal } = closing;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work(signal).catch(onFailure);
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
