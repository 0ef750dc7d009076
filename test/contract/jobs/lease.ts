/**
 * Lease duration for jobs under test, in milliseconds. It is more than twice as long as any delay of a commit on a
 * busy disk.
 */
export const LEASE_MS = 2_000;
