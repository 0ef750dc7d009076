import type { AccountId, Instant } from '../kernel/ids.ts';

/** Devices that have logged in. A device uses the same token for all of its accounts. */
export interface Devices {
  /**
   * Records that a device logged in to an account.
   * @param presented token sent by the device, or null
   * @param newToken new token, used if `presented` is unknown
   * @returns the device's token, and whether the device is new for an account that is already known on other devices
   */
  readonly remember: (
    accountId: AccountId,
    presented: string | null,
    newToken: string,
    now: Instant,
  ) => Promise<{ readonly token: string; readonly isAdditional: boolean }>;
  /** Returns whether the device has recently logged in to the account with this username. */
  readonly hasLoggedIn: (token: string, username: string, now: Instant) => Promise<boolean>;
  readonly deleteAll: (accountId: AccountId) => Promise<void>;
  /** Deletes devices that have not been used for a long time, and devices of accounts that cannot be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}
