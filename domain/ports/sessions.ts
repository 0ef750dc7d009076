import type { Role } from '../accounts/events.ts';
import type { AccountId, Instant, Uuid } from '../kernel/ids.ts';

/** Whether an account may be used, and if not, why. */
export type AccountStanding = 'ACTIVE' | 'NOT_APPROVED' | 'INACTIVE' | 'BANNED';

/** A session as it was opened. */
export interface Session {
  readonly id: Uuid;
  readonly accountId: AccountId;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
}

/** Whose session it is, as their profile stands now. */
export interface SessionHolder {
  readonly role: Role;
  readonly nickname: string;
  readonly profileName: string;
  readonly standing: AccountStanding;
}

/** Sessions of accounts. One that is closed never opens again. */
export interface AccountSessions {
  readonly open: (session: Session) => Promise<void>;
  /** Null when the session has been closed, has expired, or was never opened. */
  readonly holderOf: (id: Uuid, accountId: AccountId, now: Instant) => Promise<SessionHolder | null>;
  /** Which of these sessions stand no more, or are of accounts that may not be used. */
  readonly endedAmong: (ids: readonly Uuid[], now: Instant) => Promise<ReadonlySet<Uuid>>;
  readonly close: (id: Uuid) => Promise<void>;
  readonly closeAllOf: (accountId: AccountId) => Promise<void>;
  /** Deletes sessions that have expired, and those of accounts that may not be used. */
  readonly sweep: (now: Instant) => Promise<void>;
}
