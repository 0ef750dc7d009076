import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import { findNextExpiryAnnouncementDate, getExpiryDate } from '../../../domain/crowdfunding/rules.ts';
import type { OfType, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import type { CrowdfundingOutcome, HeldDonation } from '../../../domain/settlement/settlement.ts';
import type { RefundReason, WalletEvent } from '../../../domain/wallet/events.ts';
import { defineProjection } from '../../engine/definition.ts';
import type { SettlementRow } from './row.ts';

/** Name of the table with a row per campaign. */
export const CROWDFUNDINGS_TABLE = 'settlement_campaigns';
const DONATIONS_TABLE = 'settlement_donations';

type RowKey = { readonly id: Uuid };
type CrowdfundingValues =
  | Pick<SettlementRow, 'outcome' | 'reason' | 'decided' | 'ended'>
  | Pick<SettlementRow, 'expires' | 'notice'>
  | Pick<SettlementRow, 'notice'>;

type CrowdfundingCounts =
  | Pick<SettlementRow, 'donated' | 'donations'>
  | Pick<SettlementRow, 'refunded' | 'refunds'>
  | Pick<SettlementRow, 'released'>;

/** Change that an event makes to one row. It depends only on the event, so batches of events can be folded. */
export type SettlementChange =
  | { readonly kind: 'insert'; readonly table: typeof CROWDFUNDINGS_TABLE; readonly row: SettlementRow }
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
    setCrowdfunding(data.crowdfundingId, {
      notice: findNextExpiryAnnouncementDate(data.refundDate, data.daysLeft),
    }),
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

/** Settlement state of each campaign, and the donations that it still holds. */
export const settlementProjection = defineProjection<CrowdfundingEvent | WalletEvent>({
  name: 'settlement',
  version: 2,
  tables: [
    {
      name: CROWDFUNDINGS_TABLE,
      key: ['id'],
      columns: {
        id: 'uuid',
        creator: 'uuid',
        outcome: 'text',
        reason: 'text',
        decided: 'bigint',
        ended: 'timestamptz',
        expires: 'timestamptz',
        notice: 'timestamptz',
        donated: 'bigint',
        donations: 'integer',
        refunded: 'bigint',
        refunds: 'integer',
        released: 'bigint',
      },
      counters: ['donated', 'donations', 'refunded', 'refunds', 'released'],
    },
    {
      name: DONATIONS_TABLE,
      key: ['id'],
      columns: {
        id: 'uuid',
        crowdfunding: 'uuid',
        donor: 'uuid',
        amount: 'bigint',
        position: 'bigint',
        made: 'timestamptz',
      },
    },
  ],
  on: settlementChanges,
});
