/** A difference between stored data and the log. */
export interface Problem {
  /** Name of the projection whose replay repairs the data. Undefined for problems of the log and outdated projections. */
  readonly readModel?: string;
  /** Kind of problem, such as `likes` or `hash-chain`. */
  readonly kind: string;
  /** The affected stream, post or account. */
  readonly subject: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Kind of the problem of a projection that is stopped or far behind. */
export const BEHIND = 'behind';

/** Kind of the problem of a table that cannot be read. */
export const UNREADABLE = 'unreadable';

/** Maximum number of problems that are reported. */
export const MAX_PROBLEMS = 1_000;
