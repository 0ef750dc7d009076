import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { DomainEvent, Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import { type Check, compareRows, type GetCheckpoint } from './check.ts';
import {
  type CountedCrowdfunding,
  type CountedCrowdfundings,
  SELECT_CROWDFUNDINGS,
  SELECT_SETTLEMENTS,
  toCrowdfundingRows,
  toSettlementRows,
} from './crowdfunding-rows.ts';
import type { Problem } from './problem.ts';
import { toPairToken } from './recount.ts';

const COUNTED_TYPES: readonly (CrowdfundingEvent | WalletEvent)['type'][] = [
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

interface CrowdfundingCounter {
  readonly count: (event: CrowdfundingEvent | WalletEvent, position: Position) => void;
  readonly crowdfundings: CountedCrowdfundings;
}

const STATES_AFTER_END = {
  CrowdfundingCancelled: { status: 'CANCELLED', outcome: 'REFUND', reason: 'cancelled' },
  CrowdfundingExpired: { status: 'CANCELLED', outcome: 'REFUND', reason: 'expired' },
  CrowdfundingClosed: { status: 'CLOSED', outcome: 'RELEASE', reason: null },
} as const;

const createCrowdfunding = (creator: string): CountedCrowdfunding => ({
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
  donors: 0n,
  refundedDonors: 0n,
});

function createCrowdfundingCounter(): CrowdfundingCounter {
  const crowdfundings = new Map<string, CountedCrowdfunding>();

  function updateCrowdfunding(
    { type, data }: CrowdfundingEvent | WalletEvent,
    crowdfunding: CountedCrowdfunding,
    position: Position,
  ) {
    switch (type) {
      case 'CrowdfundingApproved':
        crowdfunding.status = 'ACTIVE';
        return;
      case 'CrowdfundingRejected':
        crowdfunding.status = 'REJECTED';
        return;
      case 'CrowdfundingCancelled':
      case 'CrowdfundingExpired':
      case 'CrowdfundingClosed':
        Object.assign(crowdfunding, STATES_AFTER_END[type], { decided: position });
        return;
      case 'CoinsDonated':
        crowdfunding.donated += data.amount;
        crowdfunding.donations += 1;
        crowdfunding.donors += toPairToken(data.donationId, data.accountId);
        return;
      case 'DonationRefunded':
        crowdfunding.refunded += data.amount;
        crowdfunding.refunds += 1;
        crowdfunding.refundedDonors += toPairToken(data.donationId, data.accountId);
        return;
      case 'CampaignFundsReceived':
        crowdfunding.released += data.amount;
    }
  }

  function count(event: CrowdfundingEvent | WalletEvent, position: Position): void {
    if (event.type === 'CrowdfundingCreated') {
      crowdfundings.set(event.data.crowdfundingId, createCrowdfunding(event.data.creatorId));
      return;
    }
    const { crowdfundingId } = event.data as { readonly crowdfundingId?: string };
    const crowdfunding = crowdfundingId === undefined ? undefined : crowdfundings.get(crowdfundingId);
    if (crowdfunding) updateCrowdfunding(event, crowdfunding, position);
  }

  return { count, crowdfundings };
}

/**
 * Creates a check that recomputes the donations, refunds and releases of each campaign. Compares them with the public
 * rows and the settlement rows.
 */
export function createCrowdfundingsCheck(getCheckpoint: GetCheckpoint): Check {
  const limits = { crowdfundings: getCheckpoint('crowdfundings'), settlement: getCheckpoint('settlement') };
  // Read models at the same position share a counter.
  const counters = new Map(Object.values(limits).map((limit) => [limit, createCrowdfundingCounter()]));
  const getCounted = (limit: Position): CountedCrowdfundings =>
    counters.get(limit)?.crowdfundings ?? new Map();
  return {
    until: Math.max(...counters.keys()),
    types: COUNTED_TYPES,
    selects: [SELECT_CROWDFUNDINGS, SELECT_SETTLEMENTS],
    processEvent: (event: RecordedEvent) => {
      for (const [limit, { count }] of counters)
        if (event.position <= limit)
          count(event as DomainEvent as CrowdfundingEvent | WalletEvent, event.position);
    },
    compare: async (readRows): Promise<readonly Problem[]> => [
      ...(await compareRows(
        readRows,
        'crowdfundings',
        'campaign',
        SELECT_CROWDFUNDINGS,
        toCrowdfundingRows(getCounted(limits.crowdfundings)),
      )),
      ...(await compareRows(
        readRows,
        'settlement',
        'settlement',
        SELECT_SETTLEMENTS,
        toSettlementRows(getCounted(limits.settlement)),
      )),
    ],
    countChecked: () => ({
      campaigns: getCounted(limits.crowdfundings).size,
      settlements: getCounted(limits.settlement).size,
    }),
  };
}
