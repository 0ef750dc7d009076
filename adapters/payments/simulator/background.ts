import { sleep } from '../../../common/timing.ts';

/** Runs work immediately, when woken, and at least every `idleMs` milliseconds. Continues after failures. */
export const runInBackground = (
  work: () => Promise<void>,
  idleMs: number,
  onFailure: (error: unknown) => void,
) => {
  let isClosed = false;
  let wakeController = new AbortController();

  const run = async (): Promise<void> => {
    while (!isClosed) {
      // Created before the run, so that a wake during the run causes another one.
      wakeController = new AbortController();
      await work().catch(onFailure);
      await sleep(idleMs, wakeController.signal);
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
