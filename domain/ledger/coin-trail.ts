import type { Coins } from '../kernel/coins.ts';
import type { CrowdfundingId, DonationId, Instant, Uuid } from '../kernel/ids.ts';

/** What happens to the coins of a campaign. */
export type TrailKind = 'DONATION' | 'REFUND' | 'RELEASE';

/**
 * A line of a campaign's coin trail. It holds ids, times and amounts, and nothing of people: what may be erased must
 * never be needed to check the chain.
 */
export interface TrailLine {
  readonly crowdfundingId: CrowdfundingId;
  /** Place in the trail, from 1, in the order of the log. */
  readonly sequence: number;
  readonly kind: TrailKind;
  /** Id of the donation, refund or release itself. */
  readonly id: Uuid;
  /** The donation that is made or given back; null for a release. */
  readonly donationId: DonationId | null;
  readonly timestamp: Instant;
  readonly amount: Coins;
  /** What the campaign holds after this line. */
  readonly total: Coins;
}

/** A line with its place in the chain. Hashes are hexadecimal digits, in small letters. */
export interface TrailLink extends TrailLine {
  readonly previousHash: string;
  readonly hash: string;
}

/** What a chain has come to: its last line. */
export interface TrailEnd {
  readonly sequence: number;
  readonly total: Coins;
  readonly hash: string;
}

/** Lines of a trail that are read at once. */
export const TRAIL_PAGE_SIZE = 200;

/** A chain without lines. */
export const TRAIL_START: TrailEnd = { sequence: 0, total: 0, hash: '0'.repeat(64) };

const FORM = 'kindra-coin-trail-1';

/** The text of a line that is hashed, the same for whoever computes it. */
export const canonicalLine = (line: TrailLine): string =>
  [
    FORM,
    line.crowdfundingId,
    line.sequence,
    line.kind,
    line.id,
    line.donationId ?? '-',
    line.timestamp,
    line.amount,
    line.total,
  ].join('|');

/** What a line's hash is the SHA-256 of, in UTF-8: the hash before it and the line. */
export const hashedText = (previousHash: string, line: TrailLine): string =>
  `${previousHash}\n${canonicalLine(line)}`;

/** What a campaign holds after so many coins came or went. */
export const totalAfter = (total: Coins, { kind, amount }: Pick<TrailLine, 'kind' | 'amount'>): Coins =>
  kind === 'DONATION' ? total + amount : total - amount;

/** How a line does not fit the chain before it. */
export type TrailFault =
  | 'A line before it is missing.'
  | 'Its total does not follow from the line before.'
  | 'It does not hold the hash of the line before.'
  | 'Its hash does not fit what it says.';

/**
 * Whether a line follows the chain before it; null when it does.
 * @param computed the SHA-256 of `hashedText` of the chain before and the line
 */
export function trailFault(before: TrailEnd, link: TrailLink, computed: string): TrailFault | null {
  if (link.sequence !== before.sequence + 1) return 'A line before it is missing.';
  if (link.total !== totalAfter(before.total, link)) return 'Its total does not follow from the line before.';
  if (link.previousHash !== before.hash) return 'It does not hold the hash of the line before.';
  return link.hash === computed ? null : 'Its hash does not fit what it says.';
}
