/**
 * Lease duration for jobs under test, in milliseconds. Even if a busy disk delays a commit, the delay is shorter than
 * half of it.
 */
export const LEASE_MS = 2_000;
