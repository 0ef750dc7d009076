/** Something that is not as the log says it should be. */
export interface Problem {
  /** What kind of thing is wrong, as in `likes` or `hash-chain`. */
  readonly kind: string;
  /** What it is about: a stream, a post, an account. */
  readonly subject: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Most problems that are told; where there are more, something larger is wrong than a list could say. */
export const MOST_PROBLEMS = 1_000;
