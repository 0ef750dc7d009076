/** The lease of jobs under test, in milliseconds. */
export const LEASE_MS = 1_000;
