/**
 * SQL for the current state of an account, from its row of `read.profiles`. A suspension ends by time: its end may not
 * be recorded in the row yet. Read the column `state` only through these functions.
 */

/**
 * SQL condition that a suspension has ended. Responses whose statements use the time only here may still be cached.
 */
export const SUSPENSION_HAS_ENDED = 'suspended_until <= now()';

/** Returns an SQL condition that the suspension of an account has ended, null if the account is not suspended. */
const hasEnded = (profile: string): string => `${profile}.${SUSPENSION_HAS_ENDED}`;

/** Returns an SQL condition that an account is active. */
export const isActive = (profile = 'profile'): string =>
  `(${profile}.state = 'ACTIVE' OR ${hasEnded(profile)})`;

/** Returns an SQL condition that an account is not active. It can use the indexes on inactive accounts. */
export const isInactive = (profile = 'profile'): string =>
  `(${profile}.state <> 'ACTIVE' AND (${hasEnded(profile)}) IS NOT TRUE)`;

/** Returns SQL for the state of an account. */
export const selectState = (profile = 'profile'): string =>
  `CASE WHEN ${hasEnded(profile)} THEN 'ACTIVE' ELSE ${profile}.state END`;
