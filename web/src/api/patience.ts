/** A retry with exponential backoff and jitter. At most one retry is pending. */
export interface Patience {
  /** Schedules the next retry, unless one is pending. */
  readonly later: () => void;
  readonly waits: () => boolean;
  /** Cancels the pending retry. */
  readonly cancel: () => void;
  /**
   * Marks success: later delays start at the first delay if the success has lasted for `steady` milliseconds.
   */
  readonly reset: () => void;
  /** Resets the delays to the first one. */
  readonly beginAnew: () => void;
}

/**
 * Creates a backoff for `act`. Each delay is at least half of its nominal value. `steady` is the minimum
 * duration of a success that resets the delays. All times in milliseconds.
 */
export function patient(act: () => void, firstWait: number, longestWait: number, steady = 0): Patience {
  let times = 0;
  let wellSince = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    timer = undefined;
    times += 1;
    act();
  }

  return {
    later() {
      if (Date.now() - wellSince >= steady) times = 0;
      wellSince = Infinity;
      const longest = Math.min(firstWait * 2 ** times, longestWait);
      timer ??= setTimeout(go, longest * (0.5 + Math.random() / 2));
    },
    waits: () => timer !== undefined,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    reset() {
      wellSince = Date.now();
    },
    beginAnew() {
      times = 0;
    },
  };
}
