import type { JsonObject } from '../kernel/json.ts';

/** Work that somebody wants done once, soon or later. */
export interface NewJob {
  /** The kind of work. */
  readonly name: string;
  /** Of jobs of one kind that have the same id, one is done; its id is remembered for a week after. Letters, digits, `-` and `_`. */
  readonly id: string;
  readonly data?: JsonObject;
  /** How long it waits before it is due; 0 by default. */
  readonly delayMs?: number;
  /** How often it is tried before it is given up; 20 by default. */
  readonly attempts?: number;
  /** Pause after the first failure, 1,000 by default. Each one after it is twice as long, up to five minutes. */
  readonly firstRetryMs?: number;
}

/** A job that is being done. */
export interface Job {
  readonly id: string;
  readonly data: JsonObject;
  /** The how-manieth attempt this is, from 1. Attempts whose process died count. */
  readonly attempt: number;
}

/** How jobs of one kind are done. */
export interface JobKind {
  readonly name: string;
  /** A rejected promise is a failed attempt. It may run again after it has succeeded, should the process die just then. */
  readonly run: (job: Job) => Promise<unknown>;
  /** Does it again and again, this often, over all processes together; what was due while none ran is done once. */
  readonly everyMs?: number;
}

/** An attempt that failed. */
export interface JobFailure {
  readonly name: string;
  readonly id: string;
  readonly error: unknown;
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
  /** Resolves once the job is kept. */
  readonly enqueue: (job: NewJob) => Promise<void>;
  /** Works off jobs of these kinds until it is closed. */
  readonly work: (kinds: readonly JobKind[], onFailure: (failure: JobFailure) => void) => JobWorker;
}

/** How often a job is tried, when that is not said. */
export const DEFAULT_ATTEMPTS = 20;
/** Pause after the first failure, in milliseconds, when that is not said. */
export const DEFAULT_FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Pause after so many failed attempts, in milliseconds. */
export const retryMs = (firstMs: number, failures: number): number =>
  Math.min(LONGEST_RETRY_MS, firstMs * 2 ** Math.min(failures - 1, 20));
