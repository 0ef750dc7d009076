/**
 * SQL for an account's current state, based on its row in `read.profiles`. A suspension ends at a fixed time, but the
 * row may not show that yet. Therefore, read the column `state` only through these functions.
 */

/**
 * SQL condition that is true after a suspension has ended. A response can be cached if its
 * statements use the current time only in this condition.
 */
export const SUSPENSION_HAS_ENDED = 'suspended_until <= now()';

/** Returns an SQL condition that is true if an account's suspension has ended, and null if it is not suspended. */
const hasEnded = (profile: string): string => `${profile}.${SUSPENSION_HAS_ENDED}`;

/** Returns an SQL condition that is true if an account is active. */
export const isActive = (profile = 'profile'): string =>
  `(${profile}.state = 'ACTIVE' OR ${hasEnded(profile)})`;

/** Returns an SQL condition for inactive accounts. PostgreSQL can check it with the indexes of these accounts. */
export const isInactive = (profile = 'profile'): string =>
  `(${profile}.state <> 'ACTIVE' AND (${hasEnded(profile)}) IS NOT TRUE)`;

/** Returns an SQL expression for an account's current state. */
export const selectState = (profile = 'profile'): string =>
  `CASE WHEN ${hasEnded(profile)} THEN 'ACTIVE' ELSE ${profile}.state END`;
