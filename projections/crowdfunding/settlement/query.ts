import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId, Instant } from '../../../domain/kernel/ids.ts';
import type { CrowdfundingSettlement, HeldDonation } from '../../../domain/settlement/settlement.ts';
import { FIRST_ID } from '../../paging.ts';
import { type Queryable, queryNumber } from '../../queryable.ts';
import { type SettlementRow, toCrowdfundingSettlement } from './row.ts';

interface SettlementRecord
  extends Omit<SettlementRow, Amount | Time | 'decided'>,
    Readonly<Record<Amount, string>>,
    Readonly<Record<Time, Date | null>> {
  readonly decided: string | null;
}

type Amount = 'donated' | 'refunded' | 'released';
type Time = 'ended' | 'expires' | 'notice';

const toSettlement = (row: SettlementRecord): CrowdfundingSettlement =>
  toCrowdfundingSettlement({
    ...row,
    decided: row.decided === null ? null : Number(row.decided),
    ended: row.ended?.toISOString() ?? null,
    expires: row.expires?.toISOString() ?? null,
    notice: row.notice?.toISOString() ?? null,
    donated: Number(row.donated),
    refunded: Number(row.refunded),
    released: Number(row.released),
  });

const IS_SETTLEMENT_DUE = `outcome <> 'OPEN' AND donated - refunded - released > 0`;

/**
 * Lists campaigns that ended after a position and whose escrow is not empty, in the order in which they ended. An
 * ended campaign has an outstanding refund or release as long as its escrow is not empty.
 */
export async function listCrowdfundingsToSettle(
  db: Queryable,
  after: Position,
  limit: number,
): Promise<readonly CrowdfundingSettlement[]> {
  const { rows } = await db.query<SettlementRecord>({
    name: 'campaigns-to-settle',
    text: `SELECT * FROM read.settlement_campaigns
      WHERE ${IS_SETTLEMENT_DUE} AND decided > $1 ORDER BY decided LIMIT $2`,
    values: [after, limit],
  });
  return rows.map(toSettlement);
}

/** Returns the number of campaigns that await settlement or are being settled. */
export const countCrowdfundingsToSettle = (db: Queryable): Promise<number> =>
  queryNumber(db, {
    name: 'count-to-settle',
    text: `SELECT count(*) FROM read.settlement_campaigns WHERE ${IS_SETTLEMENT_DUE}`,
  });

interface DonationRecord extends Pick<HeldDonation, 'id' | 'crowdfunding' | 'donor'> {
  readonly amount: string;
  readonly position: string;
  readonly made: Date;
}

const toHeldDonation = (row: DonationRecord): HeldDonation => ({
  ...row,
  amount: Number(row.amount),
  position: Number(row.position),
  made: row.made.toISOString(),
});

/** Lists the held donations of a campaign after a position, in log order. */
export async function listHeldDonations(
  db: Queryable,
  crowdfundingId: CrowdfundingId,
  after: Position,
  limit: number,
): Promise<readonly HeldDonation[]> {
  const { rows } = await db.query<DonationRecord>({
    name: 'held-donations',
    text: `SELECT * FROM read.settlement_donations WHERE crowdfunding = $1 AND position > $2
      ORDER BY position LIMIT $3`,
    values: [crowdfundingId, after, limit],
  });
  return rows.map(toHeldDonation);
}

/**
 * Returns the sum of the held donations that were made before the end of a campaign, or null while the
 * read model does not contain that end. If PostgreSQL crashes, the read model can revert to an earlier
 * position, because projections commit asynchronously. It contains all of these donations only if it contains
 * the end.
 */
export async function sumHeldBefore(
  db: Queryable,
  crowdfundingId: CrowdfundingId,
  end: Position,
): Promise<Coins | null> {
  const { rows } = await db.query<{ sum: string }>({
    name: 'held-before-end',
    text: `SELECT (SELECT coalesce(sum(amount), 0) FROM read.settlement_donations
          WHERE crowdfunding = $1 AND position < $2) AS sum
      FROM read.settlement_campaigns WHERE id = $1 AND decided = $2`,
    values: [crowdfundingId, end],
  });
  return rows[0] ? Number(rows[0].sum) : null;
}

/** Fields of a settlement with the time at which a campaign is due, by column. */
const DUE_FIELDS = { expires: 'expiresAt', notice: 'nextExpiryAnnouncementAt' } as const;

const createDueQuery =
  (name: string, due: keyof typeof DUE_FIELDS, condition = '') =>
  async (
    db: Queryable,
    at: Instant,
    after: CrowdfundingSettlement | null,
    limit: number,
  ): Promise<readonly CrowdfundingSettlement[]> => {
    const { rows } = await db.query<SettlementRecord>({
      name,
      text: `SELECT * FROM read.settlement_campaigns WHERE outcome = 'OPEN' AND ${due} <= least($1, now()) ${condition}
          AND (${due}, id) > (coalesce($2, '-infinity'::timestamptz), coalesce($3, '${FIRST_ID}'::uuid))
        ORDER BY ${due}, id LIMIT $4`,
      values: [at, after?.[DUE_FIELDS[due]], after?.id, limit],
    });
    return rows.map(toSettlement);
  };

/**
 * Lists open campaigns that have expired at a given time, in order of expiry. Starts after the last
 * campaign of the previous page. The database clock must also have reached the expiry: expiry is
 * irreversible, and one clock may be wrong.
 */
export const listCrowdfundingsToExpire = createDueQuery('campaigns-to-expire', 'expires');

/**
 * Lists open, unexpired campaigns whose creators must be notified, in order of the due date. Starts after
 * the last campaign of the previous page. Both the instant and the database clock must have reached the
 * due date.
 */
export const listCrowdfundingsToAnnounce = createDueQuery(
  'campaigns-to-announce',
  'notice',
  'AND expires > least($1, now())',
);

/** Returns the settlement state of a campaign, or null when the campaign does not exist. */
export async function findSettlement(
  db: Queryable,
  crowdfundingId: CrowdfundingId,
): Promise<CrowdfundingSettlement | null> {
  const { rows } = await db.query<SettlementRecord>({
    name: 'settlement-of',
    text: 'SELECT * FROM read.settlement_campaigns WHERE id = $1',
    values: [crowdfundingId],
  });
  return rows[0] ? toSettlement(rows[0]) : null;
}

/** Returns the position of the settlement projection. */
export const getSettlementPosition = (db: Queryable): Promise<Position> =>
  queryNumber(db, {
    name: 'settlement-position',
    text: `SELECT position FROM engine.checkpoints WHERE projection = 'settlement'`,
  });
