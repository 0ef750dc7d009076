import { DAY_MS, HOUR_MS } from '../kernel/durations.ts';
import type { Instant } from '../kernel/ids.ts';
import type { Role } from './events.ts';
import { isStaffRole } from './roles.ts';

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

/** Returns when a session ends, in Unix milliseconds: it has been unused for too long, or is too old for the role. */
export function getSessionEnd(
  { createdAt, lastUsedAt }: { readonly createdAt: Instant; readonly lastUsedAt: Instant },
  role: Role,
): number {
  const { idleMs, lifetimeMs } = getSessionLimits(role);
  return Math.min(Date.parse(lastUsedAt) + idleMs, Date.parse(createdAt) + lifetimeMs);
}
