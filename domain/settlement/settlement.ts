import type { CrowdfundingEvent } from '../crowdfunding/events.ts';
import { findNextNoticeDate, getExpiryDate } from '../crowdfunding/rules.ts';
import type { Coins } from '../kernel/coins.ts';
import type { OfType, Position, RecordedEvent } from '../kernel/event.ts';
import {
  type AccountId,
  type CrowdfundingId,
  type DonationId,
  deriveCounterpartId,
  type Instant,
  type Uuid,
} from '../kernel/ids.ts';
import type { WalletCommand } from '../wallet/commands.ts';
import type { RefundReason, WalletEvent } from '../wallet/events.ts';

/** Destination of a campaign's escrow: undecided, refund to all donors, or release to the creator. */
export type CrowdfundingOutcome = 'OPEN' | 'REFUND' | 'RELEASE';

/** A campaign's row in the settlement tables. */
export type SettledCrowdfunding = {
  readonly id: CrowdfundingId;
  readonly creator: AccountId;
  readonly outcome: CrowdfundingOutcome;
  /** Reason for refunding donations made before the end; null if they are not refunded. */
  readonly reason: RefundReason | null;
  /** Log position of the campaign's end; null if it has not ended. Donations after this position are late. */
  readonly decided: Position | null;
  readonly ended: Instant | null;
  /** Date of the automatic refund; null until the campaign is approved. */
  readonly expires: Instant | null;
  /** Date of the next notice to the creator about the automatic refund; null if there are no more notices. */
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

/** Name of the table with a row per campaign. */
export const CROWDFUNDINGS_TABLE = 'settlement_campaigns';
export const DONATIONS_TABLE = 'settlement_donations';

type RowKey = { readonly id: Uuid };
type CrowdfundingValues =
  | Pick<SettledCrowdfunding, 'outcome' | 'reason' | 'decided' | 'ended'>
  | Pick<SettledCrowdfunding, 'expires' | 'notice'>
  | Pick<SettledCrowdfunding, 'notice'>;

type CrowdfundingCounts =
  | Pick<SettledCrowdfunding, 'donated' | 'donations'>
  | Pick<SettledCrowdfunding, 'refunded' | 'refunds'>
  | Pick<SettledCrowdfunding, 'released'>;

/** Change that an event makes to one row. It depends only on the event, so batches of events can be folded. */
export type SettlementChange =
  | { readonly kind: 'insert'; readonly table: typeof CROWDFUNDINGS_TABLE; readonly row: SettledCrowdfunding }
  | { readonly kind: 'insert'; readonly table: typeof DONATIONS_TABLE; readonly row: HeldDonation }
  | {
      readonly kind: 'set';
      readonly table: typeof CROWDFUNDINGS_TABLE;
      readonly key: RowKey;
      readonly values: CrowdfundingValues;
    }
  | {
      readonly kind: 'increment';
      readonly table: typeof CROWDFUNDINGS_TABLE;
      readonly key: RowKey;
      readonly increments: CrowdfundingCounts;
    }
  | { readonly kind: 'remove'; readonly table: typeof DONATIONS_TABLE; readonly key: RowKey };

/** Events that change the settlement tables. */
export type SettlementEvent =
  | Exclude<CrowdfundingEvent, { type: 'CrowdfundingRejected' }>
  | OfType<WalletEvent, 'CoinsDonated' | 'DonationRefunded' | 'CampaignFundsReceived'>;

const setCrowdfunding = (id: CrowdfundingId, values: CrowdfundingValues): SettlementChange => ({
  kind: 'set',
  table: CROWDFUNDINGS_TABLE,
  key: { id },
  values,
});

const incrementCrowdfunding = (id: CrowdfundingId, increments: CrowdfundingCounts): SettlementChange => ({
  kind: 'increment',
  table: CROWDFUNDINGS_TABLE,
  key: { id },
  increments,
});

const endCrowdfunding = (
  outcome: CrowdfundingOutcome,
  reason: RefundReason | null,
  { data, position, metadata }: RecordedEvent<CrowdfundingEvent>,
): readonly SettlementChange[] => [
  setCrowdfunding(data.crowdfundingId, { outcome, reason, decided: position, ended: metadata.occurredAt }),
];

type ChangeHandlers = {
  readonly [Type in SettlementEvent['type']]: (
    event: RecordedEvent<OfType<SettlementEvent, Type>>,
  ) => readonly SettlementChange[];
};

/** Row changes by event type. Together they are a projection of the whole log, in log order. */
export const settlementChanges: ChangeHandlers = {
  CrowdfundingCreated: ({ data }) => [
    {
      kind: 'insert',
      table: CROWDFUNDINGS_TABLE,
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
    setCrowdfunding(data.crowdfundingId, { expires: getExpiryDate(data.endDate), notice: data.endDate }),
  ],
  CrowdfundingExpiryAnnounced: ({ data }) => [
    setCrowdfunding(data.crowdfundingId, { notice: findNextNoticeDate(data.refundDate, data.daysLeft) }),
  ],
  CrowdfundingCancelled: (event) => endCrowdfunding('REFUND', 'cancelled', event),
  CrowdfundingExpired: (event) => endCrowdfunding('REFUND', 'expired', event),
  CrowdfundingClosed: (event) => endCrowdfunding('RELEASE', null, event),
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
    incrementCrowdfunding(data.crowdfundingId, { donated: data.amount, donations: 1 }),
  ],
  DonationRefunded: ({ data }) => [
    { kind: 'remove', table: DONATIONS_TABLE, key: { id: data.donationId } },
    incrementCrowdfunding(data.crowdfundingId, { refunded: data.amount, refunds: 1 }),
  ],
  CampaignFundsReceived: ({ data }) => [
    incrementCrowdfunding(data.crowdfundingId, { released: data.amount }),
  ],
};

/** Returns whether the campaign ended after the donation. If so, the campaign's outcome applies to the donation. */
const hasEndedAfter = ({ decided }: SettledCrowdfunding, { position }: HeldDonation): boolean =>
  decided !== null && position < decided;

/** Returns the reason for refunding a held donation, or null. A donation made after the end is late. */
function findRefundReason(crowdfunding: SettledCrowdfunding, donation: HeldDonation): RefundReason | null {
  if (crowdfunding.outcome === 'OPEN') return null;
  if (!hasEndedAfter(crowdfunding, donation)) return 'late';
  return crowdfunding.outcome === 'REFUND' ? crowdfunding.reason : null;
}

/** A command for a wallet. Its id is derived from the donation or campaign, so repeating the command has no effect. */
export interface SettlementCommand {
  readonly commandId: Uuid;
  readonly command: OfType<WalletCommand, 'RefundDonation' | 'ReceiveCampaignFunds'>;
}

/** Returns the refund of a held donation if it is due, otherwise null. */
export function findDueRefund(
  crowdfunding: SettledCrowdfunding,
  donation: HeldDonation,
): SettlementCommand | null {
  const reason = findRefundReason(crowdfunding, donation);
  if (!reason) return null;
  const { id: donationId, donor: accountId } = donation;
  const refundId = deriveCounterpartId(donationId);
  return {
    commandId: refundId,
    command: { type: 'RefundDonation', accountId, refundId, donationId, reason },
  };
}

/** Returns the id of a campaign's release. A campaign has at most one. */
export const deriveReleaseId = ({ id }: SettledCrowdfunding): Uuid => deriveCounterpartId(id);

/**
 * Returns the release of a closed campaign if it is due, otherwise null.
 * @param amount exact sum of the campaign's donations before its end
 */
export function findDueRelease(crowdfunding: SettledCrowdfunding, amount: Coins): SettlementCommand | null {
  if (crowdfunding.outcome !== 'RELEASE' || crowdfunding.released > 0 || amount === 0) return null;
  const { id: crowdfundingId, creator: accountId } = crowdfunding;
  const releaseId = deriveReleaseId(crowdfunding);
  return {
    commandId: releaseId,
    command: { type: 'ReceiveCampaignFunds', accountId, releaseId, crowdfundingId, amount },
  };
}

/** Returns the total number of donations to refund and the number already refunded. */
export const getRefundProgress = ({ outcome, donations, refunds }: SettledCrowdfunding) => ({
  total: outcome === 'REFUND' ? donations : refunds,
  done: refunds,
});

/** Returns the coins that a campaign holds in escrow. */
export const getEscrowBalance = ({ donated, refunded, released }: SettledCrowdfunding): Coins =>
  donated - refunded - released;
