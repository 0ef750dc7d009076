import { doubling } from '../kernel/doubling.ts';

/** Work that is done again and again. */
export interface JobKind {
  readonly name: string;
  /** How often it is done, over all processes together; what was due while none ran is done once. */
  readonly everyMs: number;
  /**
   * A rejected promise is a failed attempt; it is tried again after a pause. It may run again after it has succeeded, should
   * the process die just then.
   */
  readonly run: () => Promise<unknown>;
}

/** An attempt that failed. */
export interface JobFailure {
  readonly name: string;
  /** Empty when it is the queue that failed. */
  readonly id: string;
  readonly error: unknown;
  /** Number of this attempt, from 1. Attempts whose process died count. */
  readonly attempt: number;
}

/** A worker at jobs. */
export interface JobWorker {
  /** Takes no further job, and ends once those under way are done. */
  readonly close: () => Promise<void>;
}

/**
 * Jobs, shared by all processes. Each is under way in one process at a time, and is done although its process dies: another
 * one takes it up within seconds. What must not be lost whatever happens to the store of the jobs belongs into the log or
 * the private data; a job is only the reason to look there.
 */
export interface Jobs {
  /** Works off jobs of these kinds until it is closed. `onReachable` is called when the queue answers after a failure. */
  readonly work: (
    kinds: readonly JobKind[],
    onFailure: (failure: JobFailure) => void,
    onReachable?: () => void,
  ) => JobWorker;
  /** How many jobs of these kinds are due, and not begun. */
  readonly waiting: (names: readonly string[]) => Promise<number>;
}

/** How often a job is tried before it is given up; the next one of its kind begins anew. */
export const MOST_ATTEMPTS = 20;
const FIRST_RETRY_MS = 1_000;
/** The longest pause between two attempts of anything that is tried again by itself, in milliseconds. */
export const LONGEST_RETRY_MS = 5 * 60_000;

/** Pause after so many failed attempts, in milliseconds: each twice as long as the one before, up to five minutes. */
export const retryMs = (failures: number): number => doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS, failures);
