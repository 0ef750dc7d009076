import type {
  AccountErased,
  AccountReactivated,
  CrowdfundingCancellationOrdered,
} from '../../../domain/accounts/events.ts';
import type { CrowdfundingEvent } from '../../../domain/crowdfunding/events.ts';
import type { WalletEvent } from '../../../domain/wallet/events.ts';
import {
  blank,
  defineProjection,
  type Increments,
  increment,
  insert,
  type RowChange,
  set,
} from '../../engine/definition.ts';
import { PICTURE_COLUMNS, toPictureValues } from '../../pictures.ts';

const CROWDFUNDINGS = 'crowdfundings';
const DONATIONS = 'donations';
const CANCELLATIONS = 'crowdfunding_cancellations';

const ERASED_TITLE = 'Erased crowdfunding';

const setStatus = (id: string, status: string): readonly RowChange[] => [
  set(CROWDFUNDINGS, { id }, { status }),
];
const incrementCounters = (id: string, increments: Increments): RowChange =>
  increment(CROWDFUNDINGS, { id }, increments);

/**
 * Campaigns with their totals, donations with their refunds, and staff orders to cancel all campaigns
 * of an account. An order applies to campaigns that were created before the account was reactivated.
 */
export const crowdfundingsProjection = defineProjection<
  CrowdfundingEvent | WalletEvent | AccountErased | AccountReactivated | CrowdfundingCancellationOrdered
>({
  name: 'crowdfundings',
  version: 2,
  tables: [
    {
      name: CROWDFUNDINGS,
      key: ['id'],
      columns: {
        id: 'uuid',
        creator_id: 'uuid',
        title: 'text',
        description: 'text',
        goal_amount: 'bigint',
        duration_days: 'integer',
        ...PICTURE_COLUMNS,
        status: 'text',
        created_at: 'timestamptz',
        start_date: 'timestamptz',
        end_date: 'timestamptz',
        started: 'bigint',
        donated: 'bigint',
        donations: 'integer',
        refunded: 'bigint',
        refunds: 'integer',
        released: 'bigint',
      },
      counters: ['donated', 'donations', 'refunded', 'refunds', 'released'],
    },
    {
      name: DONATIONS,
      key: ['id'],
      columns: {
        id: 'uuid',
        crowdfunding_id: 'uuid',
        donor_id: 'uuid',
        amount: 'bigint',
        position: 'bigint',
        made_at: 'timestamptz',
        anonymous: 'boolean',
        refund_id: 'uuid',
        refund_reason: 'text',
        refunded_at: 'timestamptz',
      },
    },
    {
      name: CANCELLATIONS,
      key: ['account_id'],
      columns: {
        account_id: 'uuid',
        event_id: 'uuid',
        correlation_id: 'uuid',
        actor_kind: 'text',
        actor_id: 'text',
        reason: 'text',
        created_before: 'timestamptz',
      },
    },
  ],
  on: {
    CrowdfundingCreated: ({ data, metadata }) => [
      insert(CROWDFUNDINGS, {
        id: data.crowdfundingId,
        creator_id: data.creatorId,
        title: data.title,
        description: data.description,
        goal_amount: data.goalAmount,
        duration_days: data.durationDays,
        ...toPictureValues(data),
        status: 'PENDING',
        created_at: metadata.occurredAt,
        start_date: null,
        end_date: null,
        started: null,
        donated: 0,
        donations: 0,
        refunded: 0,
        refunds: 0,
        released: 0,
      }),
    ],
    CrowdfundingApproved: ({ data, position }) => [
      set(
        CROWDFUNDINGS,
        { id: data.crowdfundingId },
        { status: 'ACTIVE', start_date: data.startDate, end_date: data.endDate, started: position },
      ),
    ],
    CrowdfundingRejected: ({ data }) => setStatus(data.crowdfundingId, 'REJECTED'),
    CrowdfundingCancelled: ({ data }) => setStatus(data.crowdfundingId, 'CANCELLED'),
    CrowdfundingExpired: ({ data }) => setStatus(data.crowdfundingId, 'CANCELLED'),
    CrowdfundingClosed: ({ data }) => setStatus(data.crowdfundingId, 'CLOSED'),
    CrowdfundingCancellationOrdered: ({ id, data, metadata }) => [
      insert(CANCELLATIONS, {
        account_id: data.accountId,
        event_id: id,
        correlation_id: metadata.correlationId,
        actor_kind: metadata.actor.kind,
        actor_id: metadata.actor.id,
        reason: metadata.reason ?? null,
        created_before: null,
      }),
    ],
    AccountReactivated: ({ data, metadata }) => [
      set(CANCELLATIONS, { account_id: data.accountId }, { created_before: metadata.occurredAt }),
    ],
    AccountErased: ({ data }) => [
      blank(CROWDFUNDINGS, { creator_id: data.accountId }, { title: ERASED_TITLE, description: '' }),
    ],
    CoinsDonated: ({ data, metadata, position }) => [
      insert(DONATIONS, {
        id: data.donationId,
        crowdfunding_id: data.crowdfundingId,
        donor_id: data.accountId,
        amount: data.amount,
        position,
        made_at: metadata.occurredAt,
        anonymous: data.anonymous ?? false,
        refund_id: null,
        refund_reason: null,
        refunded_at: null,
      }),
      incrementCounters(data.crowdfundingId, { donated: data.amount, donations: 1 }),
    ],
    DonationRefunded: ({ data, metadata }) => [
      set(
        DONATIONS,
        { id: data.donationId },
        { refund_id: data.refundId, refund_reason: data.reason, refunded_at: metadata.occurredAt },
      ),
      incrementCounters(data.crowdfundingId, { refunded: data.amount, refunds: 1 }),
    ],
    CampaignFundsReceived: ({ data }) => [incrementCounters(data.crowdfundingId, { released: data.amount })],
  },
});
