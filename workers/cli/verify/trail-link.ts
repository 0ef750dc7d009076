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

const ESCROW_PREFIX = toEscrowAccount('');

/** Returns the amount that an entry moves into or out of escrow. An entry has at most one escrow posting. */
function getEscrowAmount({ postings }: JournalEntry): number {
  for (const { account, debit, credit } of postings)
    if (account.startsWith(ESCROW_PREFIX)) return debit + credit;
  return 0;
}

const CANONICAL_INSTANT_LENGTH = '2026-01-01T00:00:00.000Z'.length;

/** Converts a time to the format of `toISOString`. Most times already have it. */
const toCanonicalInstant = (text: string): string =>
  text.length === CANONICAL_INSTANT_LENGTH && text.endsWith('Z') ? text : new Date(text).toISOString();

/** Returns the line that an entry adds to its campaign's coin trail. */
export function toTrailLine(
  event: RecordedEvent,
  entry: JournalEntry,
  crowdfundingId: string,
  end: TrailEnd,
): TrailLine {
  const kind = entry.type as TrailKind;
  const amount = getEscrowAmount(entry);
  return {
    crowdfundingId,
    sequence: end.sequence + 1,
    kind,
    id: entry.id,
    donationId: entry.donationId,
    timestamp: toCanonicalInstant(event.metadata.occurredAt),
    amount,
    total: computeTotal(end.total, { kind, amount }),
  };
}
