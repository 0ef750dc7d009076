import type { Role } from '../accounts/events.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';
import type { Checkpoint } from './read-models.ts';

/** Whether an account may be used, and if not, why. */
export type AccountStanding = 'ACTIVE' | 'NOT_APPROVED' | 'INACTIVE' | 'BANNED';

export interface Session {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** The account of a session, with the current data of its profile. */
export interface SessionHolder {
  readonly role: Role;
  readonly nickname: string;
  readonly profileName: string;
  readonly standing: AccountStanding;
  /** The read models at that moment, if requested. */
  readonly checkpoints?: readonly Checkpoint[];
}

/** Sessions of accounts. A closed session cannot be reopened. */
export interface AccountSessions {
  readonly open: (session: Session) => Promise<void>;
  /** Returns null when the session is closed, expired or unknown. */
  readonly findHolder: (
    id: Uuid,
    accountId: AccountId,
    now: Instant,
    withCheckpoints?: boolean,
  ) => Promise<SessionHolder | null>;
  /** Returns the sessions that have ended or belong to accounts that may not be used. */
  readonly findEnded: (ids: readonly Uuid[], now: Instant) => Promise<ReadonlySet<Uuid>>;
  readonly close: (id: Uuid) => Promise<void>;
  readonly closeAll: (accountId: AccountId) => Promise<void>;
  /** Closes the sessions of an account but one. */
  readonly closeOthers: (accountId: AccountId, keptId: Uuid) => Promise<void>;
  /** Deletes expired sessions and those of accounts that may not be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}
