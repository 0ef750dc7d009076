import { getBackoffMs } from '../kernel/exponential-backoff.ts';

/** A recurring job. */
export interface JobKind {
  readonly name: string;
  /** Interval between runs across all processes, in ms. Missed runs are made up by a single run. */
  readonly everyMs: number;
  /**
   * Runs the job. If the promise rejects, the attempt has failed and is retried after a pause. A run may be
   * repeated after it has succeeded, if the process dies before the success is recorded.
   */
  readonly run: () => Promise<unknown>;
}

/** An attempt that failed. */
export interface JobFailure {
  readonly name: string;
  /** Empty when the queue failed. */
  readonly id: string;
  readonly error: unknown;
  /** Number of this attempt, from 1. Includes attempts whose process died. */
  readonly attempt: number;
}

/** A running worker of jobs. */
export interface JobWorker {
  /** Stops taking jobs, and resolves when the running ones have ended. */
  readonly close: () => Promise<void>;
}

/**
 * Queue of recurring jobs, shared by all processes. Each job runs in one process at a time. If that process
 * dies, another one takes the job over within seconds. The store of the queue may be lost, so a job holds no
 * data: it reads what is due from the log or the private data.
 */
export interface Jobs {
  /**
   * Runs jobs until it is closed. All workers have the same kinds. `onReachable` is called when the queue is
   * reachable again after a failure.
   */
  readonly work: (
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable?: () => void,
  ) => JobWorker;
  /** Returns the number of jobs that are due and not started. */
  readonly countWaiting: () => Promise<number>;
}

/** Maximum number of attempts per run. The next run of the same kind starts from attempt 1. */
export const MAX_ATTEMPTS = 20;
const MIN_RETRY_MS = 1_000;
/** Maximum pause between automatic retries of any kind, in milliseconds. */
export const MAX_RETRY_MS = 5 * 60_000;

/**
 * Returns the pause after a number of failed attempts, in ms. Doubles with each attempt, up to five minutes.
 */
export const getRetryMs = (failures: number): number => getBackoffMs(MIN_RETRY_MS, MAX_RETRY_MS, failures);
