import type { AccountId, Day, Instant, PostId, Uuid } from '../kernel/ids.ts';
import type { Picture } from './pictures.ts';
import type { AccountSessions } from './sessions.ts';

/** Names that only one account may have, compared without regard to case. */
export type NameKind = 'username' | 'nickname' | 'email' | 'identity';

/** Who a person is to an identity provider. */
export interface ProviderIdentity {
  readonly provider: string;
  readonly subject: string;
}

/** What is known of a person. Birthdate and gender are null when an identity provider did not tell them. */
export interface PersonalData {
  readonly email: string;
  readonly name: string;
  readonly surnames: string;
  readonly birthdate: Day | null;
  readonly gender: string | null;
}

/** What an organization says of itself; null for what it left out. */
export interface OrganizationData {
  readonly website: string | null;
  readonly registrationNumber: string | null;
}

/** What staff need to decide whether an organization is approved. */
export interface OrganizationReview
  extends OrganizationData,
    Pick<PersonalData, 'email' | 'name' | 'surnames'> {}

/** An account about to be registered. A person signs in with a username and a password, or through a provider. */
export interface NewAccount extends PersonalData {
  readonly accountId: AccountId;
  readonly credentials: { readonly username: string; readonly passwordHash: string } | null;
  readonly identity: ProviderIdentity | null;
  /** Of an organization only. */
  readonly organization?: OrganizationData;
  /** The n-th nickname to try, from 0; the first that is free is taken. Where hundreds are not, `n` has six digits. */
  readonly nicknameCandidate: (n: number) => string;
}

/** Whose a name is. `confirmed` is false while it is only reserved. */
export interface NameHolder {
  readonly kind: NameKind;
  readonly accountId: AccountId;
  readonly confirmed: boolean;
  readonly reservedAt: Instant;
}

/** Result of a reservation: the nickname that was free, or whose name is in its way. */
export type Reservation =
  | { readonly reserved: true; readonly nickname: string }
  | { readonly reserved: false; readonly holder: NameHolder };

/**
 * Result of reserving all names of an account. `isNew` is false when the account had reserved them before. Each
 * reservation of the account has a later `reservedAt`, to the microsecond.
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
 * Who people are, and the names that must be unique. A name is reserved before the event that gives it is appended,
 * and confirmed after it; who crashes in between leaves a reservation that is settled by what the log says.
 */
export interface AccountRegistry {
  /** Reserves all names of a new account and keeps its personal data, or does nothing. Repeating it is harmless. */
  readonly reserve: (account: NewAccount) => Promise<AccountReservation>;
  /** Reserves a further nickname. */
  readonly reserveNickname: (accountId: AccountId, nickname: string) => Promise<Reservation>;
  /** The account has this nickname since this revision of its stream; what it reserved besides is kept, what it had is free. */
  readonly confirm: (accountId: AccountId, nickname: string, revision: number) => Promise<void>;
  /** Gives back a nickname that was only reserved. */
  readonly releaseNickname: (accountId: AccountId, nickname: string) => Promise<void>;
  /** Gives back all that an account reserved whose registration did not happen, unless it reserved again after `until`. */
  readonly release: (accountId: AccountId, until: Instant) => Promise<void>;
  /** Deletes all that is known of a person, and the key of their texts. */
  readonly erase: (accountId: AccountId) => Promise<void>;
  /** Accounts with reservations older than this that were not confirmed, and those that no profile names. */
  readonly unsettled: (before: Instant, limit: number) => Promise<readonly AccountId[]>;
  /** Nicknames that an account has only reserved, since before this. */
  readonly reservedNicknames: (accountId: AccountId, before: Instant) => Promise<readonly string[]>;
  /** Whose the nickname is, or is to be. */
  readonly holderOfNickname: (nickname: string) => Promise<AccountId | null>;
  readonly credentialsOf: (
    username: string,
  ) => Promise<{ readonly accountId: AccountId; readonly passwordHash: string } | null>;
  readonly accountOf: (identity: ProviderIdentity) => Promise<AccountId | null>;
  readonly personalDataOf: (accountId: AccountId) => Promise<PersonalData | null>;
  /** What staff need to decide on these organizations, by their ids; nothing of those that are erased. */
  readonly reviewsOf: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, OrganizationReview>>;
}

/** A request under an idempotency key: the id of its command, and its answer once there was one. */
export type KeyedRequest =
  | { readonly reused: false; readonly commandId: Uuid; readonly answer: string | null }
  | { readonly reused: true };

/** Remembers requests by their idempotency keys. */
export interface IdempotencyKeys {
  /**
   * Returns the request that the key was first used with; `reused` when that one had another payload. A request that has
   * had no answer for `renewAfterMs` gets the new command id and begins again; without a limit it never does.
   */
  readonly claim: (
    owner: Uuid,
    key: Uuid,
    fingerprint: Uint8Array,
    commandId: Uuid,
    renewAfterMs?: number,
  ) => Promise<KeyedRequest>;
  /** Keeps the answer unless there is one already; resolves with the one that is kept. */
  readonly keepAnswer: (owner: Uuid, key: Uuid, answer: string) => Promise<string>;
  /** Keeps the answer in the place of the one that is kept. */
  readonly replaceAnswer: (owner: Uuid, key: Uuid, answer: string) => Promise<void>;
  readonly forgetBefore: (instant: Instant) => Promise<void>;
}

/** What has to be remembered between sending somebody to an identity provider and their coming back. */
export interface SignIn {
  readonly nonce: string;
  readonly verifier: string;
}

export interface SignIns {
  readonly begin: (state: string, signIn: SignIn, expiresAt: Instant) => Promise<void>;
  /** Takes it out: each can be ended once. Null when there is none, or not any more. */
  readonly end: (state: string, now: Instant) => Promise<SignIn | null>;
}

/** Devices that logged in to accounts before. A device holds one token for all of its accounts. */
export interface Devices {
  /**
   * Records that a device has logged in to an account.
   * @param presented the token that the device sent, or null
   * @param fresh the token of a device that is not known yet
   * @returns the token that the device keeps: the one that it sent if that is known, otherwise the fresh one
   */
  readonly remember: (
    accountId: AccountId,
    presented: string | null,
    fresh: string,
    now: Instant,
  ) => Promise<string>;
  /** Whether the device of this token has logged in to the account of this username, and not too long ago. */
  readonly hasLoggedIn: (token: string, username: string, now: Instant) => Promise<boolean>;
  readonly forgetAllOf: (accountId: AccountId) => Promise<void>;
  /** Deletes devices that were not used for long, and those of accounts that may not be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}

/** Somebody saw a post. */
export interface View {
  readonly postId: PostId;
  /** Who, in a form that tells nothing else of them. */
  readonly viewer: Uint8Array;
}

/** Views that were counted and are on their way into the log. */
export interface ViewBatch {
  readonly id: Uuid;
  readonly day: Day;
  readonly views: readonly { readonly postId: PostId; readonly count: number }[];
}

export interface ViewCounts {
  /** Counts those that are the first of their viewer on this day; null when none is. The batch is kept until it is done. */
  readonly count: (id: Uuid, day: Day, views: readonly View[]) => Promise<ViewBatch | null>;
  /** Batches that are kept, oldest first. */
  readonly pending: (limit: number) => Promise<readonly ViewBatch[]>;
  readonly done: (id: Uuid) => Promise<void>;
  /** Forgets who saw what before this day. */
  readonly forgetBefore: (day: Day) => Promise<void>;
}

/** A webhook of the payment provider that waits to be worked off. */
export interface KeptWebhook {
  /** The provider's id of its notice. */
  readonly id: string;
  /** As it came, byte by byte; it was proven to come from the provider. */
  readonly body: Uint8Array;
  /** How often it has been taken up, this time included. */
  readonly attempts: number;
}

/** A webhook that waits to be worked off. */
export interface WaitingWebhook {
  readonly body: Uint8Array;
  readonly receivedAt: Instant;
}

export interface Webhooks {
  /** Keeps it until it is done. The same id is kept once, and never again once it is done. */
  readonly keep: (id: string, body: Uint8Array) => Promise<void>;
  /** Those that came before an instant and are still not done, oldest first. */
  readonly waiting: (before: Instant, limit: number) => Promise<readonly WaitingWebhook[]>;
  /** How many are not done. */
  readonly count: () => Promise<number>;
  /** Takes up those that are due, oldest first. What is not done within the lease, in milliseconds, is due again. */
  readonly claim: (limit: number, leaseMs: number) => Promise<readonly KeptWebhook[]>;
  /** Makes it due again after so many milliseconds. */
  readonly postpone: (id: string, ms: number) => Promise<void>;
  /** It is worked off: what was in it is forgotten, and its id remembered. */
  readonly done: (id: string) => Promise<void>;
  /** Forgets the ids of those that were done before this instant. */
  readonly forgetBefore: (instant: Instant) => Promise<void>;
}

/** Pictures of campaigns and animals, by the id of what they show. Erasing an account erases its pictures. */
export interface PictureStore {
  /**
   * Keeps the picture before the event that tells of it, unless there is one already.
   * @returns the hash of the one that is kept
   */
  readonly keep: (subjectId: Uuid, ownerId: AccountId, picture: Picture) => Promise<string>;
  /** Null when there is none, or not any more. */
  readonly find: (subjectId: Uuid) => Promise<Picture | null>;
  /** Forgets it; with an instant, only if it was last kept before that. */
  readonly forget: (subjectId: Uuid, before?: Instant) => Promise<void>;
  /** Those last kept before an instant of which it is not known that an event names them, oldest first. */
  readonly unnamed: (before: Instant, limit: number) => Promise<readonly Uuid[]>;
  /** An event names it. */
  readonly named: (subjectId: Uuid) => Promise<void>;
  /** It may be that nothing names it any more: it is unnamed until it has been looked at again. */
  readonly doubt: (subjectId: Uuid) => Promise<void>;
}

/** The state that no replay touches. */
export interface PrivateData {
  readonly registry: AccountRegistry;
  readonly sessions: AccountSessions;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly signIns: SignIns;
  readonly devices: Devices;
  readonly viewCounts: ViewCounts;
  readonly webhooks: Webhooks;
  readonly pictures: PictureStore;
}
