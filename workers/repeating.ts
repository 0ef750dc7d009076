import type { Worker } from './worker.ts';

/** Does some work again and again, with a pause after each time; a failure is reported and does not end it. */
export function repeating(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
): Worker {
  const closing = new AbortController();
  const { signal } = closing;

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, pauseMs);
      signal.addEventListener('abort', end);
    });

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await work(signal).catch(onFailure);
      await pause();
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
