import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { escrowAccount } from '../../../domain/ledger/accounts.ts';
import type { TrailEnd, TrailKind, TrailLink } from '../../../domain/ledger/coin-trail.ts';
import { toJournalEntry } from '../../../domain/ledger/journal.ts';
import { createNextLine, hashTrailLine } from '../../../projections/crowdfunding/coin-trail/extend.ts';

/** Events that add lines to coin trails. */
export const TRAIL_EVENTS = ['CoinsDonated', 'DonationRefunded', 'CampaignFundsReceived'];

/**
 * Returns the line that an event adds to its campaign's trail.
 * @param endOf the end of a campaign's trail so far; null for campaigns to skip
 */
export function toTrailLink(
  event: RecordedEvent,
  endOf: (id: CrowdfundingId) => TrailEnd | null,
): TrailLink | null {
  const entry = toJournalEntry(event);
  const crowdfundingId = entry?.crowdfundingId;
  const previousEnd = crowdfundingId ? endOf(crowdfundingId) : null;
  if (!entry || !crowdfundingId || !previousEnd) return null;
  const escrow = entry.postings.find(({ account }) => account === escrowAccount(crowdfundingId));
  const line = createNextLine(previousEnd, {
    crowdfundingId,
    kind: entry.type as TrailKind,
    id: entry.id,
    donationId: entry.donationId,
    timestamp: new Date(event.metadata.occurredAt).toISOString(),
    amount: (escrow?.debit ?? 0) + (escrow?.credit ?? 0),
  });
  return { ...line, previousHash: previousEnd.hash, hash: hashTrailLine(previousEnd.hash, line) };
}
