import type { Role } from '../accounts/events.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { Language } from '../kernel/language.ts';
import type { Checkpoint } from './read-models.ts';

/** Whether an account may be used, and if not, why. */
export type AccountStanding = 'ACTIVE' | 'NOT_APPROVED' | 'INACTIVE' | 'BANNED';

export interface Session {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  /** Latest end. A session ends earlier if it is not used for a long time. */
  readonly expiresAt: Instant;
  /** Time of the last proof of identity, if it is not the login. */
  readonly provenAt?: Instant;
}

/** Browser and operating system of a session by name; null if unknown. */
export interface Device {
  readonly browser: string | null;
  readonly system: string | null;
}

/** A session as shown to its account. */
export interface ListedSession extends Device {
  readonly id: Uuid;
  readonly createdAt: Instant;
  /** Time of the last use, up to 10 minutes ago. */
  readonly lastUsedAt: Instant;
}

/** The account of a session, with the current data of its profile. */
export interface SessionHolder {
  readonly role: Role;
  readonly nickname: string;
  readonly profileName: string;
  /** Hash of the public picture; null if there is none or it is hidden. */
  readonly pictureHash: string | null;
  readonly standing: AccountStanding;
  /** Time of the last proof of identity in the session. */
  readonly provenAt: Instant;
  /** For staff: whether the account has a second factor. Otherwise null. */
  readonly hasFactor: boolean | null;
  /** The read models at that moment, if requested. */
  readonly checkpoints?: readonly Checkpoint[];
}

/** Sessions of accounts. A closed session cannot be reopened. */
export interface AccountSessions {
  /** Opens a session. The language, if given, is that of the account's emails from then on. */
  readonly open: (session: Session, device?: Device, language?: Language) => Promise<void>;
  /** Returns null when the session is closed, expired or unknown. Records the use of the session. */
  readonly findHolder: (
    id: Uuid,
    accountId: AccountId,
    now: Instant,
    shouldReadCheckpoints?: boolean,
  ) => Promise<SessionHolder | null>;
  /** Records a proof of identity. */
  readonly recordProof: (id: Uuid, now: Instant) => Promise<void>;
  /** Returns the sessions that have ended or belong to accounts that may not be used. */
  readonly findEnded: (ids: readonly Uuid[], now: Instant) => Promise<ReadonlySet<Uuid>>;
  /** Returns the open sessions of an account, at most 100, the last used ones first. */
  readonly list: (accountId: AccountId, now: Instant) => Promise<readonly ListedSession[]>;
  readonly close: (id: Uuid) => Promise<void>;
  /** Closes a session if it belongs to the account. Returns whether it was open. */
  readonly closeOwn: (accountId: AccountId, id: Uuid) => Promise<boolean>;
  readonly closeAll: (accountId: AccountId) => Promise<void>;
  /** Closes the sessions of an account but one. */
  readonly closeOthers: (accountId: AccountId, keptId: Uuid) => Promise<void>;
  /** Deletes expired sessions and those of accounts that may not be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}
