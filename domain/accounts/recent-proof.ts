import type { Instant } from '../kernel/ids.ts';

/** Maximum age of a proof of identity for calls that require a recent one, in ms. */
export const MAX_PROOF_AGE_MS = 10 * 60_000;

/** Returns whether a proof of identity is recent. A login counts as a proof. */
export const isRecentProof = (lastProofAt: Instant, now: Instant): boolean =>
  Date.parse(now) - Date.parse(lastProofAt) < MAX_PROOF_AGE_MS;
