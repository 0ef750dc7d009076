import type { ConversationId } from '../conversations/ids.ts';
import type { AccountId, Day, Instant, PostId, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { PictureDetails, PictureReference } from '../kernel/picture.ts';
import type { VariantSize, VariantType } from '../pictures/rules.ts';
import type { DataExports } from './data-exports.ts';
import type { EmailContents, Outbox, QueuedEmail } from './email.ts';
import type { EmailAddresses } from './email-addresses.ts';
import type { EventEmailStore } from './event-emails.ts';
import type { MatchProgress } from './match-progress.ts';
import type { Picture, PictureSet, PictureVariant } from './pictures.ts';
import type { Challenges, SecondFactors } from './second-factors.ts';
import type { AccountSessions } from './sessions.ts';

/** Kinds of names that are unique across accounts. They are compared case-insensitively. */
export type NameKind = 'username' | 'nickname' | 'email' | 'identity';

/** Last email to an account whose personal data is deleted. The address is kept until the email is sent. */
interface FarewellEmail {
  readonly id: Uuid;
  readonly content: EmailContents['organization-declined'];
}

/** A user's identity at an identity provider. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly subject: string;
}

/** An account's personal data. Birthdate and gender are null if the identity provider did not send them. */
export interface PersonalData {
  readonly email: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: Day | null;
  readonly gender: string | null;
}

/** Private data of an organization. Values that it left out are null. */
export interface OrganizationData {
  readonly website: string | null;
  readonly registrationNumber: string | null;
}

/** Data that staff review before they approve an organization. */
export interface OrganizationReview
  extends OrganizationData,
    Pick<PersonalData, 'email' | 'name' | 'surnames'> {}

/** An account to register. It logs in either with a username and a password, or through an identity provider. */
export interface NewAccount extends PersonalData {
  readonly accountId: AccountId;
  readonly credentials: { readonly username: string; readonly passwordHash: string } | null;
  readonly identity: ProviderIdentity | null;
  /** Whether the email address is already verified, for example by the identity provider. */
  readonly isEmailVerified: boolean;
  /** Language of emails; English if omitted. */
  readonly language?: Language;
  /** Set only for organizations. */
  readonly organization?: OrganizationData;
  /**
   * Returns the n-th nickname candidate, starting at 0. The first free candidate is reserved. After hundreds of
   * attempts, `n` has six digits.
   */
  readonly getNicknameCandidate: (n: number) => string;
}

/** The account that holds a name. `confirmed` is false while the name is only reserved. */
export interface NameHolder {
  readonly kind: NameKind;
  readonly accountId: AccountId;
  readonly confirmed: boolean;
  readonly reservedAt: Instant;
}

/** Result of a reservation: the reserved nickname, or the current holder if a name is taken. */
export type Reservation =
  | { readonly reserved: true; readonly nickname: string }
  | { readonly reserved: false; readonly holder: NameHolder };

/**
 * Result of reserving all names for an account. `isNew` is false if the account had already reserved them. Each new
 * reservation for the same account has a later `reservedAt`, in microseconds.
 */
export type AccountReservation =
  | {
      readonly reserved: true;
      readonly nickname: string;
      readonly isNew: boolean;
      readonly reservedAt: Instant;
    }
  | Extract<Reservation, { readonly reserved: false }>;

/** A change of a password to another one. */
export interface PasswordHashChange {
  readonly accountId: AccountId;
  readonly currentHash: string;
  readonly newHash: string;
  /** Session that remains open. */
  readonly keptSessionId: Uuid;
}

/**
 * Personal data and unique names. A name is reserved before its event is appended, and confirmed afterwards. After a
 * crash in between, the event log determines whether the reservation is confirmed or released.
 */
export interface AccountRegistry {
  /** Reserves all names for a new account and stores its personal data. Idempotent. */
  readonly reserve: (account: NewAccount) => Promise<AccountReservation>;
  readonly reserveNickname: (accountId: AccountId, nickname: string) => Promise<Reservation>;
  /** Confirms the nickname at a revision of the account's stream. Frees only the previous nickname. */
  readonly confirm: (accountId: AccountId, nickname: string, revision: number) => Promise<void>;
  /** Releases a nickname that is reserved but not confirmed. */
  readonly releaseNickname: (accountId: AccountId, nickname: string) => Promise<void>;
  /** Releases all names of an account that was never registered, unless they were reserved again after `until`. */
  readonly release: (accountId: AccountId, until: Instant) => Promise<void>;
  /**
   * Deletes an account's personal data and the key that encrypts its texts.
   * @param farewell email that is queued if the account has a verified address
   */
  readonly erase: (accountId: AccountId, farewell?: FarewellEmail) => Promise<void>;
  /** Returns accounts with unconfirmed reservations older than `before`, and accounts without a profile. */
  readonly listUnconfirmedAccounts: (before: Instant, limit: number) => Promise<readonly AccountId[]>;
  /** Returns the nicknames that an account reserved before an instant and has not confirmed. */
  readonly listReservedNicknames: (accountId: AccountId, before: Instant) => Promise<readonly string[]>;
  /** Returns the account that holds or has reserved the nickname, or null. */
  readonly findNicknameHolder: (nickname: string) => Promise<AccountId | null>;
  readonly findCredentials: (
    username: string,
  ) => Promise<{ readonly accountId: AccountId; readonly passwordHash: string } | null>;
  /** Returns the hash of an account's password, or null if it has none. */
  readonly findPasswordHash: (accountId: AccountId) => Promise<string | null>;
  /**
   * Replaces a password, ends the other sessions, and deletes known devices, challenges and reset links. Returns false
   * if the current hash is not `currentHash` any more.
   */
  readonly changePassword: (change: PasswordHashChange) => Promise<boolean>;
  readonly findAccount: (identity: ProviderIdentity) => Promise<AccountId | null>;
  /**
   * Adds a username and a password to an account without a password.
   * @returns `exists` if the account has a password, `taken` if another account has the username
   */
  readonly addCredentials: (
    accountId: AccountId,
    username: string,
    passwordHash: string,
  ) => Promise<'added' | 'exists' | 'taken'>;
  /** Returns the account that has verified the email address, or null. */
  readonly findAccountByEmail: (email: string) => Promise<AccountId | null>;
  readonly findPersonalData: (accountId: AccountId) => Promise<PersonalData | null>;
  /** Returns the review data of organizations, by account id. Erased organizations are omitted. */
  readonly findReviews: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, OrganizationReview>>;
}

/**
 * Result of claiming an idempotency key: the command id, and the response if one is stored. `reused` means that the key
 * was used for a different request.
 */
type KeyClaim =
  | { readonly reused: false; readonly commandId: Uuid; readonly response: string | null }
  | { readonly reused: true };

/** Stores requests by idempotency key. */
export interface IdempotencyKeys {
  /**
   * Returns the request that first used the key, or `reused` if that request had a different payload. If the request still
   * has no response after `renewAfterMs`, it restarts with the new command id. It never restarts if `renewAfterMs` is
   * omitted.
   */
  readonly claim: (
    owner: Uuid,
    key: Uuid,
    fingerprint: Uint8Array,
    commandId: Uuid,
    renewAfterMs?: number,
  ) => Promise<KeyClaim>;
  /** Stores the response unless one is already stored. Returns the response that is stored. */
  readonly saveResponse: (owner: Uuid, key: Uuid, response: string) => Promise<string>;
  readonly replaceResponse: (owner: Uuid, key: Uuid, response: string) => Promise<void>;
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}

/** Values stored between the redirect to an identity provider and the callback. */
export interface SignIn {
  readonly nonce: string;
  readonly verifier: string;
}

/** Sign-ins that wait for the return of the browser from the identity provider, by `state`. */
export interface SignIns {
  readonly begin: (state: string, signIn: SignIn, expiresAt: Instant) => Promise<void>;
  /** Consumes a sign-in. Returns null if it does not exist, has expired or was already consumed. */
  readonly end: (state: string, now: Instant) => Promise<SignIn | null>;
}

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

/** A view of a post. */
export interface View {
  readonly postId: PostId;
  /** Pseudonymous viewer id. */
  readonly viewer: Uint8Array;
}

/** Counted views that are not in the log yet. */
export interface ViewBatch {
  readonly id: Uuid;
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}

/** Counts views of posts, and stores each batch until its event is in the log. */
export interface ViewCounts {
  /**
   * Counts views that are the viewer's first view of the post on this day. Returns null if there are none. The batch is
   * stored until it is done.
   */
  readonly count: (id: Uuid, day: Day, views: readonly View[]) => Promise<ViewBatch | null>;
  /** Returns stored batches, oldest first. */
  readonly listPending: (limit: number) => Promise<readonly ViewBatch[]>;
  readonly markDone: (id: Uuid) => Promise<void>;
  /** Deletes the viewer ids from days before `day`. */
  readonly deleteBefore: (day: Day) => Promise<void>;
}

/** A webhook on which this process holds a lease. */
export interface ClaimedWebhook {
  /** Id of the provider's event. */
  readonly id: string;
  /** Raw request body. Its signature has been verified. */
  readonly body: Uint8Array;
  /** Number of attempts, including the current one. */
  readonly attempts: number;
}

/** Queue of the payment provider's webhooks. They are stored when received, and processed later. */
export interface Webhooks {
  /** Stores a webhook. Has no effect if the id was ever stored before. */
  readonly save: (id: string, body: Uint8Array) => Promise<void>;
  /** Returns unprocessed webhooks received before an instant, oldest first. */
  readonly listUnprocessed: (
    before: Instant,
    limit: number,
  ) => Promise<readonly { readonly body: Uint8Array; readonly receivedAt: Instant }[]>;
  /** Returns the number of unprocessed webhooks. */
  readonly count: () => Promise<number>;
  /** Claims webhooks that are due, oldest first. A webhook that is not done within the lease is due again. */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly ClaimedWebhook[]>;
  /** Makes a webhook due again after `ms` milliseconds. */
  readonly postpone: (id: string, ms: number) => Promise<void>;
  /** Deletes the body of a processed webhook, but keeps its id. */
  readonly markProcessed: (id: string) => Promise<void>;
  /** Deletes the ids of webhooks that were processed before an instant. */
  readonly deleteBefore: (instant: Instant) => Promise<void>;
}

/** A stored picture that is not marked as referenced. */
export interface UnreferencedPicture {
  readonly subjectId: Uuid;
  readonly ownerId: AccountId;
  /** Time at which it was stored, in microseconds, in the text format of PostgreSQL. */
  readonly storedAt: string;
}

/** Pictures of campaigns, updates, animals and profiles, by subject id. Erasing an account deletes its pictures. */
export interface PictureStore {
  /**
   * Stores a picture in all variants, unless one is already stored. Call it before appending the event that refers to
   * the picture.
   * @returns the reference for the event
   */
  readonly save: (
    subjectId: Uuid,
    ownerId: AccountId,
    picture: Picture & Partial<PictureSet>,
  ) => Promise<PictureReference>;
  /** Returns the small JPEG, or null if there is no picture. */
  readonly find: (subjectId: Uuid) => Promise<Picture | null>;
  /** Returns the largest variant of a type up to a size, or null. `hash` covers all variants. */
  readonly findVariant: (
    subjectId: Uuid,
    size: VariantSize,
    type: VariantType,
  ) => Promise<(PictureVariant & Pick<PictureDetails, 'hash'>) | null>;
  /** Deletes a picture in all variants. With `before`, deletes it only if it was stored before that instant. */
  readonly delete: (subjectId: Uuid, before?: Instant) => Promise<void>;
  /**
   * Returns a page of pictures stored before an instant that are not marked as referenced, oldest first.
   * @param after last picture of the previous page
   */
  readonly listUnreferenced: (
    before: Instant,
    limit: number,
    after?: UnreferencedPicture,
  ) => Promise<readonly UnreferencedPicture[]>;
  /** Records that an event refers to the picture. */
  readonly markReferenced: (subjectId: Uuid) => Promise<void>;
  /** Marks the picture as possibly orphaned. The orphaned pictures job then checks it again. */
  readonly markUnverified: (subjectId: Uuid) => Promise<void>;
}

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
   * Consumes a token. Sets the password and deletes the account's sessions and known devices, in one transaction.
   * @returns the account id, or null if the token is not valid
   */
  readonly complete: (token: string, passwordHash: string, now: Instant) => Promise<AccountId | null>;
  readonly sweep: (now: Instant) => Promise<void>;
}

/** A conversation and its members. */
interface OpenedConversation {
  readonly conversationId: ConversationId;
  readonly youngerId: AccountId;
  readonly olderId: AccountId;
}

/**
 * Conversations without messages whose ids were returned to their younger members. The older member cannot be computed
 * from the id.
 */
export interface OpenedConversations {
  /** Further calls have no effect. */
  readonly add: (conversation: OpenedConversation) => Promise<void>;
  /** Returns the older member of a conversation that its younger member has opened, or null. */
  readonly findOlderMember: (youngerId: AccountId, id: ConversationId) => Promise<AccountId | null>;
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
  readonly emails: Outbox;
  readonly eventEmails: EventEmailStore;
  readonly matchProgress: MatchProgress;
  readonly dataExports: DataExports;
  readonly devices: Devices;
  readonly viewCounts: ViewCounts;
  readonly webhooks: Webhooks;
  readonly pictures: PictureStore;
  readonly openedConversations: OpenedConversations;
}
