import { sleep, withTimeout } from './timing.ts';

/** Runs work on request, and combines requests under load. */
export interface PacedRunner {
  /** Starts a run immediately when idle. Otherwise one further run starts after the current one and its pause. */
  readonly request: () => void;
  /** Starts no further runs. Resolves when the current one has ended, or after `maxPauseMs`. */
  readonly close: () => Promise<void>;
}

/**
 * Creates a runner that pauses after each run for as long as the run took, so that the work uses at most
 * half of the time. The pause is at most `maxPauseMs`.
 * @param run must not reject
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
