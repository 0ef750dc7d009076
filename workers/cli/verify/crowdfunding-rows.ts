import type { Position } from '../../../domain/kernel/event.ts';
import { toPairTokenSql } from './recount.ts';

/** State of a campaign, computed from the log. */
export interface CountedCrowdfunding {
  readonly creator: string;
  status: string;
  /** Destination of the coins after the campaign's end. */
  outcome: 'OPEN' | 'REFUND' | 'RELEASE';
  reason: 'cancelled' | 'expired' | null;
  /** Position of the event that ended the campaign, or null. */
  decided: Position | null;
  donated: number;
  donations: number;
  refunded: number;
  refunds: number;
  released: number;
  /** Sums of donor and donation ids, for all donations and for refunded ones; see `toPairToken`. */
  donors: bigint;
  refundedDonors: bigint;
}

/** Campaign states by id. */
export type CountedCrowdfundings = ReadonlyMap<string, CountedCrowdfunding>;

/** Selects the public rows of campaigns with the sums of their donations. */
export const SELECT_CROWDFUNDINGS = `
  SELECT campaign.id, status, donated, donations, refunded, campaign.refunds, released,
    coalesce(made.amount, 0) AS "donationsAmount", coalesce(made.refunds, 0) AS "donationsRefunded",
    coalesce(made.token, 0)::text AS "donors"
  FROM read.crowdfundings campaign LEFT JOIN (
    SELECT crowdfunding_id, sum(amount) AS amount, count(refund_id) AS refunds, sum(${toPairTokenSql('id', 'donor_id')}) AS token
    FROM read.donations GROUP BY crowdfunding_id
  ) made ON made.crowdfunding_id = campaign.id`;

/** Selects the settlement rows of campaigns with the sums of their unrefunded donations. */
export const SELECT_SETTLEMENTS = `
  SELECT campaign.id, creator, outcome, reason, decided, donated, donations, refunded, refunds, released,
    coalesce(held.rows, 0) AS "heldDonations", coalesce(held.amount, 0) AS "heldAmount",
    coalesce(held.token, 0)::text AS "heldFrom"
  FROM read.settlement_campaigns campaign LEFT JOIN (
    SELECT crowdfunding, count(*) AS rows, sum(amount) AS amount, sum(${toPairTokenSql('id', 'donor')}) AS token
    FROM read.settlement_donations GROUP BY crowdfunding
  ) held ON held.crowdfunding = campaign.id`;

/** Returns the rows that `SELECT_CROWDFUNDINGS` should return. */
export function* toCrowdfundingRows(crowdfundings: CountedCrowdfundings) {
  for (const [id, crowdfunding] of crowdfundings) {
    const { status, donated, donations, refunded, refunds, released } = crowdfunding;
    const sums = { donated, donations, refunded, refunds, released };
    const donationSums = { donationsAmount: donated, donationsRefunded: refunds };
    yield [id, { status, ...sums, ...donationSums, donors: String(crowdfunding.donors) }] as const;
  }
}

/** Returns the rows that `SELECT_SETTLEMENTS` should return. */
export function* toSettlementRows(crowdfundings: CountedCrowdfundings) {
  for (const [id, crowdfunding] of crowdfundings) {
    const { status: _, donors, refundedDonors, ...settledFields } = crowdfunding;
    const heldSums = {
      heldDonations: settledFields.donations - settledFields.refunds,
      heldAmount: settledFields.donated - settledFields.refunded,
      heldFrom: String(donors - refundedDonors),
    };
    yield [id, { ...settledFields, ...heldSums }] as const;
  }
}
