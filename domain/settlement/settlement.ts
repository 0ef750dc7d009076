import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import { findNextNoticeDate, getExpiryDate } from '../crowdfunding/rules.ts';
import type { Coins } from '../kernel/coins.ts';
import type { Position, RecordedEvent } from '../kernel/event.ts';
import {
  type AccountId,
  type CrowdfundingId,
  type DonationId,
  deriveCounterpartId,
  type Instant,
  type Uuid,
} from '../kernel/ids.ts';
import type { ReceiveCampaignFunds, RefundDonation } from '../wallet/commands.ts';
import type { RefundReason, WalletEvent } from '../wallet/events.ts';

/** Destination of a campaign's escrow: undecided, refund to all donors, or release to the creator. */
export type CampaignOutcome = 'OPEN' | 'REFUND' | 'RELEASE';

/** Row of a campaign in the settlement. */
export type SettledCampaign = {
  readonly id: CrowdfundingId;
  readonly creator: AccountId;
  readonly outcome: CampaignOutcome;
  /** Reason of the refund of donations made before the end; null if they are not refunded. */
  readonly reason: RefundReason | null;
  /** Position of the end in the log. Donations after it are late. */
  readonly decided: Position | null;
  readonly ended: Instant | null;
  /** Date of the automatic refund; null until the campaign is approved. */
  readonly expires: Instant | null;
  /** Date of the next notice to the creator about the automatic refund; null when no notice is left. */
  readonly notice: Instant | null;
  readonly donated: Coins;
  readonly donations: number;
  readonly refunded: Coins;
  readonly refunds: number;
  readonly released: Coins;
};

/** Row of a donation that has not been refunded. */
export type HeldDonation = {
  readonly id: DonationId;
  readonly crowdfunding: CrowdfundingId;
  readonly donor: AccountId;
  readonly amount: Coins;
  readonly position: Position;
  readonly made: Instant;
};

/** Table names. */
export const CAMPAIGNS_TABLE = 'settlement_campaigns';
export const DONATIONS_TABLE = 'settlement_donations';

type RowKey = { readonly id: Uuid };

type CampaignValues =
  | Pick<SettledCampaign, 'outcome' | 'reason' | 'decided' | 'ended'>
  | Pick<SettledCampaign, 'expires' | 'notice'>
  | Pick<SettledCampaign, 'notice'>;

type CampaignCounts =
  | Pick<SettledCampaign, 'donated' | 'donations'>
  | Pick<SettledCampaign, 'refunded' | 'refunds'>
  | Pick<SettledCampaign, 'released'>;

/** Change of one row by an event. Depends on the event only, so that batches of events can be folded. */
export type SettlementChange =
  | { readonly kind: 'insert'; readonly table: typeof CAMPAIGNS_TABLE; readonly row: SettledCampaign }
  | { readonly kind: 'insert'; readonly table: typeof DONATIONS_TABLE; readonly row: HeldDonation }
  | {
      readonly kind: 'set';
      readonly table: typeof CAMPAIGNS_TABLE;
      readonly key: RowKey;
      readonly values: CampaignValues;
    }
  | {
      readonly kind: 'increment';
      readonly table: typeof CAMPAIGNS_TABLE;
      readonly key: RowKey;
      readonly by: CampaignCounts;
    }
  | { readonly kind: 'remove'; readonly table: typeof DONATIONS_TABLE; readonly key: RowKey };

/** Events that change the settlement's tables. */
export type SettlementEvent =
  | Exclude<CrowdfundingEvent, { type: 'CrowdfundingRejected' }>
  | Extract<WalletEvent, { type: 'CoinsDonated' | 'DonationRefunded' | 'CampaignFundsReceived' }>;

const setCampaign = (id: CrowdfundingId, values: CampaignValues): SettlementChange => ({
  kind: 'set',
  table: CAMPAIGNS_TABLE,
  key: { id },
  values,
});

const incrementCampaign = (id: CrowdfundingId, by: CampaignCounts): SettlementChange => ({
  kind: 'increment',
  table: CAMPAIGNS_TABLE,
  key: { id },
  by,
});

const endCampaign = (
  outcome: CampaignOutcome,
  reason: RefundReason | null,
  { data, position, metadata }: RecordedEvent<CrowdfundingEvent>,
): readonly SettlementChange[] => [
  setCampaign(data.crowdfundingId, { outcome, reason, decided: position, ended: metadata.occurredAt }),
];

type ChangeHandlers = {
  readonly [Type in SettlementEvent['type']]: (
    event: RecordedEvent<Extract<SettlementEvent, { type: Type }>>,
  ) => readonly SettlementChange[];
};

/** Row changes by event type: a projection of the whole log, in log order. */
export const settlementChanges: ChangeHandlers = {
  CrowdfundingCreated: ({ data }) => [
    {
      kind: 'insert',
      table: CAMPAIGNS_TABLE,
      row: {
        id: data.crowdfundingId,
        creator: data.creatorId,
        outcome: 'OPEN',
        reason: null,
        decided: null,
        ended: null,
        expires: null,
        notice: null,
        donated: 0,
        donations: 0,
        refunded: 0,
        refunds: 0,
        released: 0,
      },
    },
  ],
  CrowdfundingApproved: ({ data }) => [
    setCampaign(data.crowdfundingId, { expires: getExpiryDate(data.endDate), notice: data.endDate }),
  ],
  CrowdfundingExpiryAnnounced: ({ data }) => [
    setCampaign(data.crowdfundingId, { notice: findNextNoticeDate(data.refundDate, data.daysLeft) }),
  ],
  CrowdfundingCancelled: (event) => endCampaign('REFUND', 'cancelled', event),
  CrowdfundingExpired: (event) => endCampaign('REFUND', 'expired', event),
  CrowdfundingClosed: (event) => endCampaign('RELEASE', null, event),
  CoinsDonated: ({ data, position, metadata }) => [
    {
      kind: 'insert',
      table: DONATIONS_TABLE,
      row: {
        id: data.donationId,
        crowdfunding: data.crowdfundingId,
        donor: data.accountId,
        amount: data.amount,
        position,
        made: metadata.occurredAt,
      },
    },
    incrementCampaign(data.crowdfundingId, { donated: data.amount, donations: 1 }),
  ],
  DonationRefunded: ({ data }) => [
    { kind: 'remove', table: DONATIONS_TABLE, key: { id: data.donationId } },
    incrementCampaign(data.crowdfundingId, { refunded: data.amount, refunds: 1 }),
  ],
  CampaignFundsReceived: ({ data }) => [incrementCampaign(data.crowdfundingId, { released: data.amount })],
};

/** Whether the campaign ended after the donation, so that its outcome applies to the donation. */
const hasEndedAfter = ({ decided }: SettledCampaign, { position }: HeldDonation): boolean =>
  decided !== null && position < decided;

/** Returns why a held donation is to be refunded, or null. A donation after the campaign's end is late. */
export function findRefundReason(campaign: SettledCampaign, donation: HeldDonation): RefundReason | null {
  if (campaign.outcome === 'OPEN') return null;
  if (!hasEndedAfter(campaign, donation)) return 'late';
  return campaign.outcome === 'REFUND' ? campaign.reason : null;
}

/** A command for a wallet. Its id is derived from its subject, so that repeating it is harmless. */
export interface SettlementCommand {
  readonly commandId: Uuid;
  readonly command: RefundDonation | ReceiveCampaignFunds;
}

/** Returns the refund of a held donation if it is due. */
export function findDueRefund(campaign: SettledCampaign, donation: HeldDonation): SettlementCommand | null {
  const reason = findRefundReason(campaign, donation);
  if (!reason) return null;
  const { id: donationId, donor: accountId } = donation;
  const refundId = deriveCounterpartId(donationId);
  return {
    commandId: refundId,
    command: { type: 'RefundDonation', accountId, refundId, donationId, reason },
  };
}

/** Id of the release of a campaign, which has at most one. */
export const deriveReleaseId = ({ id }: SettledCampaign): Uuid => deriveCounterpartId(id);

/**
 * Returns the release of a closed campaign if it is due.
 * @param amount the exact sum of its donations before the end
 */
export function findDueRelease(campaign: SettledCampaign, amount: Coins): SettlementCommand | null {
  if (campaign.outcome !== 'RELEASE' || campaign.released > 0 || amount === 0) return null;
  const { id: crowdfundingId, creator: accountId } = campaign;
  const releaseId = deriveReleaseId(campaign);
  return {
    commandId: releaseId,
    command: { type: 'ReceiveCampaignFunds', accountId, releaseId, crowdfundingId, amount },
  };
}

/** Progress of a campaign's refunds, in donations. */
export const getRefundProgress = ({ outcome, donations, refunds }: SettledCampaign) => ({
  total: outcome === 'REFUND' ? donations : refunds,
  done: refunds,
});

/** Coins in the escrow of a campaign. */
export const getEscrowBalance = ({ donated, refunded, released }: SettledCampaign): Coins =>
  donated - refunded - released;
