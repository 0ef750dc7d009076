import type { ClientBase } from 'pg';
import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { DomainEvent, Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import {
  CAMPAIGNS,
  type CountedCampaign,
  type CountedCampaigns,
  campaignRows,
  SETTLEMENT,
  settlementRows,
} from './campaign-rows.ts';
import { type Check, type Checkpoints, compareRows } from './check.ts';
import type { Problem } from './problem.ts';
import { tokenOfPair } from './recount.ts';

const TYPES: readonly (CrowdfundingEvent | WalletEvent)['type'][] = [
  'CrowdfundingCreated',
  'CrowdfundingApproved',
  'CrowdfundingRejected',
  'CrowdfundingCancelled',
  'CrowdfundingExpired',
  'CrowdfundingClosed',
  'CoinsDonated',
  'DonationRefunded',
  'CampaignFundsReceived',
];

interface Counter {
  readonly count: (event: CrowdfundingEvent | WalletEvent, position: Position) => void;
  readonly campaigns: CountedCampaigns;
}

const ENDS = {
  CrowdfundingCancelled: { status: 'CANCELLED', outcome: 'REFUND', reason: 'cancelled' },
  CrowdfundingExpired: { status: 'CANCELLED', outcome: 'REFUND', reason: 'expired' },
  CrowdfundingClosed: { status: 'CLOSED', outcome: 'RELEASE', reason: null },
} as const;

const newCampaign = (creator: string): CountedCampaign => ({
  creator,
  status: 'PENDING',
  outcome: 'OPEN',
  reason: null,
  decided: null,
  donated: 0,
  donations: 0,
  refunded: 0,
  refunds: 0,
  released: 0,
  givenBy: 0n,
  givenBackTo: 0n,
});

function createCampaignCounter(): Counter {
  const campaigns = new Map<string, CountedCampaign>();

  function change(
    { type, data }: CrowdfundingEvent | WalletEvent,
    campaign: CountedCampaign,
    position: Position,
  ) {
    switch (type) {
      case 'CrowdfundingApproved':
        campaign.status = 'ACTIVE';
        return;
      case 'CrowdfundingRejected':
        campaign.status = 'REJECTED';
        return;
      case 'CrowdfundingCancelled':
      case 'CrowdfundingExpired':
      case 'CrowdfundingClosed':
        Object.assign(campaign, ENDS[type], { decided: position });
        return;
      case 'CoinsDonated':
        campaign.donated += data.amount;
        campaign.donations += 1;
        campaign.givenBy += tokenOfPair(data.donationId, data.accountId);
        return;
      case 'DonationRefunded':
        campaign.refunded += data.amount;
        campaign.refunds += 1;
        campaign.givenBackTo += tokenOfPair(data.donationId, data.accountId);
        return;
      case 'CampaignFundsReceived':
        campaign.released += data.amount;
    }
  }

  function count(event: CrowdfundingEvent | WalletEvent, position: Position): void {
    if (event.type === 'CrowdfundingCreated') {
      campaigns.set(event.data.crowdfundingId, newCampaign(event.data.creatorId));
      return;
    }
    const { crowdfundingId } = event.data as { readonly crowdfundingId?: string };
    const campaign = crowdfundingId === undefined ? undefined : campaigns.get(crowdfundingId);
    if (campaign) change(event, campaign, position);
  }

  return { count, campaigns };
}

/** Recounts donations, refunds and releases of each campaign, for the public rows and the settlement rows. */
export function campaignsCheck(checkpoints: Checkpoints): Check {
  const limits = { campaigns: checkpoints('crowdfundings'), settlement: checkpoints('settlement') };
  // Read models at the same position share a counter.
  const counters = new Map(Object.values(limits).map((limit) => [limit, createCampaignCounter()]));
  const counted = (limit: Position): CountedCampaigns => counters.get(limit)?.campaigns ?? new Map();
  return {
    until: Math.max(...counters.keys()),
    types: TYPES,
    take: (event: RecordedEvent) => {
      for (const [limit, { count }] of counters)
        if (event.position <= limit)
          count(event as DomainEvent as CrowdfundingEvent | WalletEvent, event.position);
    },
    compare: async (client: ClientBase): Promise<readonly Problem[]> => [
      ...(await compareRows(client, 'campaign', CAMPAIGNS, campaignRows(counted(limits.campaigns)))),
      ...(await compareRows(client, 'settlement', SETTLEMENT, settlementRows(counted(limits.settlement)))),
    ],
    checked: () => ({
      campaigns: counted(limits.campaigns).size,
      settlements: counted(limits.settlement).size,
    }),
  };
}
