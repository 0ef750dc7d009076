import type { Position } from '../../../domain/kernel/event.ts';
import { tokenOfPairSql } from './recount.ts';

/** What is known of a campaign from the log alone. */
export interface CountedCampaign {
  readonly creator: string;
  status: string;
  /** How its coins leave it, by its end. */
  outcome: 'OPEN' | 'REFUND' | 'RELEASE';
  reason: 'cancelled' | 'expired' | null;
  /** Where its end stands in the log. */
  decided: Position | null;
  donated: number;
  donations: number;
  refunded: number;
  refunds: number;
  released: number;
  /** Sums over the donations and their donors, made and refunded, see `tokenOfPair`. */
  givenBy: bigint;
  givenBackTo: bigint;
}

export type CountedCampaigns = ReadonlyMap<string, CountedCampaign>;

/** Campaigns as everybody sees them, each with the sums of its donations. */
export const CAMPAIGNS = `
  SELECT campaign.id, status, donated, donations, refunded, campaign.refunds, released,
    coalesce(made.amount, 0) AS "donationsAmount", coalesce(made.refunds, 0) AS "donationsRefunded",
    coalesce(made.token, 0)::text AS "givenBy"
  FROM read.crowdfundings campaign LEFT JOIN (
    SELECT crowdfunding_id, sum(amount) AS amount, count(refund_id) AS refunds, sum(${tokenOfPairSql('id', 'donor_id')}) AS token
    FROM read.donations GROUP BY crowdfunding_id
  ) made ON made.crowdfunding_id = campaign.id`;

/** What decides on refunds and releases: how each campaign ended, its sums, and the donations that were not refunded. */
export const SETTLEMENT = `
  SELECT campaign.id, creator, outcome, reason, decided, donated, donations, refunded, refunds, released,
    coalesce(held.rows, 0) AS "heldDonations", coalesce(held.amount, 0) AS "heldAmount",
    coalesce(held.token, 0)::text AS "heldFrom"
  FROM read.settlement_campaigns campaign LEFT JOIN (
    SELECT crowdfunding, count(*) AS rows, sum(amount) AS amount, sum(${tokenOfPairSql('id', 'donor')}) AS token
    FROM read.settlement_donations GROUP BY crowdfunding
  ) held ON held.crowdfunding = campaign.id`;

/** What `CAMPAIGNS` must come to. */
export function* campaignRows(campaigns: CountedCampaigns) {
  for (const [id, campaign] of campaigns) {
    const { status, donated, donations, refunded, refunds, released } = campaign;
    const sums = { donated, donations, refunded, refunds, released };
    const ofDonations = { donationsAmount: donated, donationsRefunded: refunds };
    yield [id, { status, ...sums, ...ofDonations, givenBy: String(campaign.givenBy) }] as const;
  }
}

/** What `SETTLEMENT` must come to. */
export function* settlementRows(campaigns: CountedCampaigns) {
  for (const [id, campaign] of campaigns) {
    const { status: _, givenBy, givenBackTo, ...settled } = campaign;
    const held = {
      heldDonations: settled.donations - settled.refunds,
      heldAmount: settled.donated - settled.refunded,
      heldFrom: String(givenBy - givenBackTo),
    };
    yield [id, { ...settled, ...held }] as const;
  }
}
