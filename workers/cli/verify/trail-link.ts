import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { escrowOf } from '../../../domain/ledger/accounts.ts';
import type { TrailEnd, TrailKind, TrailLink } from '../../../domain/ledger/coin-trail.ts';
import { journalEntry } from '../../../domain/ledger/journal.ts';
import { nextLine, trailHash } from '../../../projections/crowdfunding/coin-trail/extend.ts';

/** Events that add lines to coin trails. */
export const TRAIL_EVENTS = ['CoinsDonated', 'DonationRefunded', 'CampaignFundsReceived'];

/**
 * Returns the line that an event adds to its campaign's trail.
 * @param endOf the end of a campaign's trail so far; null for campaigns to skip
 */
export function trailLinkOf(
  event: RecordedEvent,
  endOf: (id: CrowdfundingId) => TrailEnd | null,
): TrailLink | null {
  const entry = journalEntry(event);
  const crowdfundingId = entry?.crowdfundingId;
  const before = crowdfundingId ? endOf(crowdfundingId) : null;
  if (!entry || !crowdfundingId || !before) return null;
  const escrow = entry.postings.find(({ account }) => account === escrowOf(crowdfundingId));
  const line = nextLine(before, {
    crowdfundingId,
    kind: entry.type as TrailKind,
    id: entry.id,
    donationId: entry.donationId,
    timestamp: new Date(event.metadata.occurredAt).toISOString(),
    amount: (escrow?.debit ?? 0) + (escrow?.credit ?? 0),
  });
  return { ...line, previousHash: before.hash, hash: trailHash(before.hash, line) };
}
