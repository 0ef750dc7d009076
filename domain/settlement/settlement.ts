import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import { expiryOf, nextNoticeDate } from '../crowdfunding/rules.ts';
import type { Coins } from '../kernel/coins.ts';
import type { Position, RecordedEvent } from '../kernel/event.ts';
import {
  type AccountId,
  type CrowdfundingId,
  counterpartId,
  type DonationId,
  type Instant,
  type Uuid,
} from '../kernel/ids.ts';
import type { ReceiveCampaignFunds, RefundDonation } from '../wallet/commands.ts';
import type { RefundReason, WalletEvent } from '../wallet/events.ts';

/** How coins leave a campaign's escrow: not decided yet, back to every donor, or to the creator. */
export type Outcome = 'OPEN' | 'REFUND' | 'RELEASE';

/** A campaign as the settlement remembers it: one row. */
export type SettledCampaign = {
  readonly id: CrowdfundingId;
  readonly creator: AccountId;
  readonly outcome: Outcome;
  /** Why donations before the end go back; null unless they do. */
  readonly reason: RefundReason | null;
  /** Where the end stands in the log. Donations behind it are late. */
  readonly decided: Position | null;
  readonly ended: Instant | null;
  /** When it is refunded if nobody ends it; null until it is approved. */
  readonly expires: Instant | null;
  /** When its creator is notified next that it will be refunded; null when no notice is left. */
  readonly notice: Instant | null;
  readonly donated: Coins;
  readonly donations: number;
  readonly refunded: Coins;
  readonly refunds: number;
  readonly released: Coins;
};

/** A donation that has not been refunded: one row. */
export type HeldDonation = {
  readonly id: DonationId;
  readonly crowdfunding: CrowdfundingId;
  readonly donor: AccountId;
  readonly amount: Coins;
  readonly position: Position;
  readonly made: Instant;
};

/** Names of the two tables. */
export const CAMPAIGNS = 'settlement_campaigns';
export const DONATIONS = 'settlement_donations';

type Key = { readonly id: Uuid };

/** What changes of a campaign: it ends, or is approved. */
type CampaignValues =
  | Pick<SettledCampaign, 'outcome' | 'reason' | 'decided' | 'ended'>
  | Pick<SettledCampaign, 'expires' | 'notice'>
  | Pick<SettledCampaign, 'notice'>;

/** What is added to a campaign's sums. */
type CampaignCounts =
  | Pick<SettledCampaign, 'donated' | 'donations'>
  | Pick<SettledCampaign, 'refunded' | 'refunds'>
  | Pick<SettledCampaign, 'released'>;

/** What an event does to one row. It follows from the event alone, so that batches of events can be folded. */
export type SettlementChange =
  | { readonly kind: 'insert'; readonly table: typeof CAMPAIGNS; readonly row: SettledCampaign }
  | { readonly kind: 'insert'; readonly table: typeof DONATIONS; readonly row: HeldDonation }
  | {
      readonly kind: 'set';
      readonly table: typeof CAMPAIGNS;
      readonly key: Key;
      readonly values: CampaignValues;
    }
  | {
      readonly kind: 'increment';
      readonly table: typeof CAMPAIGNS;
      readonly key: Key;
      readonly by: CampaignCounts;
    }
  | { readonly kind: 'remove'; readonly table: typeof DONATIONS; readonly key: Key };

/** The events that the settlement remembers something of. */
export type SettlementEvent =
  | Exclude<CrowdfundingEvent, { type: 'CrowdfundingRejected' }>
  | Extract<WalletEvent, { type: 'CoinsDonated' | 'DonationRefunded' | 'CampaignFundsReceived' }>;

const change = (id: CrowdfundingId, values: CampaignValues): SettlementChange => ({
  kind: 'set',
  table: CAMPAIGNS,
  key: { id },
  values,
});

const count = (id: CrowdfundingId, by: CampaignCounts): SettlementChange => ({
  kind: 'increment',
  table: CAMPAIGNS,
  key: { id },
  by,
});

const ends = (
  outcome: Outcome,
  reason: RefundReason | null,
  { data, position, metadata }: RecordedEvent<CrowdfundingEvent>,
): readonly SettlementChange[] => [
  change(data.crowdfundingId, { outcome, reason, decided: position, ended: metadata.occurredAt }),
];

type Handlers = {
  readonly [Type in SettlementEvent['type']]: (
    event: RecordedEvent<Extract<SettlementEvent, { type: Type }>>,
  ) => readonly SettlementChange[];
};

/** What the settlement remembers, by type of event: a projection over the whole log, in its order. */
export const settlementChanges: Handlers = {
  CrowdfundingCreated: ({ data }) => [
    {
      kind: 'insert',
      table: CAMPAIGNS,
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
    change(data.crowdfundingId, { expires: expiryOf(data.endDate), notice: data.endDate }),
  ],
  CrowdfundingExpiryAnnounced: ({ data }) => [
    change(data.crowdfundingId, { notice: nextNoticeDate(data.refundDate, data.daysLeft) }),
  ],
  CrowdfundingCancelled: (event) => ends('REFUND', 'cancelled', event),
  CrowdfundingExpired: (event) => ends('REFUND', 'expired', event),
  CrowdfundingClosed: (event) => ends('RELEASE', null, event),
  CoinsDonated: ({ data, position, metadata }) => [
    {
      kind: 'insert',
      table: DONATIONS,
      row: {
        id: data.donationId,
        crowdfunding: data.crowdfundingId,
        donor: data.accountId,
        amount: data.amount,
        position,
        made: metadata.occurredAt,
      },
    },
    count(data.crowdfundingId, { donated: data.amount, donations: 1 }),
  ],
  DonationRefunded: ({ data }) => [
    { kind: 'remove', table: DONATIONS, key: { id: data.donationId } },
    count(data.crowdfundingId, { refunded: data.amount, refunds: 1 }),
  ],
  CampaignFundsReceived: ({ data }) => [count(data.crowdfundingId, { released: data.amount })],
};

/** Whether the campaign's end came after the donation, so that the end is about it too. */
const isCovered = ({ decided }: SettledCampaign, { position }: HeldDonation): boolean =>
  decided !== null && position < decided;

/** Why a held donation must go back now; null when it stays. A donation behind the campaign's end is late. */
export function refundReason(campaign: SettledCampaign, donation: HeldDonation): RefundReason | null {
  if (campaign.outcome === 'OPEN') return null;
  if (!isCovered(campaign, donation)) return 'late';
  return campaign.outcome === 'REFUND' ? campaign.reason : null;
}

/** A command for a wallet, under an id that follows from what it is about: repeating it is harmless. */
export interface SettlementCommand {
  readonly commandId: Uuid;
  readonly command: RefundDonation | ReceiveCampaignFunds;
}

/** The refund of a held donation, when it is due. */
export function refundDue(campaign: SettledCampaign, donation: HeldDonation): SettlementCommand | null {
  const reason = refundReason(campaign, donation);
  if (!reason) return null;
  const { id: donationId, donor: accountId } = donation;
  const refundId = counterpartId(donationId);
  return {
    commandId: refundId,
    command: { type: 'RefundDonation', accountId, refundId, donationId, reason },
  };
}

/** The id of the one release that a campaign may have. */
export const releaseIdOf = ({ id }: SettledCampaign): Uuid => counterpartId(id);

/**
 * The release of a closed campaign, when it is due.
 * @param amount the exact sum of its donations before the end
 */
export function releaseDue(campaign: SettledCampaign, amount: Coins): SettlementCommand | null {
  if (campaign.outcome !== 'RELEASE' || campaign.released > 0 || amount === 0) return null;
  const { id: crowdfundingId, creator: accountId } = campaign;
  const releaseId = releaseIdOf(campaign);
  return {
    commandId: releaseId,
    command: { type: 'ReceiveCampaignFunds', accountId, releaseId, crowdfundingId, amount },
  };
}

/** How far the refunds of a campaign are. */
export const refundProgress = ({ outcome, donations, refunds }: SettledCampaign) => ({
  total: outcome === 'REFUND' ? donations : refunds,
  done: refunds,
});

/** What stands in the escrow of a campaign. */
export const heldInEscrow = ({ donated, refunded, released }: SettledCampaign): Coins =>
  donated - refunded - released;
