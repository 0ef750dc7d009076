/** Lease of jobs under test, in milliseconds. Half of it is longer than a busy disk delays a commit. */
export const LEASE_MS = 2_000;
