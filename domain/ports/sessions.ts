import type { Role } from '../accounts/events.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { Checkpoint } from './read-models.ts';

/** Whether an account can be used and, if not, the reason. */
export type AccountStanding = 'ACTIVE' | 'NOT_APPROVED' | 'INACTIVE' | 'BANNED';

/** A login of an account on one device. */
export interface Session {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /** Latest possible end. A session ends earlier if it is not used for a long time. */
  readonly expiresAt: Instant;
}

/** Browser and operating system names of a session; null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** How a session was opened. */
export interface LoginDetails {
  readonly device?: Device;
  /** Language of the account's emails from then on. Omitted if it does not change. */
  readonly language?: Language;
  /** Hash of the password that was verified, if any. */
  readonly passwordHash?: string | null | undefined;
}

/** A session as shown to the account's owner. */
export interface ListedSession extends Device {
  readonly id: Uuid;
  readonly createdAt: Instant;
  /** When the session was last used. Can be up to 10 minutes out of date. */
  readonly lastUsedAt: Instant;
}

/** A session's account, with current data from its profile. */
export interface SessionHolder {
  readonly role: Role;
  readonly nickname: string;
  readonly profileName: string;
  /** Hash of the profile picture; null if there is none or it is hidden. */
  readonly pictureHash: string | null;
  readonly standing: AccountStanding;
  /** Time of the last proof of identity in the session. */
  readonly lastProofAt: Instant;
  /** Whether a staff account has a second factor; null for other accounts. */
  readonly hasFactor: boolean | null;
  /**
   * Time, in Unix milliseconds, until which the result can be reused if the session and the profile do not change. The
   * session ends then, or its use is recorded again.
   */
  readonly reusableUntil: number;
  /** Read model checkpoints at the time of the query, if requested. */
  readonly checkpoints?: readonly Checkpoint[];
}

/** Sessions of accounts. A closed session cannot be reopened. */
export interface AccountSessions {
  /** Opens a session. Returns false if the password has changed since it was verified. */
  readonly open: (session: Session, login?: LoginDetails) => Promise<boolean>;
  /**
   * Gives a session another id, so that its tokens become invalid. Its limits do not change. Returns null if the session
   * is closed; a repeated call returns the session with the new id.
   */
  readonly changeId: (key: Pick<Session, 'id' | 'accountId'>, newId: Uuid) => Promise<Session | null>;
  /** Finds the holder of a session and records the use. Returns null if the session is closed, expired or unknown. */
  readonly findHolder: (
    id: Uuid,
    accountId: AccountId,
    now: Instant,
    shouldReadCheckpoints?: boolean,
  ) => Promise<SessionHolder | null>;
  /** Number of times that this process has changed or ended sessions. Opening a session does not count. */
  readonly getChangeCount: () => number;
  readonly recordProof: (id: Uuid, now: Instant) => Promise<void>;
  /** Returns the given sessions that have ended or belong to accounts that cannot be used. */
  readonly findEnded: (ids: readonly Uuid[], now: Instant) => Promise<ReadonlySet<Uuid>>;
  /** Returns an account's open sessions, most recently used first, at most 100. */
  readonly list: (accountId: AccountId, now: Instant) => Promise<readonly ListedSession[]>;
  readonly close: (id: Uuid) => Promise<void>;
  /** Closes a session if it belongs to the account. Returns whether it was open. */
  readonly closeOwn: (accountId: AccountId, id: Uuid) => Promise<boolean>;
  readonly closeAll: (accountId: AccountId) => Promise<void>;
  readonly closeOthers: (accountId: AccountId, keptId: Uuid) => Promise<void>;
  /** Deletes expired sessions, and sessions of accounts that cannot be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}
