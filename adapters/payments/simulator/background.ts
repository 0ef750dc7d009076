import { sleep } from '../../../common/timing.ts';
import { getBackoffMs } from '../../../domain/kernel/exponential-backoff.ts';

const MAX_FAILURE_PAUSE_MS = 5_000;

/**
 * Runs work immediately, when woken, and at least every `idleMs` milliseconds. Continues after failures, with pauses that
 * grow exponentially up to 5 s.
 */
export const runInBackground = (
  work: () => Promise<void>,
  idleMs: number,
  onFailure: (error: unknown) => void,
) => {
  let isClosed = false;
  let failures = 0;
  let wakeController = new AbortController();

  const run = async (): Promise<void> => {
    while (!isClosed) {
      // Created before the run, so that a wake during the run causes another one.
      wakeController = new AbortController();
      try {
        await work();
        failures = 0;
      } catch (error) {
        failures += 1;
        onFailure(error);
      }
      const pauseMs = failures === 0 ? idleMs : getBackoffMs(idleMs, MAX_FAILURE_PAUSE_MS, failures);
      await sleep(pauseMs, wakeController.signal);
    }
  };

  const runPromise = run();
  const wake = (): void => wakeController.abort();
  return {
    wake,
    close: async (): Promise<void> => {
      isClosed = true;
      wake();
      await runPromise;
    },
  };
};
