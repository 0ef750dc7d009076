import type { AccountId, Day, Instant, PostId, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { PictureDetails, PictureReference } from '../kernel/picture.ts';
import type { VariantSize, VariantType } from '../pictures/rules.ts';
import type { DataExports } from './data-exports.ts';
import type { EmailAddresses } from './email-addresses.ts';
import type { MailContents, Outbox, QueuedMail } from './mail.ts';
import type { MatchProgress } from './match-progress.ts';
import type { Notices } from './notices.ts';
import type { Picture, PictureSet, PictureVariant } from './pictures.ts';
import type { Challenges, SecondFactors } from './second-factors.ts';
import type { AccountSessions } from './sessions.ts';

/** Kinds of names that are unique across accounts, compared without regard to case. */
export type NameKind = 'username' | 'nickname' | 'email' | 'identity';

/** Last email to an account whose personal data is deleted. Its address is kept until the email is sent. */
export interface FarewellMail {
  readonly id: Uuid;
  readonly content: MailContents['organization-declined'];
}

/** A person's identity at an identity provider. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly subject: string;
}

/** Personal data of an account. Birthdate and gender are null when the identity provider did not send them. */
export interface PersonalData {
  readonly email: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: Day | null;
  readonly gender: string | null;
}

export interface OrganizationData {
  readonly website: string | null;
  readonly registrationNumber: string | null;
}

/** Data that staff review before they approve an organization. */
export interface OrganizationReview
  extends OrganizationData,
    Pick<PersonalData, 'email' | 'name' | 'surnames'> {}

/** An account to register. It signs in with a username and a password, or through an identity provider. */
export interface NewAccount extends PersonalData {
  readonly accountId: AccountId;
  readonly credentials: { readonly username: string; readonly passwordHash: string } | null;
  readonly identity: ProviderIdentity | null;
  /** Whether the address is known to belong to the person, for example from the identity provider. */
  readonly isEmailVerified: boolean;
  /** Language of emails; English if omitted. */
  readonly language?: Language;
  /** Only for organizations. */
  readonly organization?: OrganizationData;
  /**
   * Returns the n-th nickname to try, from 0. The first free one is reserved. After hundreds of attempts `n` has six
   * digits.
   */
  readonly nicknameCandidate: (n: number) => string;
}

/** The account that holds a name. `confirmed` is false while the name is only reserved. */
export interface NameHolder {
  readonly kind: NameKind;
  readonly accountId: AccountId;
  readonly confirmed: boolean;
  readonly reservedAt: Instant;
}

/** Result of a reservation: the reserved nickname, or the holder of the name that is taken. */
export type Reservation =
  | { readonly reserved: true; readonly nickname: string }
  | { readonly reserved: false; readonly holder: NameHolder };

/**
 * Result of reserving all names of an account. `isNew` is false when the account had reserved them before. Each
 * reservation of an account has a later `reservedAt`, in microseconds.
 */
export type AccountReservation =
  | {
      readonly reserved: true;
      readonly nickname: string;
      readonly isNew: boolean;
      readonly reservedAt: Instant;
    }
  | Extract<Reservation, { readonly reserved: false }>;

/**
 * Personal data and unique names. A name is reserved before its event is appended and confirmed afterwards. After a
 * crash in between, the log decides what happens to the reservation.
 */
export interface AccountRegistry {
  /** Reserves all names of a new account and stores its personal data. Idempotent. */
  readonly reserve: (account: NewAccount) => Promise<AccountReservation>;
  readonly reserveNickname: (accountId: AccountId, nickname: string) => Promise<Reservation>;
  /**
   * Confirms the nickname as of a revision of the account's stream. Frees its previous nickname; other reservations
   * remain.
   */
  readonly confirm: (accountId: AccountId, nickname: string, revision: number) => Promise<void>;
  /** Releases a nickname that is reserved but not confirmed. */
  readonly releaseNickname: (accountId: AccountId, nickname: string) => Promise<void>;
  /** Releases all names of an account that was not registered, unless it reserved again after `until`. */
  readonly release: (accountId: AccountId, until: Instant) => Promise<void>;
  /**
   * Deletes all personal data of an account and the key of its texts.
   * @param farewell mail that is queued to its address, if it is verified
   */
  readonly erase: (accountId: AccountId, farewell?: FarewellMail) => Promise<void>;
  /** Accounts with unconfirmed reservations older than `before`, and accounts without a profile. */
  readonly listUnconfirmedAccounts: (before: Instant, limit: number) => Promise<readonly AccountId[]>;
  /** Nicknames that an account reserved before an instant and has not confirmed. */
  readonly listReservedNicknames: (accountId: AccountId, before: Instant) => Promise<readonly string[]>;
  /** The account that has or reserved the nickname. */
  readonly findNicknameHolder: (nickname: string) => Promise<AccountId | null>;
  readonly findCredentials: (
    username: string,
  ) => Promise<{ readonly accountId: AccountId; readonly passwordHash: string } | null>;
  /** Hash of the account's password; null if it has none. */
  readonly findPasswordHash: (accountId: AccountId) => Promise<string | null>;
  /** Replaces the password of an account that has one. */
  readonly changePassword: (accountId: AccountId, passwordHash: string) => Promise<void>;
  readonly findAccount: (identity: ProviderIdentity) => Promise<AccountId | null>;
  /** Gives a username and a password to an account that has no password; false if the username is taken. */
  readonly addCredentials: (accountId: AccountId, username: string, passwordHash: string) => Promise<boolean>;
  /** The account that has verified the email address. */
  readonly findAccountByEmail: (email: string) => Promise<AccountId | null>;
  readonly findPersonalData: (accountId: AccountId) => Promise<PersonalData | null>;
  /** Data of organizations for review, by id. Erased organizations are left out. */
  readonly findReviews: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, OrganizationReview>>;
}

/**
 * Result of claiming an idempotency key: the command id, and the stored response if there is one. `reused` means that the key
 * was used for another request.
 */
export type KeyClaim =
  | { readonly reused: false; readonly commandId: Uuid; readonly response: string | null }
  | { readonly reused: true };

/** Stores requests by their idempotency keys. */
export interface IdempotencyKeys {
  /**
   * Returns the request that first used the key; `reused` when it had another payload. If that request has no response
   * after `renewAfterMs`, it is restarted with the new command id. Without `renewAfterMs`, it never is.
   */
  readonly claim: (
    owner: Uuid,
    key: Uuid,
    fingerprint: Uint8Array,
    commandId: Uuid,
    renewAfterMs?: number,
  ) => Promise<KeyClaim>;
  /** Stores the response unless one is stored. Returns the stored one. */
  readonly saveResponse: (owner: Uuid, key: Uuid, response: string) => Promise<string>;
  /** Replaces the stored response. */
  readonly replaceResponse: (owner: Uuid, key: Uuid, response: string) => Promise<void>;
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}

/** Values to store between the redirect to an identity provider and the callback. */
export interface SignIn {
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignIns {
  readonly begin: (state: string, signIn: SignIn, expiresAt: Instant) => Promise<void>;
  /** Consumes a sign-in. Returns null when it does not exist, has expired or was consumed before. */
  readonly end: (state: string, now: Instant) => Promise<SignIn | null>;
}

/** Devices that logged in before. A device has one token for all of its accounts. */
export interface Devices {
  /**
   * Records that a device logged in to an account.
   * @param presented the token that the device sent, or null
   * @param fresh a new token, used if the presented one is unknown
   * @returns the token of the device, and whether it is new to an account that is known on other devices
   */
  readonly remember: (
    accountId: AccountId,
    presented: string | null,
    fresh: string,
    now: Instant,
  ) => Promise<{ readonly token: string; readonly isAdditional: boolean }>;
  /** Whether the device recently logged in to the account with this username. */
  readonly hasLoggedIn: (token: string, username: string, now: Instant) => Promise<boolean>;
  readonly deleteAll: (accountId: AccountId) => Promise<void>;
  /** Deletes devices that were not used for a long time, and those of accounts that may not be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}

/** A view of a post. */
export interface View {
  readonly postId: PostId;
  /** Pseudonymous id of the viewer. */
  readonly viewer: Uint8Array;
}

/** Counted views that are not yet in the log. */
export interface ViewBatch {
  readonly id: Uuid;
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}

export interface ViewCounts {
  /**
   * Counts the views that are the first of their viewer on this day; null when there are none. The batch is stored
   * until it is done.
   */
  readonly count: (id: Uuid, day: Day, views: readonly View[]) => Promise<ViewBatch | null>;
  /** Stored batches, oldest first. */
  readonly listPending: (limit: number) => Promise<readonly ViewBatch[]>;
  readonly done: (id: Uuid) => Promise<void>;
  /** Deletes the viewers of earlier days. */
  readonly deleteBefore: (day: Day) => Promise<void>;
}

/** A webhook whose lease this process holds. */
export interface ClaimedWebhook {
  /** Id of the provider's event. */
  readonly id: string;
  /** The raw body. Its signature was verified. */
  readonly body: Uint8Array;
  /** Number of attempts, including this one. */
  readonly attempts: number;
}

/** A webhook that is not processed yet. */
export interface UnprocessedWebhook {
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

export interface Webhooks {
  /** Stores a webhook until it is processed. An id is stored only once, even after it was processed. */
  readonly keep: (id: string, body: Uint8Array) => Promise<void>;
  /** Unprocessed webhooks received before an instant, oldest first. */
  readonly waiting: (before: Instant, limit: number) => Promise<readonly UnprocessedWebhook[]>;
  /** Number of unprocessed webhooks. */
  readonly count: () => Promise<number>;
  /** Claims webhooks that are due, oldest first. A webhook that is not done within the lease is due again. */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly ClaimedWebhook[]>;
  /** Makes a webhook due again after `ms` milliseconds. */
  readonly postpone: (id: string, ms: number) => Promise<void>;
  /** Deletes the body of a processed webhook and keeps its id. */
  readonly done: (id: string) => Promise<void>;
  /** Deletes the ids of webhooks that were processed before an instant. */
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}

/** Pictures of campaigns, updates, animals and profiles, by the id of their subject. Erasing an account deletes its pictures. */
export interface PictureStore {
  /**
   * Stores the picture in all variants before the event that refers to it, unless one is stored already.
   * @returns the reference to the stored picture, for the event
   */
  readonly keep: (
    subjectId: Uuid,
    ownerId: AccountId,
    picture: Picture & Partial<PictureSet>,
  ) => Promise<PictureReference>;
  /** Finds the small JPEG. */
  readonly find: (subjectId: Uuid) => Promise<Picture | null>;
  /** Finds the largest variant of a type up to a size; `hash` is the one of all variants. Old pictures have none. */
  readonly findVariant: (
    subjectId: Uuid,
    size: VariantSize,
    type: VariantType,
  ) => Promise<(PictureVariant & Pick<PictureDetails, 'hash'>) | null>;
  /** Deletes a picture in all variants; with `before`, only if it was stored before that instant. */
  readonly delete: (subjectId: Uuid, before?: Instant) => Promise<void>;
  /** Pictures stored before an instant that no event is known to refer to, oldest first. */
  readonly listUnreferenced: (
    before: Instant,
    limit: number,
  ) => Promise<readonly { readonly subjectId: Uuid; readonly ownerId: AccountId }[]>;
  /** Records that an event refers to the picture. */
  readonly markReferenced: (subjectId: Uuid) => Promise<void>;
  /** Marks the picture as possibly orphaned, so that the sweep checks it again. */
  readonly markUnverified: (subjectId: Uuid) => Promise<void>;
}

/** One-time tokens that set a new password. Only their hashes are stored. */
export interface PasswordResets {
  /**
   * Stores a token of an account, and queues the email that contains it, if any. Earlier tokens become invalid.
   * @returns false if the account has no password
   */
  readonly begin: (
    accountId: AccountId,
    token: string,
    expiresAt: Instant,
    mail?: QueuedMail,
  ) => Promise<boolean>;
  /** Whether a token is valid. */
  readonly isValid: (token: string, now: Instant) => Promise<boolean>;
  /**
   * Uses up a token: sets the password, and deletes the sessions and known devices of its account, all or nothing.
   * @returns the account, null if the token is not valid
   */
  readonly complete: (token: string, passwordHash: string, now: Instant) => Promise<AccountId | null>;
  readonly sweep: (now: Instant) => Promise<void>;
}

/** State outside the event log. Replays do not change it. */
export interface PrivateData {
  readonly registry: AccountRegistry;
  readonly sessions: AccountSessions;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly signIns: SignIns;
  readonly passwordResets: PasswordResets;
  readonly emailAddresses: EmailAddresses;
  readonly secondFactors: SecondFactors;
  readonly challenges: Challenges;
  readonly mails: Outbox;
  readonly notices: Notices;
  readonly matchProgress: MatchProgress;
  readonly dataExports: DataExports;
  readonly devices: Devices;
  readonly viewCounts: ViewCounts;
  readonly webhooks: Webhooks;
  readonly pictures: PictureStore;
}
