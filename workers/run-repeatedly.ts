import { sleep } from '../common/timing.ts';
import { getBackoffMs } from '../domain/kernel/exponential-backoff.ts';
import type { Worker } from './worker.ts';

/** Maximum pause after a failure, in milliseconds, unless the work always pauses longer. */
export const MAX_FAILURE_PAUSE_MS = 5_000;

/**
 * Runs work repeatedly, `pauseMs` apart. After failures, the pause doubles up to 5 s, or stays `pauseMs` if that is
 * longer. Reports each failure and the first success after it.
 */
export function runRepeatedly(
  work: (signal: AbortSignal) => Promise<unknown>,
  pauseMs: number,
  onFailure: (error: unknown) => void,
  onRecovered: () => void = () => {},
): Worker {
  const closeController = new AbortController();
  const { signal } = closeController;
  const maxPauseMs = Math.max(pauseMs, MAX_FAILURE_PAUSE_MS);

  async function run(): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      try {
        await work(signal);
        if (failures > 0) onRecovered();
        failures = 0;
      } catch (error) {
        failures += 1;
        onFailure(error);
      }
      await sleep(failures === 0 ? pauseMs : getBackoffMs(pauseMs, maxPauseMs, failures), signal);
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
