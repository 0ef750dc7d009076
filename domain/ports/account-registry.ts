import type { AccountId, Day, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { AccountCredentials } from './credentials.ts';
import type { EmailContents } from './email.ts';

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

/**
 * Personal data and unique names. A name is reserved before its event is appended, and confirmed afterwards. After a
 * crash in between, the event log determines whether the reservation is confirmed or released.
 */
export interface AccountRegistry extends AccountCredentials {
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
  readonly findAccount: (identity: ProviderIdentity) => Promise<AccountId | null>;
  /** Returns the account that has verified the email address, or null. */
  readonly findAccountByEmail: (email: string) => Promise<AccountId | null>;
  readonly findPersonalData: (accountId: AccountId) => Promise<PersonalData | null>;
  /** Returns the review data of organizations, by account id. Erased organizations are omitted. */
  readonly findReviews: (ids: readonly AccountId[]) => Promise<ReadonlyMap<AccountId, OrganizationReview>>;
}
