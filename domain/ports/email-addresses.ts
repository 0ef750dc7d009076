import type { AccountId, Instant } from '../kernel/ids.ts';
import type { QueuedEmail } from './email.ts';

/** An account's email address, and whether the account has a password. */
export interface AddressStatus {
  readonly email: string;
  readonly isVerified: boolean;
  /** New address that has not been verified yet; null if there is none. */
  readonly pendingEmail: string | null;
  readonly hasPassword: boolean;
}

/** Purpose of a link: verifying an address, or restoring the previous address after a change. */
export type LinkPurpose = 'verify' | 'undo';

/** A one-time link, with the address that it verifies or restores. */
interface EmailLink {
  readonly accountId: AccountId;
  readonly email: string;
  readonly token: string;
  readonly expiresAt: Instant;
}

/** A link that restores the previous address after a change, and the email that contains it. */
interface UndoOffer {
  readonly token: string;
  readonly expiresAt: Instant;
  readonly email: QueuedEmail;
}

/** Result of using a link. `taken` means that another account has verified the address. */
export type LinkResult = 'done' | 'invalid' | 'taken';

/** Verifies and changes email addresses. Tokens are stored as hashes. */
export interface EmailAddresses {
  readonly find: (accountId: AccountId, now: Instant) => Promise<AddressStatus | null>;
  /** Returns whether another account has verified the address. */
  readonly isTaken: (accountId: AccountId, email: string) => Promise<boolean>;
  /** Stores a verification link and queues its email. The account's earlier verification link becomes invalid. */
  readonly beginVerification: (link: EmailLink, email: QueuedEmail) => Promise<void>;
  /** Returns the account of a valid link, or null if the token is not valid. */
  readonly findAccount: (token: string, purpose: LinkPurpose, now: Instant) => Promise<AccountId | null>;
  /** Verifies the link's address. Sends `offer` to the verified address that it replaces, if any. */
  readonly verify: (token: string, now: Instant, offer: UndoOffer) => Promise<LinkResult>;
  /**
   * Consumes an undo link: restores its address, ends all sessions, and deletes the account's other links, except those
   * that undo earlier changes.
   */
  readonly undo: (token: string, now: Instant) => Promise<LinkResult>;
  readonly sweep: (now: Instant) => Promise<void>;
}
