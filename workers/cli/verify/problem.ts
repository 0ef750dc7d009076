/** A difference between stored data and the log. */
export interface Problem {
  /** Kind of problem, such as `likes` or `hash-chain`. */
  readonly kind: string;
  /** The affected stream, post or account. */
  readonly subject: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Maximum number of problems that are reported. */
export const MAX_PROBLEMS = 1_000;
