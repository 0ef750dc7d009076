/**
 * Other processes that answer requests or end sessions. While there are none, all changes to sessions and all writes of
 * accounts go through this process, so it can answer from memory without asking the database.
 */
export interface Peers {
  /**
   * Identifies the current period in which this process has had no peers. Returns null if it may have some. What was
   * read in another period may have been changed by a peer since.
   */
  readonly getPeriodAlone: () => number | null;
  /** Returns whether peers know of this process. If they do not, it must not answer requests. */
  readonly isKnown: () => boolean;
  /** Resolves when all peers know of this process. */
  readonly becomeKnown: () => Promise<void>;
  readonly leave: () => Promise<void>;
}
