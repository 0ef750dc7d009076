import { sleep, withTimeout } from './timing.ts';

/** Runs work on request. Combines requests that arrive before the next run. */
interface PacedRunner {
  /** Starts a run immediately if idle. Otherwise, schedules one more run after the wait for the current run and its pause. */
  readonly request: () => void;
  /** Prevents further runs. Resolves when the current run has ended, or after `maxPauseMs`. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a runner that pauses after each run for as long as the run took, at most `maxPauseMs`. The work therefore
 * uses at most half of the time, unless runs take longer than `maxPauseMs`. A run that takes longer does not delay the
 * next one: both then run at the same time.
 * @param run must not reject, and must limit its duration, because that limits the number of concurrent runs
 */
export function createPacedRunner(run: () => Promise<void>, maxPauseMs: number): PacedRunner {
  const closing = new AbortController();
  let isRequested = false;
  let running: Promise<void> | null = null;

  async function runRequests(): Promise<void> {
    while (isRequested && !closing.signal.aborted) {
      isRequested = false;
      const startedAt = performance.now();
      await withTimeout(run(), maxPauseMs);
      await sleep(Math.min(performance.now() - startedAt, maxPauseMs), closing.signal);
    }
    running = null;
  }

  return {
    request: () => {
      isRequested = true;
      running ??= runRequests();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}
