import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import { toEscrowAccount } from '../../../domain/ledger/accounts.ts';
import {
  computeTotal,
  type TrailEnd,
  type TrailKind,
  type TrailLine,
} from '../../../domain/ledger/coin-trail.ts';
import type { JournalEntry } from '../../../domain/ledger/journal.ts';

/** Events that add lines to coin trails. */
export const TRAIL_EVENTS = ['CoinsDonated', 'DonationRefunded', 'CampaignFundsReceived'];

/** Projection whose replay also rebuilds the coin trails. */
export const TRAIL_READ_MODEL = 'journal';

/** Returns the amount that an entry moves into or out of an escrow account. */
function getEscrowAmount({ postings }: JournalEntry, escrow: string): number {
  for (const { account, debit, credit } of postings) if (account === escrow) return debit + credit;
  return 0;
}

/** Returns the line that an entry adds to its campaign's coin trail. */
export function toTrailLine(
  event: RecordedEvent,
  entry: JournalEntry,
  crowdfundingId: string,
  end: TrailEnd,
): TrailLine {
  const kind = entry.type as TrailKind;
  const amount = getEscrowAmount(entry, toEscrowAccount(crowdfundingId));
  return {
    crowdfundingId,
    sequence: end.sequence + 1,
    kind,
    id: entry.id,
    donationId: entry.donationId,
    timestamp: new Date(event.metadata.occurredAt).toISOString(),
    amount,
    total: computeTotal(end.total, { kind, amount }),
  };
}
