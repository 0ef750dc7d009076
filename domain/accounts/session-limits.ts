import { DAY_MS, type Instant } from '../kernel/ids.ts';
import type { Role } from './events.ts';
import { isStaffRole } from './roles.ts';

const HOUR_MS = 60 * 60_000;

/** Maximum time between two uses of a session, and maximum session lifetime, in ms. */
interface SessionLimits {
  readonly idleMs: number;
  readonly lifetimeMs: number;
}

const USER_LIMITS: SessionLimits = { idleMs: 30 * DAY_MS, lifetimeMs: 90 * DAY_MS };
const STAFF_LIMITS: SessionLimits = { idleMs: 12 * HOUR_MS, lifetimeMs: 7 * DAY_MS };

/** Returns the session limits for accounts with this role. */
export const getSessionLimits = (role: Role): SessionLimits =>
  isStaffRole(role) ? STAFF_LIMITS : USER_LIMITS;

/** Returns whether a session has ended: it has been unused for too long, or is too old for the account's role. */
export function hasSessionEnded(
  { createdAt, lastUsedAt }: { readonly createdAt: Instant; readonly lastUsedAt: Instant },
  role: Role,
  now: Instant,
): boolean {
  const { idleMs, lifetimeMs } = getSessionLimits(role);
  const time = Date.parse(now);
  return time >= Date.parse(lastUsedAt) + idleMs || time >= Date.parse(createdAt) + lifetimeMs;
}
