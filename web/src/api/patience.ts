/** An act that waits for its time: once at a time, each time twice as long, and never in step with other browsers. */
export interface Patience {
  /** Does it later, unless it waits already. */
  readonly later: () => void;
  readonly waits: () => boolean;
  /** Does it no more. */
  readonly cancel: () => void;
  /** All is well from now on: what comes later waits as briefly as at first, if it has been so for long enough. */
  readonly reset: () => void;
  /** There is reason for hope: the waits begin anew. */
  readonly beginAnew: () => void;
}

/** Puts an act off, by half of the waits or more. `steady` is how long all has to be well; all times in milliseconds. */
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
