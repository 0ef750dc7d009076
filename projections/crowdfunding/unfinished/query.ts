import type { Coins } from '../../../domain/kernel/coins.ts';
import type { AccountId, CrowdfundingId } from '../../../domain/kernel/ids.ts';
import { type Queryable, queryNumber } from '../../queryable.ts';

/** A campaign that is pending, active or not fully settled. */
export interface UnfinishedCrowdfunding {
  readonly id: CrowdfundingId;
  readonly title: string;
  readonly status: string;
  /** Coins that have not yet been released to the creator or refunded. */
  readonly held: Coins;
}

/** Lists the campaigns of a creator that are pending, active or not fully settled. */
export async function listUnfinishedCrowdfundings(
  db: Queryable,
  creatorId: AccountId,
): Promise<readonly UnfinishedCrowdfunding[]> {
  const { rows } = await db.query<Omit<UnfinishedCrowdfunding, 'held'> & { held: string }>({
    text: `SELECT id, title, status, donated - refunded - released AS held FROM read.crowdfundings
      WHERE creator_id = $1 AND (status IN ('PENDING', 'ACTIVE') OR donated > refunded + released)
      ORDER BY id`,
    values: [creatorId],
  });
  return rows.map((row) => ({ ...row, held: Number(row.held) }));
}

/** Returns the coins that a donor has given to campaigns that are not closed. They can still be refunded. */
export const sumRefundableDonations = (db: Queryable, donorId: AccountId): Promise<Coins> =>
  queryNumber(db, {
    text: `SELECT coalesce(sum(donation.amount), 0) AS coins
      FROM read.donations donation JOIN read.crowdfundings campaign ON campaign.id = donation.crowdfunding_id
      WHERE donation.donor_id = $1 AND donation.refund_id IS NULL AND campaign.status <> 'CLOSED'`,
    values: [donorId],
  });
