import type { AccountId, Uuid } from '../kernel/ids.ts';

/** A change of a password to another one. */
export interface PasswordHashChange {
  readonly accountId: AccountId;
  readonly currentHash: string;
  readonly newHash: string;
  /** Session that remains open. */
  readonly keptSessionId: Uuid;
}

/** Usernames and passwords of accounts. */
export interface AccountCredentials {
  readonly findCredentials: (
    username: string,
  ) => Promise<{ readonly accountId: AccountId; readonly passwordHash: string } | null>;
  /** Returns the hash of an account's password, or null if it has none. */
  readonly findPasswordHash: (accountId: AccountId) => Promise<string | null>;
  /**
   * Replaces a password, ends the other sessions, and deletes known devices, challenges, reset links and unverified email
   * changes. Returns false if the current hash is not `currentHash` any more.
   */
  readonly changePassword: (change: PasswordHashChange) => Promise<boolean>;
  /**
   * Adds a username and a password to an account without a password.
   * @returns `exists` if the account has a password, `taken` if another account has the username
   */
  readonly addCredentials: (
    accountId: AccountId,
    username: string,
    passwordHash: string,
  ) => Promise<'added' | 'exists' | 'taken'>;
}
