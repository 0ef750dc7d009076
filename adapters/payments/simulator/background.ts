/** Something done again and again. */
export interface Background {
  /** Has it done soon. */
  readonly wake: () => void;
  /** Ends it; resolves when it is not being done any more. */
  readonly close: () => Promise<void>;
}

/** Does something whenever it is woken, and every so many milliseconds even if not. Failures do not end it. */
export const inBackground = (
  work: () => Promise<void>,
  idleMs: number,
  onFailure: (error: unknown) => void,
): Background => {
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
