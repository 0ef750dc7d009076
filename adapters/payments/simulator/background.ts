/** Repeated background work. */
export interface BackgroundTask {
  /** Runs the work soon. */
  readonly wake: () => void;
  /** Stops; resolves when the work is not running. */
  readonly close: () => Promise<void>;
}

/** Runs work when woken and at least every `ms` milliseconds. Failures do not stop it. */
export const runInBackground = (
  work: () => Promise<void>,
  idleMs: number,
  onFailure: (error: unknown) => void,
): BackgroundTask => {
  let closed = false;
  let woken = false;
  let wakeUp = (): void => {};

  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, idleMs);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async (): Promise<void> => {
    while (!closed) {
      woken = false;
      await work().catch(onFailure);
      if (!woken && !closed) await idle();
    }
  };

  const running = run();
  const wake = (): void => {
    woken = true;
    wakeUp();
  };
  return {
    wake,
    close: async () => {
      closed = true;
      wake();
      await running;
    },
  };
};
