import { sleep } from '../../common/timing.ts';
import { getBackoffMs } from '../../domain/kernel/exponential-backoff.ts';

interface SupervisorOptions {
  readonly isRunning: () => boolean;
  /** Whether this process may start the server: not when another process has taken over the data folder. */
  readonly canRestart: () => boolean;
  readonly restart: () => Promise<void>;
  /** Called once with the last error, after the last attempt. */
  readonly onLost: (error: unknown) => void;
  /** Interval of the checks and minimum pause after a failed attempt, in milliseconds. Default: 1,000. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 10_000;
/** Number of consecutive failed attempts after which the server is lost. */
export const MAX_ATTEMPTS = 5;

/**
 * Restarts a server when it has ended, until it is closed or several attempts in a row have failed. Polls, because the
 * server is not a child of this process.
 */
export const superviseServer = (options: SupervisorOptions): { readonly close: () => Promise<void> } => {
  const { isRunning, canRestart, restart, onLost, pauseMs = PAUSE_MS } = options;
  const closeController = new AbortController();
  const { signal } = closeController;
  let failures = 0;

  const check = async (): Promise<void> => {
    if (isRunning() || !canRestart()) return;
    try {
      await restart();
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures < MAX_ATTEMPTS || signal.aborted) return;
      closeController.abort();
      onLost(error);
    }
  };

  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      await sleep(failures === 0 ? pauseMs : getBackoffMs(pauseMs, MAX_PAUSE_MS, failures), signal);
      if (!signal.aborted) await check();
    }
  };

  const runPromise = run();
  return {
    close: () => {
      closeController.abort();
      return runPromise;
    },
  };
};
