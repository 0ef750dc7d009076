import { getBackoffMs } from '../kernel/exponential-backoff.ts';

/** A recurring job. */
export interface JobKind {
  readonly name: string;
  /** Interval between runs across all processes, in ms. Missed runs are replaced by a single run. */
  readonly everyMs: number;
  /** Rejected attempts are retried after a pause. A run whose success was not recorded is repeated. */
  readonly run: () => Promise<unknown>;
}

/** A failed attempt, or a failure of the queue itself. */
export interface JobFailure {
  readonly name: string;
  /** Id of the job; empty if the queue itself failed. */
  readonly id: string;
  readonly error: unknown;
  /** Number of this attempt, starting at 1. Attempts whose process died also count. */
  readonly attempt: number;
}

/** Handle for stopping a job worker. */
export interface JobWorker {
  /** Stops claiming jobs. Resolves when the running jobs have ended. */
  readonly close: () => Promise<void>;
}

/**
 * Queue of recurring jobs, shared by all processes. Each job runs in one process at a time. If that process dies,
 * another one takes over within seconds. The queue's storage can be lost, so jobs hold no data: they read what is due
 * from the log or the private data.
 */
export interface Jobs {
  /**
   * Runs jobs until the returned worker is closed. All workers must have the same job kinds. `onReachable` is called
   * when the queue can be reached again after a failure.
   */
  readonly work: (
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable?: () => void,
  ) => JobWorker;
  /** Returns the number of jobs that are due but have not started. */
  readonly countWaiting: () => Promise<number>;
}

/** Maximum number of attempts per run. The next run of the same job starts again with attempt 1. */
export const MAX_ATTEMPTS = 20;
const MIN_RETRY_MS = 1_000;
/** Maximum pause between automatic retries of any kind, in milliseconds. */
export const MAX_RETRY_MS = 5 * 60_000;

/** Returns the pause after a number of failed attempts, in ms. It doubles with each attempt, up to 5 minutes. */
export const getRetryMs = (failures: number): number => getBackoffMs(MIN_RETRY_MS, MAX_RETRY_MS, failures);
