import type { Instant } from '../kernel/ids.ts';

/** Maximum age of the last proof of identity for calls that need a recent one, in ms. */
export const MAX_PROOF_AGE_MS = 10 * 60_000;

/** Whether a proof of identity is recent. A login is a proof. */
export const isRecentProof = (provenAt: Instant, now: Instant): boolean =>
  Date.parse(now) - Date.parse(provenAt) < MAX_PROOF_AGE_MS;
