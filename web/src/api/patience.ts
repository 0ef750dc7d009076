/** An act that waits for its time: once at a time, each time twice as long, and never in step with other browsers. */
export interface Patience {
  /** Does it later, unless it waits already. */
  readonly later: () => void;
  readonly waits: () => boolean;
  /** Does it no more. */
  readonly cancel: () => void;
  /** All is well: what comes later waits as briefly as at first. */
  readonly reset: () => void;
}

/** Puts an act off, by half of the waits or more; both in milliseconds. */
export function patient(act: () => void, firstWait: number, longestWait: number): Patience {
  let times = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function go(): void {
    timer = undefined;
    times += 1;
    act();
  }

  return {
    later() {
      const longest = Math.min(firstWait * 2 ** times, longestWait);
      timer ??= setTimeout(go, longest * (0.5 + Math.random() / 2));
    },
    waits: () => timer !== undefined,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    reset() {
      times = 0;
    },
  };
}
