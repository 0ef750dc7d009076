import type { AccountId, Instant } from '../kernel/ids.ts';
import type { QueuedMail } from './mail.ts';

/** A passkey as shown to its account. */
export interface ListedPasskey {
  /** Credential id in base64url. */
  readonly id: string;
  readonly name: string;
  readonly createdAt: Instant;
  readonly lastUsedAt: Instant | null;
}

/** A passkey with the data that verifies its signatures (WebAuthn). */
export interface Passkey extends ListedPasskey {
  readonly accountId: AccountId;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** The second factors of an account. */
export interface FactorSummary {
  readonly hasAuthenticator: boolean;
  readonly passkeys: readonly ListedPasskey[];
  /** Number of unused recovery codes. */
  readonly recoveryCodes: number;
}

/** The secret of an authenticator app, in base32. It is inactive until a code confirms it. */
export interface Authenticator {
  readonly secret: string;
  readonly isActive: boolean;
}

/** Hashes of new recovery codes. They are stored only if the account has no unused codes. */
export type NewRecoveryCodes = readonly Uint8Array[];

/** Result of adding a factor: whether it was added, and whether the new recovery codes were stored. */
export interface AddedFactor {
  readonly isAdded: boolean;
  readonly hasNewCodes: boolean;
}

/** Second factors of accounts. Each change queues its email in the same transaction. */
export interface SecondFactors {
  readonly summarize: (accountId: AccountId) => Promise<FactorSummary>;
  readonly findAuthenticator: (accountId: AccountId) => Promise<Authenticator | null>;
  /** Stores a secret that is not confirmed yet. Returns false if a confirmed one exists. */
  readonly beginAuthenticator: (accountId: AccountId, secret: string) => Promise<boolean>;
  /** Activates the secret with a code of a time step, unless the secret was replaced since. */
  readonly activateAuthenticator: (
    accountId: AccountId,
    secret: string,
    step: number,
    codes: NewRecoveryCodes,
    mail: QueuedMail,
  ) => Promise<AddedFactor>;
  /** Records the time step of a code. Returns false if a code of this step or a later one was accepted before. */
  readonly acceptStep: (accountId: AccountId, step: number) => Promise<boolean>;
  /** Returns false if there is none. Without another factor, the recovery codes are deleted too. */
  readonly removeAuthenticator: (accountId: AccountId, mail: QueuedMail) => Promise<boolean>;
  /** Replaces the recovery codes of an account. */
  readonly replaceRecoveryCodes: (
    accountId: AccountId,
    codes: NewRecoveryCodes,
    mail: QueuedMail,
  ) => Promise<void>;
  /** Uses up a recovery code. Returns false if it does not exist. */
  readonly takeRecoveryCode: (accountId: AccountId, hash: Uint8Array, mail: QueuedMail) => Promise<boolean>;
  readonly findPasskey: (id: string) => Promise<Passkey | null>;
  /** Adds a passkey unless its id exists or the account has `limit` passkeys. */
  readonly addPasskey: (
    passkey: Passkey,
    limit: number,
    codes: NewRecoveryCodes,
    mail: QueuedMail,
  ) => Promise<AddedFactor>;
  readonly recordPasskeyUse: (id: string, counter: number, now: Instant) => Promise<void>;
  /** Returns false if the account has no such passkey. */
  readonly renamePasskey: (accountId: AccountId, id: string, name: string) => Promise<boolean>;
  /** Returns false if the account has no such passkey. Without another factor, the recovery codes are deleted too. */
  readonly removePasskey: (accountId: AccountId, id: string, mail: QueuedMail) => Promise<boolean>;
  /** Deletes all factors, recovery codes, sessions and known devices. Returns false if there was no factor. */
  readonly reset: (accountId: AccountId, mail: QueuedMail) => Promise<boolean>;
}

export type ChallengePurpose = 'login' | 'passkey-login' | 'passkey-registration' | 'passkey-proof';

/** A one-time challenge. Only its hash is stored. */
export interface Challenge {
  readonly token: string;
  readonly purpose: ChallengePurpose;
  /** Null while the account is not known, as at a login with a passkey. */
  readonly accountId: AccountId | null;
}

/** Challenges that were issued and not answered yet. */
export interface Challenges {
  /** Stores a challenge; a repeated one is ignored. */
  readonly begin: (challenge: Challenge, expiresAt: Instant) => Promise<void>;
  /** Returns the account of a challenge, and counts an attempt. Returns null without the challenge or an attempt left. */
  readonly attempt: (
    token: string,
    purpose: ChallengePurpose,
    now: Instant,
    maxAttempts: number,
  ) => Promise<AccountId | null>;
  /** Uses up a challenge. Returns false if it does not exist, has expired or was used before. */
  readonly end: (challenge: Challenge, now: Instant) => Promise<boolean>;
  readonly deleteAll: (accountId: AccountId) => Promise<void>;
  readonly sweep: (now: Instant) => Promise<void>;
}
