import type { Coins } from '../../../domain/kernel/coins.ts';
import type { AccountId, CrowdfundingId } from '../../../domain/kernel/ids.ts';
import type { Queryable } from '../../queryable.ts';

/** A campaign that still needs its creator. */
export interface UnfinishedCampaign {
  readonly id: CrowdfundingId;
  readonly title: string;
  readonly status: string;
  /** Coins on their way to the creator, or to those who gave them. */
  readonly held: Coins;
}

/** Campaigns of a creator that take donations or wait for staff, or whose coins have not left them yet. */
export async function unfinishedCampaigns(
  db: Queryable,
  creatorId: AccountId,
): Promise<readonly UnfinishedCampaign[]> {
  const { rows } = await db.query<Omit<UnfinishedCampaign, 'held'> & { held: string }>({
    text: `SELECT id, title, status, donated - refunded - released AS held FROM read.crowdfundings
      WHERE creator_id = $1 AND (status IN ('PENDING', 'ACTIVE') OR donated > refunded + released)
      ORDER BY id`,
    values: [creatorId],
  });
  return rows.map((row) => ({ ...row, held: Number(row.held) }));
}

/** What a donor has given to campaigns that are not settled: coins that may come back. */
export async function coinsInOpenCampaigns(db: Queryable, donorId: AccountId): Promise<Coins> {
  const { rows } = await db.query<{ coins: string }>({
    text: `SELECT coalesce(sum(donation.amount), 0) AS coins
      FROM read.donations donation JOIN read.crowdfundings campaign ON campaign.id = donation.crowdfunding_id
      WHERE donation.donor_id = $1 AND donation.refund_id IS NULL AND campaign.status <> 'CLOSED'`,
    values: [donorId],
  });
  return Number(rows[0]?.coins ?? 0);
}
