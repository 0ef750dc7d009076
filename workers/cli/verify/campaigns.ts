import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { DomainEvent, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';
import { tokenOf, tokenSql } from './recount.ts';

/** What is known of a campaign from the log alone. `donationIds` is a sum, see `tokenOf`. */
interface CountedCampaign {
  donated: number;
  donations: number;
  refunded: number;
  refunds: number;
  released: number;
  donationIds: bigint;
}

const CAMPAIGNS = `
  SELECT campaign.id, donated, donations, refunded, campaign.refunds, released,
    coalesce(made.amount, 0) AS "donationsAmount", coalesce(made.refunds, 0) AS "donationsRefunded",
    coalesce(made.token, 0)::text AS "donationIds"
  FROM read.crowdfundings campaign LEFT JOIN (
    SELECT crowdfunding_id, sum(amount) AS amount, count(refund_id) AS refunds, sum(${tokenSql('id')}) AS token
    FROM read.donations GROUP BY crowdfunding_id
  ) made ON made.crowdfunding_id = campaign.id`;

/** Counts what was donated to each campaign, refunded and released, anew. */
export function campaignsCheck(checkpoints: Checkpoints): Check {
  const until = checkpoints('crowdfundings');
  const campaigns = new Map<string, CountedCampaign>();

  function count(event: CrowdfundingEvent | WalletEvent): void {
    if (event.type === 'CrowdfundingCreated')
      campaigns.set(event.data.crowdfundingId, {
        donated: 0,
        donations: 0,
        refunded: 0,
        refunds: 0,
        released: 0,
        donationIds: 0n,
      });
    if (event.type === 'CoinsDonated') {
      const campaign = campaigns.get(event.data.crowdfundingId);
      if (!campaign) return;
      campaign.donated += event.data.amount;
      campaign.donations += 1;
      campaign.donationIds += tokenOf(event.data.donationId);
    }
    if (event.type === 'DonationRefunded') {
      const campaign = campaigns.get(event.data.crowdfundingId);
      if (!campaign) return;
      campaign.refunded += event.data.amount;
      campaign.refunds += 1;
    }
    if (event.type === 'CampaignFundsReceived') {
      const campaign = campaigns.get(event.data.crowdfundingId);
      if (campaign) campaign.released += event.data.amount;
    }
  }

  return {
    until,
    take: (event: RecordedEvent) => {
      if (event.position <= until) count(event as DomainEvent as CrowdfundingEvent | WalletEvent);
    },
    compare: (client) => compareRows(client, 'campaign', CAMPAIGNS, expectedRows(campaigns)),
    checked: () => ({ campaigns: campaigns.size }),
  };
}

function* expectedRows(campaigns: ReadonlyMap<string, CountedCampaign>) {
  for (const [id, { donationIds, ...sums }] of campaigns)
    yield [
      id,
      {
        ...sums,
        donationsAmount: sums.donated,
        donationsRefunded: sums.refunds,
        donationIds: String(donationIds),
      },
    ] as const;
}
