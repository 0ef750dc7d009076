/** Repeated background work. */
export interface BackgroundTask {
  /** Runs the work immediately, or again if it is running. */
  readonly wake: () => void;
  /** Stops the task. Resolves when the current run has ended. */
  readonly close: () => Promise<void>;
}

/** Runs work when woken and at least every `ms` milliseconds. Failures do not stop it. */
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
