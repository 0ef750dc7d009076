import type { Coins } from '../kernel/coins.ts';
import type { CrowdfundingId, DonationId, Instant, Uuid } from '../kernel/ids.ts';
import { defineProblem, type Problem } from '../kernel/problem.ts';

/** Kind of coin movement in a campaign. */
export type TrailKind = 'DONATION' | 'REFUND' | 'RELEASE';

/**
 * A line in a campaign's coin trail. It contains ids, times and amounts but no personal data, because the chain must
 * remain verifiable after an erasure.
 */
export interface TrailLine {
  readonly crowdfundingId: CrowdfundingId;
  /** Line number in the trail, starting at 1, in log order. */
  readonly sequence: number;
  readonly kind: TrailKind;
  /** Id of the donation, refund or release. */
  readonly id: Uuid;
  /** Donation that was made or refunded; null for a release. */
  readonly donationId: DonationId | null;
  readonly timestamp: Instant;
  readonly amount: Coins;
  /** Coins that the campaign holds after this line. */
  readonly total: Coins;
}

/** A trail line with its hashes, in lower-case hexadecimal. */
export interface TrailLink extends TrailLine {
  readonly previousHash: string;
  readonly hash: string;
}

/** Last line of a chain: its sequence number, total and hash. */
export interface TrailEnd {
  readonly sequence: number;
  readonly total: Coins;
  readonly hash: string;
}

/** Number of trail lines per page. */
export const TRAIL_PAGE_SIZE = 200;

/** End of an empty chain. */
export const TRAIL_START: TrailEnd = { sequence: 0, total: 0, hash: '0'.repeat(64) };

/** Format name, which is the first field in each line. */
export const TRAIL_FORMAT = 'kindra-coin-trail-1';

/** Returns the canonical form of a line, from which its hash is computed. */
export const formatCanonicalLine = (line: TrailLine): string => {
  const { crowdfundingId, sequence, kind, id, donationId, timestamp, amount, total } = line;
  return `${TRAIL_FORMAT}|${crowdfundingId}|${sequence}|${kind}|${id}|${donationId ?? '-'}|${timestamp}|${amount}|${total}`;
};

/** Returns the input for a line's hash, which is the SHA-256 of its UTF-8 bytes. */
export const getHashInput = (previousHash: string, line: TrailLine): string =>
  `${previousHash}\n${formatCanonicalLine(line)}`;

/** Returns the coins that a campaign holds after a line. */
export const computeTotal = (total: Coins, { kind, amount }: Pick<TrailLine, 'kind' | 'amount'>): Coins =>
  kind === 'DONATION' ? total + amount : total - amount;

export const trailLineBeforeMissing = defineProblem(
  'TRAIL_LINE_BEFORE_MISSING',
  'An earlier line is missing.',
);
export const trailTotalWrong = defineProblem(
  'TRAIL_TOTAL_WRONG',
  'Its total does not match the previous line.',
);
export const trailPreviousHashWrong = defineProblem(
  'TRAIL_PREVIOUS_HASH_WRONG',
  'It does not contain the hash of the previous line.',
);
export const trailHashWrong = defineProblem('TRAIL_HASH_WRONG', 'Its hash does not match its content.');
export const trailLineMissing = defineProblem('TRAIL_LINE_MISSING', 'It is missing.');
export const trailNotTheLast = defineProblem(
  'TRAIL_NOT_THE_LAST',
  'Its hash is not the last hash of the trail.',
);
export const trailHeldWrong = defineProblem('TRAIL_HELD_WRONG', 'Its total does not match the coins held.');

/**
 * Checks that a line continues the chain.
 * @param computed SHA-256 of `getHashInput(before.hash, link)`
 */
export function findTrailProblem(before: TrailEnd, link: TrailLink, computed: string): Problem | null {
  if (link.sequence !== before.sequence + 1) return trailLineBeforeMissing;
  if (link.total !== computeTotal(before.total, link)) return trailTotalWrong;
  if (link.previousHash !== before.hash) return trailPreviousHashWrong;
  return link.hash === computed ? null : trailHashWrong;
}
