import type { AccountId, Instant } from '../kernel/ids.ts';
import type { QueuedMail } from './mail.ts';

/** Email address of an account, and whether it has a password. */
export interface AddressStatus {
  readonly email: string;
  readonly isVerified: boolean;
  /** New address whose link has not been used yet; null if there is none. */
  readonly pendingEmail: string | null;
  readonly hasPassword: boolean;
}

/** Purpose of a link: to verify an address, or to restore the address that a change replaced. */
export type LinkPurpose = 'verify' | 'undo';

/** A one-time link, with the address that it verifies or restores. */
export interface EmailLink {
  readonly accountId: AccountId;
  readonly email: string;
  readonly token: string;
  readonly expiresAt: Instant;
}

/** Link that restores the previous address after a change, and the email to that address. */
export interface UndoOffer {
  readonly token: string;
  readonly expiresAt: Instant;
  readonly mail: QueuedMail;
}

/** Result of using a link. `taken` means that another account has verified the address. */
export type LinkResult = 'done' | 'invalid' | 'taken';

/** Verification and changes of email addresses. Tokens are stored as hashes. */
export interface EmailAddresses {
  readonly find: (accountId: AccountId, now: Instant) => Promise<AddressStatus | null>;
  /** Whether another account has verified the address. */
  readonly isTaken: (accountId: AccountId, email: string) => Promise<boolean>;
  /** Stores a link that verifies an address, and queues its email. An earlier one of the account becomes invalid. */
  readonly beginVerification: (link: EmailLink, mail: QueuedMail) => Promise<void>;
  /** Account of a valid link; null if the token is not valid. */
  readonly findAccount: (token: string, purpose: LinkPurpose, now: Instant) => Promise<AccountId | null>;
  /**
   * Uses up a link: its address becomes the verified address of the account. If it replaces another verified
   * address, that one receives the offer to undo it.
   */
  readonly verify: (token: string, now: Instant, offer: UndoOffer) => Promise<LinkResult>;
  /**
   * Uses up a link: restores its address, ends all sessions, and deletes other links, except those that undo earlier
   * changes.
   */
  readonly undo: (token: string, now: Instant) => Promise<LinkResult>;
  readonly sweep: (now: Instant) => Promise<void>;
}
