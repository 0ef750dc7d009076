import type { MailedKind } from '../effects/table.ts';
import type { Position } from '../kernel/event.ts';
import type { AccountId, AdoptionId, Day, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';

/** A change of the second factors of an account. */
export type FactorChange =
  | 'authenticator-added'
  | 'authenticator-removed'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-renewed'
  | 'code-used'
  | 'reset';

/** Content of an email, by its kind. The texts are added when it is sent. */
export interface MailContents {
  /** A link that sets a new password. */
  readonly 'password-reset': { readonly nickname: string; readonly link: string };
  /** The password was changed or set. */
  readonly 'password-changed': { readonly nickname: string };
  /** The account requested its erasure, which is due on a day. The link leads to the login, which cancels it. */
  readonly 'deletion-scheduled': { readonly nickname: string; readonly link: string; readonly day: Day };
  /** The account logged in and is not erased. */
  readonly 'deletion-cancelled': { readonly nickname: string };
  /** The second factors of the account were changed. */
  readonly 'factor-changed': { readonly nickname: string; readonly change: FactorChange };
  /** The copy of the account's data can be downloaded until the end of a day. */
  readonly 'data-ready': { readonly nickname: string; readonly link: string; readonly day: Day };
  /** A link that verifies the address of the email. */
  readonly 'email-verification': { readonly nickname: string; readonly link: string };
  /** The account has another address. The link restores this one. */
  readonly 'email-changed': { readonly nickname: string; readonly link: string };
  /** A device logged in for the first time. The link leads to the list of sessions. */
  readonly 'new-device': {
    readonly nickname: string;
    /** Names of browser and system; empty if unknown. */
    readonly device: string;
    readonly time: string;
    readonly link: string;
  };
  /** A notification. */
  readonly notification: {
    readonly kind: MailedKind;
    /** Title of the crowdfunding or name of the animal; null for the own account. */
    readonly subject: string | null;
    /** Reason of the staff decision. */
    readonly reason: string | null;
    readonly amount: number | null;
    readonly daysLeft: number | null;
    readonly link: string;
  };
  /** The organization was declined, and its private data deleted. */
  readonly 'organization-declined': { readonly name: string; readonly reason: string | null };
  /** An account that asked about an animal has no reply yet. */
  readonly 'contact-reminder': {
    readonly kind: 'ADOPTION_CONTACT';
    /** Name of the animal. */
    readonly subject: string;
    readonly animalId: AdoptionId;
    readonly contactId: AccountId;
    /** Position of the contact in the log. */
    readonly position: Position;
    readonly link: string;
  };
  /** There are unread messages. */
  readonly 'new-messages': { readonly kind: 'MESSAGE'; readonly link: string };
}

export type MailKind = keyof MailContents;

/** An email to an account. It is only queued if the account has verified its address, or if `recipient` is given. */
export interface QueuedMail<Kind extends MailKind = MailKind> {
  /** Makes queueing idempotent, and becomes part of the Message-ID. */
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly kind: Kind;
  readonly language: Language;
  readonly content: MailContents[Kind];
  /** Address to use instead of the current one of the account. */
  readonly recipient?: string;
}

/** An email as it is sent. */
export interface Mail {
  readonly id: Uuid;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Address that turns off emails of the kind by a POST request (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** An email that is due, or that was sent or given up. */
export interface StoredMail extends QueuedMail {
  readonly to: string;
  /** Turns off emails about notifications of the account. */
  readonly unsubscribeToken: Uuid;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly state: 'waiting' | 'sent' | 'failed';
  /** Whether it was never tried, because it is due later. */
  readonly isScheduled: boolean;
  /** Reason of the last failure. */
  readonly error: string | null;
}

/** The mail server rejects an email permanently, for instance because the address does not exist. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** Sends emails. */
export interface Mailer {
  /** Whether sent emails can be read on this machine instead of being delivered. */
  readonly isLocal: boolean;
  /**
   * Sends an email.
   * @throws MailRefused, and other errors after which sending can be retried
   */
  readonly send: (mail: Mail) => Promise<void>;
  readonly close: () => void;
}

/** Emails that are queued in the transaction of what they follow from, and sent afterwards. */
export interface Outbox {
  /** Queues an email; a repeated id is ignored. */
  readonly queue: (mail: QueuedMail) => Promise<void>;
  /**
   * Claims emails that are due: those about the account, such as links, before notifications, and each oldest first. A
   * mail that is neither sent nor failed within the lease is due again.
   */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly StoredMail[]>;
  /** Extends the lease of claimed emails. */
  readonly extendLease: (ids: readonly Uuid[], leaseMs: number) => Promise<void>;
  /** Marks an email as sent; its content, which may contain a secret, is deleted unless it is kept. */
  readonly markSent: (id: Uuid, keepsContent: boolean) => Promise<void>;
  /** Deletes an email that is no longer needed. */
  readonly discard: (id: Uuid) => Promise<void>;
  /** Makes an email due again after `ms` milliseconds. */
  readonly postpone: (id: Uuid, ms: number, error: string) => Promise<void>;
  /** Marks an email as failed. It is not sent again until an operator retries it. */
  readonly fail: (id: Uuid, error: string) => Promise<void>;
  /** Emails in a state, newest first. */
  readonly list: (states: readonly StoredMail['state'][], limit: number) => Promise<readonly StoredMail[]>;
  /** Makes a failed email due; false if there is none with the id. */
  readonly retry: (id: Uuid) => Promise<boolean>;
  /** Deletes a failed email; false if there is none with the id. */
  readonly drop: (id: Uuid) => Promise<boolean>;
  /** Number of emails that wait, without scheduled ones. */
  readonly count: () => Promise<number>;
  /** Deletes emails that were sent before an instant. */
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}
