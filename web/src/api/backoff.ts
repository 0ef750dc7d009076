/**
 * Creates an exponential backoff with jitter that calls `attempt`. Each delay is at least half of its nominal value. A
 * success that lasts for `minUptime` resets the delay. All times are in milliseconds.
 */
export function createBackoff(attempt: () => void, minDelay: number, maxDelay: number, minUptime = 0) {
  let attempts = 0;
  let succeededAt = Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function run(): void {
    timer = undefined;
    attempts += 1;
    attempt();
  }

  return {
    /** Schedules the next retry, unless one is pending. */
    schedule() {
      if (Date.now() - succeededAt >= minUptime) attempts = 0;
      succeededAt = Infinity;
      const longestDelay = Math.min(minDelay * 2 ** attempts, maxDelay);
      timer ??= setTimeout(run, longestDelay * (0.5 + Math.random() / 2));
    },
    isPending: () => timer !== undefined,
    cancel() {
      clearTimeout(timer);
      timer = undefined;
    },
    markSuccess() {
      succeededAt = Date.now();
    },
    resetDelay() {
      attempts = 0;
    },
  };
}
