/** Work that is repeated in the background. */
export interface BackgroundTask {
  /** Runs the work immediately. If it is already running, runs it again afterwards. */
  readonly wake: () => void;
  /** Stops the task. Resolves when the current run has ended. */
  readonly close: () => Promise<void>;
}

/** Runs work when it is woken, and at least every `ms` milliseconds. Continues after failures. */
export const runInBackground = (
  work: () => Promise<void>,
  idleMs: number,
  onFailure: (error: unknown) => void,
): BackgroundTask => {
  let isClosed = false;
  let isWakeRequested = false;
  let wakeLoop = (): void => {};

  const waitForWake = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      wakeLoop = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!isClosed) {
      isWakeRequested = false;
      await work().catch(onFailure);
      if (!isWakeRequested && !isClosed) await waitForWake();
    }
  };

  const runPromise = run();
  const wake = (): void => {
    isWakeRequested = true;
    wakeLoop();
  };
  return {
    wake,
    close: async () => {
      isClosed = true;
      wake();
      await runPromise;
    },
  };
};
