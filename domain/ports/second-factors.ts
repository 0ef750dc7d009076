import type { AccountId, Instant } from '../kernel/ids.ts';
import type { QueuedEmail } from './email.ts';

/** A passkey as shown to its owner. */
export interface ListedPasskey {
  /** Credential id in base64url. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** A passkey with the data needed to verify its signatures (WebAuthn). */
export interface Passkey extends ListedPasskey {
  readonly accountId: AccountId;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** An account's second factors. */
interface FactorSummary {
  readonly hasAuthenticator: boolean;
  readonly passkeys: readonly ListedPasskey[];
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
}

/** Secret of an authenticator app, in base32. It is inactive until a code confirms it. */
export interface Authenticator {
  readonly secret: string;
  readonly isActive: boolean;
}

/** Hashes of new recovery codes. They are stored only if the account has no unused codes. */
export type NewRecoveryCodes = readonly Uint8Array[];

/** Result of adding a factor: whether it was added, and whether the new recovery codes were stored. */
export interface AddFactorResult {
  readonly isAdded: boolean;
  readonly hasNewCodes: boolean;
}

/** Second factors of accounts. Each change queues an email in the same transaction. */
export interface SecondFactors {
  readonly summarize: (accountId: AccountId) => Promise<FactorSummary>;
  /** Returns the given accounts that have a second factor. */
  readonly filterProtected: (accountIds: readonly AccountId[]) => Promise<readonly AccountId[]>;
  readonly findAuthenticator: (accountId: AccountId) => Promise<Authenticator | null>;
  /** Stores an unconfirmed secret. Returns false if a confirmed secret exists. */
  readonly beginAuthenticator: (accountId: AccountId, secret: string) => Promise<boolean>;
  /** Activates the secret that a code of this time step confirmed, unless it has been replaced. */
  readonly activateAuthenticator: (
    accountId: AccountId,
    secret: string,
    step: number,
    codes: NewRecoveryCodes,
    email: QueuedEmail,
  ) => Promise<AddFactorResult>;
  /** Records the time step of a code. Returns false if a code from this or a later time step was already accepted. */
  readonly acceptStep: (accountId: AccountId, step: number) => Promise<boolean>;
  /** Returns false if there is none. Deletes the recovery codes if no other factor remains. */
  readonly removeAuthenticator: (accountId: AccountId, email: QueuedEmail) => Promise<boolean>;
  readonly replaceRecoveryCodes: (
    accountId: AccountId,
    codes: NewRecoveryCodes,
    email: QueuedEmail,
  ) => Promise<void>;
  /** Consumes a recovery code. Returns false if it does not exist. */
  readonly consumeRecoveryCode: (
    accountId: AccountId,
    hash: Uint8Array,
    email: QueuedEmail,
  ) => Promise<boolean>;
  readonly findPasskey: (id: string) => Promise<Passkey | null>;
  /** Adds a passkey, unless its id exists or the account already has `limit` passkeys. */
  readonly addPasskey: (
    passkey: Passkey,
    limit: number,
    codes: NewRecoveryCodes,
    email: QueuedEmail,
  ) => Promise<AddFactorResult>;
  readonly recordPasskeyUse: (id: string, counter: number, now: Instant) => Promise<void>;
  /** Renames a passkey. Returns false if the account has no such passkey. */
  readonly renamePasskey: (accountId: AccountId, id: string, name: string) => Promise<boolean>;
  /** Returns false if there is none. Deletes the recovery codes if no other factor remains. */
  readonly removePasskey: (accountId: AccountId, id: string, email: QueuedEmail) => Promise<boolean>;
  /** Deletes an account's factors, recovery codes, sessions and known devices. Returns false if it had no factor. */
  readonly reset: (accountId: AccountId, email: QueuedEmail) => Promise<boolean>;
}

/** Action that a challenge permits. `login` is the second step of a login. */
export type ChallengePurpose = 'login' | 'passkey-login' | 'passkey-registration' | 'passkey-proof';

/** A one-time challenge. Only its hash is stored. */
export interface Challenge {
  readonly token: string;
  readonly purpose: ChallengePurpose;
  /** Null while the account is unknown, for example when logging in with a passkey. */
  readonly accountId: AccountId | null;
}

/** A challenge of a login that needs a second factor. */
export interface LoginChallenge {
  readonly token: string;
  readonly accountId: AccountId;
  /** Hash of the password that was verified, if any. */
  readonly passwordHash?: string | null | undefined;
}

/** Challenges that have been issued but not completed. */
export interface Challenges {
  /** Stores a challenge. Has no effect if it is already stored. */
  readonly begin: (challenge: Challenge, expiresAt: Instant) => Promise<void>;
  /**
   * Stores a challenge of a login, unless it is already stored. Returns false if the password has changed since it was
   * verified.
   */
  readonly beginLogin: (challenge: LoginChallenge, expiresAt: Instant) => Promise<boolean>;
  /** Counts an attempt. Returns the account, or null if there is no challenge or no attempt left. */
  readonly attempt: (
    token: string,
    purpose: ChallengePurpose,
    now: Instant,
    maxAttempts: number,
  ) => Promise<AccountId | null>;
  /** Consumes a challenge. Returns false if it does not exist, has expired or was already consumed. */
  readonly end: (challenge: Challenge, now: Instant) => Promise<boolean>;
  readonly sweep: (now: Instant) => Promise<void>;
}
