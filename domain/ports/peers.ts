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
  readonly isRegistered: () => boolean;
  /**
   * Resolves when this process is registered, and no peer is in an exclusive period that began before.
   * @throws RegistrationFailed when the database responds too slowly
   */
  readonly register: () => Promise<void>;
  readonly unregister: () => Promise<void>;
}

/** Thrown when a registration had expired before it could be used. */
export class RegistrationFailed extends Error {
  constructor() {
    super('the registration expired before the database confirmed it');
    this.name = 'RegistrationFailed';
  }
}
