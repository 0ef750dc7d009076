import type { Coins } from '../../../domain/kernel/coins.ts';
import type { CrowdfundingId, DonationId, Instant, Uuid } from '../../../domain/kernel/ids.ts';
import { publicName } from '../../accounts/profiles/query.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import { type Queryable, seesHidden, type Viewer } from '../../queryable.ts';
import { type Crowdfunding, crowdfundingOf, crowdfundingRecord } from '../crowdfundings/query.ts';

/** A donation as everybody sees it. */
export interface Donation {
  readonly id: DonationId;
  readonly type: 'DONATION';
  readonly timestamp: Instant;
  readonly donor: { readonly profileName: string; readonly nickname: string };
  readonly amount: Coins;
}

/** A donation with what became of it. */
export interface AuditedDonation extends Donation {
  readonly refund: { readonly id: Uuid; readonly timestamp: Instant } | null;
}

interface DonationRecord {
  readonly id: DonationId;
  readonly amount: string;
  readonly position: string;
  readonly made_at: Date;
  readonly refund_id: Uuid | null;
  readonly refunded_at: Date | null;
  readonly nickname: string | null;
  readonly profile_name: string | null;
}

const donationOf = (row: DonationRecord): Donation => ({
  id: row.id,
  type: 'DONATION',
  timestamp: row.made_at.toISOString(),
  donor: { profileName: row.profile_name ?? '', nickname: row.nickname ?? '' },
  amount: Number(row.amount),
});

const auditedDonationOf = (row: DonationRecord): AuditedDonation => ({
  ...donationOf(row),
  refund:
    row.refund_id && row.refunded_at ? { id: row.refund_id, timestamp: row.refunded_at.toISOString() } : null,
});

const DONATIONS: Order = { name: 'donations', kinds: ['whole'], start: [LAST_WHOLE] };
const DONATIONS_SIZE = 10;
const STATEMENT_SIZE = 1_000;

/** @param named whether donors who are out of sight are named */
async function pageOfDonations<Item>(
  db: Queryable,
  id: CrowdfundingId,
  size: number,
  named: boolean,
  paging: Paging,
  present: (row: DonationRecord) => Item,
): Promise<Page<Item>> {
  const { key, skip } = startOf(DONATIONS, paging, size);
  const { rows } = await db.query<DonationRecord>({
    name: `donations-${size}`,
    text: `SELECT donation.*, ${publicName('$4')}
      FROM read.donations donation LEFT JOIN read.profiles profile ON profile.id = donation.donor_id
      WHERE donation.crowdfunding_id = $1 AND donation.position < $2
      ORDER BY donation.position DESC LIMIT ${size + 1} OFFSET $3`,
    values: [id, ...key, skip, named],
  });
  return pageOf(DONATIONS, size, rows, (row) => [Number(row.position)], present);
}

/** Donations to a campaign, newest first, 10 a page. To others than staff, donors who are out of sight have no name. */
export const donationsPage = (
  db: Queryable,
  viewer: Viewer | null,
  id: CrowdfundingId,
  paging: Paging,
): Promise<Page<Donation>> => pageOfDonations(db, id, DONATIONS_SIZE, seesHidden(viewer), paging, donationOf);

/** What went into a campaign and out of it again: donated = refunded + released + held. */
export interface CrowdfundingStatement {
  readonly crowdfunding: Crowdfunding;
  readonly donated: Coins;
  readonly refunded: Coins;
  readonly released: Coins;
  readonly held: Coins;
  /** Accounts that have donations which were not refunded. */
  readonly donors: number;
  /** Newest first; so many of them at once, `next` leads to those before. */
  readonly donations: readonly AuditedDonation[];
  readonly next: string | null;
}

/** The statement of one campaign, with up to 1,000 of its donations; null when there is no such campaign. */
export async function crowdfundingStatement(
  db: Queryable,
  id: CrowdfundingId,
  paging: Paging = { page: 1 },
): Promise<CrowdfundingStatement | null> {
  const row = await crowdfundingRecord(db, true, id);
  if (!row) return null;
  const { items, next } = await pageOfDonations(db, id, STATEMENT_SIZE, true, paging, auditedDonationOf);
  const [donated, refunded, released] = [Number(row.donated), Number(row.refunded), Number(row.released)];
  const held = donated - refunded - released;
  const sums = { donated, refunded, released, held, donors: await donorsOf(db, id) };
  return { crowdfunding: crowdfundingOf(row), ...sums, donations: items, next };
}

async function donorsOf(db: Queryable, id: CrowdfundingId): Promise<number> {
  const { rows } = await db.query<{ donors: string }>({
    name: 'crowdfunding-donors',
    text: `SELECT count(DISTINCT donor_id) AS donors FROM read.donations
      WHERE crowdfunding_id = $1 AND refund_id IS NULL`,
    values: [id],
  });
  return Number(rows[0]?.donors ?? 0);
}
