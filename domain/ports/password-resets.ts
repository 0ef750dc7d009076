import type { AccountId, Instant } from '../kernel/ids.ts';
import type { QueuedEmail } from './email.ts';

/** One-time tokens for setting a new password. Only their hashes are stored. */
export interface PasswordResets {
  /**
   * Stores a token for an account, and queues the email that contains it, if any. Earlier tokens become invalid.
   * @returns false if the account has no password
   */
  readonly begin: (
    accountId: AccountId,
    token: string,
    expiresAt: Instant,
    email?: QueuedEmail,
  ) => Promise<boolean>;
  readonly isValid: (token: string, now: Instant) => Promise<boolean>;
  /**
   * Consumes a token. In one transaction, sets the password, ends the account's sessions, and deletes its known devices,
   * challenges and unverified email changes.
   * @returns the account id, or null if the token is not valid
   */
  readonly complete: (token: string, passwordHash: string, now: Instant) => Promise<AccountId | null>;
  readonly sweep: (now: Instant) => Promise<void>;
}
