/**
 * Other processes that answer requests or end sessions. While there are none, all changes to sessions and all writes of
 * accounts go through this process, so it can use its caches without reading the database.
 */
export interface Peers {
  /**
   * Identifies the current period in which this process has no peers. Returns null if it may have some. A peer may have
   * changed what this process read in an earlier period.
   */
  readonly getExclusivePeriod: () => number | null;
  /** Returns whether all peers take this process into account. If it is false, the process must not answer requests. */
  readonly isRegistered: () => boolean;
  /** Resolves when all peers take this process into account. */
  readonly register: () => Promise<void>;
  readonly unregister: () => Promise<void>;
}
