import type { ResponseBodyOf } from '../../../contract/call.ts';
import type { Donation } from '../../../contract/crowdfunding.ts';
import type { auditedCrowdfunding } from '../../../contract/ledger.ts';
import { toAvatarField } from '../../../domain/accounts/rules.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import { joinPublicName, selectDonorName } from '../../accounts/profiles/names.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import { canSeeHidden, type Queryable, queryNumber, type Viewer } from '../../queryable.ts';
import { findCrowdfundingRecord, toCrowdfunding } from '../crowdfundings/query.ts';

interface DonationRecord extends Pick<Donation, 'id' | 'anonymous'> {
  readonly amount: string;
  readonly position: string;
  readonly made_at: Date;
  readonly refund_id: Uuid | null;
  readonly refunded_at: Date | null;
  readonly nickname: string | null;
  readonly profile_name: string | null;
  readonly donor_id: AccountId;
  readonly picture_hash: string | null;
}

type CrowdfundingStatement = ResponseBodyOf<typeof auditedCrowdfunding>;

const toDonation = (row: DonationRecord): Donation => ({
  id: row.id,
  type: 'DONATION',
  timestamp: row.made_at.toISOString(),
  donor: {
    // Only staff get the nickname of an anonymous donor.
    ...(row.nickname && { idProfile: row.donor_id }),
    profileName: row.profile_name ?? '',
    nickname: row.nickname ?? '',
    ...toAvatarField(row.donor_id, row.picture_hash),
  },
  amount: Number(row.amount),
  anonymous: row.anonymous,
});

const toAuditedDonation = (row: DonationRecord): CrowdfundingStatement['donations'][number] => ({
  ...toDonation(row),
  refund:
    row.refund_id && row.refunded_at ? { id: row.refund_id, timestamp: row.refunded_at.toISOString() } : null,
});

const NEWEST_FIRST = orderByNewest('donations', 'position');
const PAGE_SIZE = 10;
const STATEMENT_PAGE_SIZE = 1_000;

async function loadDonationsPage<Item>(
  db: Queryable,
  id: CrowdfundingId,
  size: number,
  shouldIncludeHiddenNames: boolean,
  paging: Paging,
  toItem: (row: DonationRecord) => Item,
): Promise<Page<Item>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, size);
  const { rows } = await db.query<DonationRecord>({
    name: `donations-${size}`,
    text: `SELECT donation.*, ${selectDonorName('$4', 'donation.anonymous')}
      FROM read.donations donation LEFT JOIN read.profiles profile ON profile.id = donation.donor_id ${joinPublicName('$4')}
      WHERE donation.crowdfunding_id = $1 AND donation.position < $2
      ORDER BY donation.position DESC LIMIT ${size + 1} OFFSET $3`,
    values: [id, ...key, skip, shouldIncludeHiddenNames],
  });
  return buildPage(NEWEST_FIRST, size, rows, toItem);
}

/** Lists the donations to a campaign, newest first. Hidden donors are anonymous to non-staff. */
export const listDonations = (
  db: Queryable,
  viewer: Viewer | null,
  id: CrowdfundingId,
  paging: Paging,
): Promise<Page<Donation>> => loadDonationsPage(db, id, PAGE_SIZE, canSeeHidden(viewer), paging, toDonation);

/** Returns a campaign's statement with up to 1,000 donations per page, or null when it does not exist. */
export async function findCrowdfundingStatement(
  db: Queryable,
  id: CrowdfundingId,
  paging: Paging = { page: 1 },
): Promise<(CrowdfundingStatement & { readonly next: string | null }) | null> {
  const row = await findCrowdfundingRecord(db, true, id);
  if (!row) return null;
  const { items, next } = await loadDonationsPage(
    db,
    id,
    STATEMENT_PAGE_SIZE,
    true,
    paging,
    toAuditedDonation,
  );
  const [donated, refunded, released] = [Number(row.donated), Number(row.refunded), Number(row.released)];
  const heldCoins = donated - refunded - released;
  const sums = { donated, refunded, released, held: heldCoins, donors: await countDonors(db, id) };
  return { crowdfunding: toCrowdfunding(row), ...sums, donations: [...items], next };
}

const countDonors = (db: Queryable, id: CrowdfundingId): Promise<number> =>
  queryNumber(db, {
    name: 'crowdfunding-donors',
    text: `SELECT count(DISTINCT donor_id) AS "donorCount" FROM read.donations
      WHERE crowdfunding_id = $1 AND refund_id IS NULL`,
    values: [id],
  });
