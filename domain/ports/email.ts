import type { EmailedKind } from '../effects/kinds.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId, AdoptionId, Day, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';

/** A change to an account's second factors. */
export type FactorChange =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-renewed'
  | 'code-used'
  | 'reset';

/** Content of an email, by email kind. The texts are added when the email is sent. */
export interface EmailContents {
  readonly 'password-reset': { readonly nickname: string; readonly link: string };
  readonly 'password-changed': { readonly nickname: string };
  /** The owner requested the erasure, which is due on `day`. Logging in, to which the link leads, cancels it. */
  readonly 'deletion-scheduled': { readonly nickname: string; readonly link: string; readonly day: Day };
  /** The owner logged in, so the account will not be erased. */
  readonly 'deletion-cancelled': { readonly nickname: string };
  readonly 'factor-changed': { readonly nickname: string; readonly change: FactorChange };
  /** The data export is ready. It can be downloaded until the end of `day`. */
  readonly 'data-ready': { readonly nickname: string; readonly link: string; readonly day: Day };
  readonly 'email-verification': { readonly nickname: string; readonly link: string };
  /** The account's email address was changed. The link restores the address to which this email is sent. */
  readonly 'email-changed': { readonly nickname: string; readonly link: string };
  /** A device logged in for the first time. The link leads to the session list. */
  readonly 'new-device': {
    readonly nickname: string;
    /** Browser and operating system names; empty if unknown. */
    readonly device: string;
    readonly time: string;
    readonly link: string;
  };
  readonly notification: {
    readonly kind: EmailedKind;
    /** Crowdfunding title or animal name; null for notifications about the recipient's own account. */
    readonly subject: string | null;
    readonly reason: string | null;
    readonly amount: number | null;
    readonly daysLeft: number | null;
    readonly link: string;
  };
  /** The organization was declined and its private data was deleted. */
  readonly 'organization-declined': { readonly name: string; readonly reason: string | null };
  /** An account that asked about an animal has not received a reply yet. */
  readonly 'contact-reminder': {
    readonly kind: 'ADOPTION_CONTACT';
    /** Name of the animal that the contact is about. */
    readonly subject: string;
    readonly animalId: AdoptionId;
    readonly contactId: AccountId;
    /** Log position of the contact. */
    readonly position: Position;
    readonly link: string;
  };
  readonly 'new-messages': { readonly kind: 'MESSAGE'; readonly link: string };
}

/** Template of an email. It determines the fields of the email's content. */
export type EmailKind = keyof EmailContents;

/** An email to an account. It is queued only if the account has verified its address, or if `recipient` is set. */
export interface QueuedEmail<Kind extends EmailKind = EmailKind> {
  /** Makes queueing idempotent. Also part of the Message-ID header. */
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly kind: Kind;
  readonly language: Language;
  readonly content: EmailContents[Kind];
  /** Email address to use instead of the account's current one. */
  readonly recipient?: string;
}

/** An email in the form in which it is sent. */
export interface Email {
  readonly id: Uuid;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** URL that turns off emails of this kind when it receives a POST request (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** An email in the outbox: waiting, sent or failed. */
export interface StoredEmail extends QueuedEmail {
  readonly to: string;
  /** Token from unsubscribe links, which turn off the account's emails about notifications. */
  readonly unsubscribeToken: Uuid;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Whether the email is due later and no attempt to send it has been made. */
  readonly isScheduled: boolean;
  /** Message of the last failure, or null. */
  readonly error: string | null;
}

/** Thrown when the mail server rejects an email permanently, for example because the address does not exist. */
export class EmailRefused extends Error {
  override readonly name = 'EmailRefused';
}

/** Sends emails. */
export interface Mailer {
  /** Whether emails can be read on this machine instead of being delivered. */
  readonly isLocal: boolean;
  /**
   * @throws EmailRefused when the email must not be retried
   * @throws other errors after which sending can be retried
   */
  readonly send: (email: Email) => Promise<void>;
  readonly close: () => void;
}

/** Queue of emails. An email is queued in the same transaction as the change that causes it, and sent afterwards. */
export interface Outbox {
  /** Queues an email. Has no effect if its id is already queued. */
  readonly queue: (email: QueuedEmail) => Promise<void>;
  /**
   * Claims emails that are due, oldest first. Emails about the account, such as links, come before notifications. An
   * email that is neither sent nor failed within the lease is due again.
   */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly StoredEmail[]>;
  readonly extendLease: (ids: readonly Uuid[], leaseMs: number) => Promise<void>;
  /** Marks an email as sent. Deletes its content, which can contain a secret, unless `keepsContent` is true. */
  readonly markSent: (id: Uuid, keepsContent: boolean) => Promise<void>;
  readonly discard: (id: Uuid) => Promise<void>;
  /** Makes an email due again after `ms` milliseconds. */
  readonly postpone: (id: Uuid, ms: number, error: string) => Promise<void>;
  /** Marks an email as failed. It is not sent again until an operator retries it. */
  readonly fail: (id: Uuid, error: string) => Promise<void>;
  /** Returns emails in the given states, newest first. */
  readonly list: (states: readonly StoredEmail['state'][], limit: number) => Promise<readonly StoredEmail[]>;
  /** Returns emails that have failed or are waiting, failed ones first, oldest first. Omits scheduled ones. */
  readonly listUnsent: (limit: number) => Promise<readonly StoredEmail[]>;
  /** Makes a failed email due. Returns false if there is no failed email with this id. */
  readonly retry: (id: Uuid) => Promise<boolean>;
  /** Deletes a failed email. Returns false if there is no failed email with this id. */
  readonly drop: (id: Uuid) => Promise<boolean>;
  /** Returns the number of waiting emails, excluding scheduled ones. */
  readonly count: () => Promise<number>;
  /** Deletes emails that were sent or given up before an instant. */
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}
