import type { SettlementEvent } from '../../projections/crowdfunding/settlement/project.ts';
import { toCrowdfundingSettlement } from '../../projections/crowdfunding/settlement/row.ts';
import { createSettlementTables, projectSettlement } from '../../test/support/settlement-rows.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import { deriveCounterpartId } from '../kernel/ids.ts';
import { findDueRefund, findDueRelease, getEscrowBalance, getRefundProgress } from './settlement.ts';

const id = '01980000-0000-7000-8000-00000000000c';
const creatorId = '01980000-0000-7000-8000-000000000001';
const donor = '01980000-0000-7000-8000-000000000002';
const createDonationId = (number: number) => `01980000-0000-7000-8000-00000000000${number}`;
const at = '2026-11-21T09:30:00.000Z';

const created: SettlementEvent = {
  type: 'CrowdfundingCreated',
  data: {
    crowdfundingId: id,
    creatorId,
    title: 'A pond',
    description: 'For otters',
    goalAmount: 10_000,
    durationDays: 7,
    imageHash: '',
  },
};
const approved: SettlementEvent = {
  type: 'CrowdfundingApproved',
  data: { crowdfundingId: id, startDate: at, endDate: '2026-11-28T09:30:00.000Z' },
};
const end = (
  type: 'CrowdfundingCancelled' | 'CrowdfundingClosed' | 'CrowdfundingExpired',
): SettlementEvent => ({
  type,
  data: { crowdfundingId: id },
});
const donated = (number: number, amount: number): SettlementEvent => ({
  type: 'CoinsDonated',
  data: { accountId: donor, donationId: createDonationId(number), crowdfundingId: id, amount },
});
const refunded = (number: number, amount: number): SettlementEvent => ({
  type: 'DonationRefunded',
  data: {
    accountId: donor,
    refundId: deriveCounterpartId(createDonationId(number)),
    donationId: createDonationId(number),
    crowdfundingId: id,
    reason: 'cancelled',
    amount,
    repaid: 0,
  },
});
const received = (amount: number): SettlementEvent => ({
  type: 'CampaignFundsReceived',
  data: { accountId: creatorId, releaseId: deriveCounterpartId(id), crowdfundingId: id, amount, repaid: 0 },
});

const toRecordedEvent = ({ type, data }: DomainEvent, index: number): RecordedEvent => ({
  id: donor,
  type,
  data,
  stream: 'any-1',
  revision: index,
  position: index + 1,
  metadata: {
    correlationId: donor,
    causationId: donor,
    actor: { kind: 'system', id: 'test' },
    occurredAt: at,
    version: 1,
  },
});

/** Returns the campaign after these events. */
function projectCrowdfunding(...events: readonly DomainEvent[]) {
  const { crowdfundings, donations } = createSettlementTables(
    [created, approved, ...events].map(toRecordedEvent),
  );
  const row = crowdfundings.get(id);
  if (!row) throw new Error('the campaign is not remembered');
  const crowdfunding = toCrowdfundingSettlement(row);
  const refunds = [...donations.values()].flatMap((donation) => findDueRefund(crowdfunding, donation) ?? []);
  return { crowdfunding, refunds };
}

const refund = (number: number, reason: 'cancelled' | 'expired' | 'late') => ({
  commandId: deriveCounterpartId(createDonationId(number)),
  command: {
    type: 'RefundDonation',
    accountId: donor,
    donationId: createDonationId(number),
    refundId: deriveCounterpartId(createDonationId(number)),
    reason,
  },
});
const release = (amount: number) => ({
  commandId: deriveCounterpartId(id),
  command: {
    type: 'ReceiveCampaignFunds',
    accountId: creatorId,
    releaseId: deriveCounterpartId(id),
    crowdfundingId: id,
    amount,
  },
});

test('an open crowdfunding has nothing due', () => {
  const { crowdfunding, refunds } = projectCrowdfunding(donated(1, 5), donated(2, 7));
  expect([refunds, findDueRelease(crowdfunding, 12)]).toEqual([[], null]);
  expect(crowdfunding).toMatchObject({
    outcome: 'OPEN',
    donated: 12,
    donations: 2,
    expiresAt: '2027-02-26T09:30:00.000Z',
  });
});

test.each([
  ['CrowdfundingCancelled', 'cancelled'],
  ['CrowdfundingExpired', 'expired'],
] as const)('%s refunds every donation and releases nothing to the creator', (type, reason) => {
  const { crowdfunding, refunds } = projectCrowdfunding(donated(1, 5), donated(2, 7), end(type));
  expect(refunds).toEqual([refund(1, reason), refund(2, reason)]);
  expect(findDueRelease(crowdfunding, 12)).toBeNull();
  expect(crowdfunding).toMatchObject({ outcome: 'REFUND', reason, endPosition: 5, endedAt: at });
});

test('a refunded donation is no longer due', () => {
  const { crowdfunding, refunds } = projectCrowdfunding(
    donated(1, 5),
    donated(2, 7),
    end('CrowdfundingCancelled'),
    refunded(1, 5),
  );
  expect(refunds).toEqual([refund(2, 'cancelled')]);
  expect(getRefundProgress(crowdfunding)).toEqual({ done: 1, total: 2 });
  expect(getEscrowBalance(crowdfunding)).toBe(7);
});

test('closing releases the sum to the creator once', () => {
  const donations = [donated(1, 5), donated(2, 7), end('CrowdfundingClosed')];
  const { crowdfunding, refunds } = projectCrowdfunding(...donations);
  expect([refunds, findDueRelease(crowdfunding, 12)]).toEqual([[], release(12)]);
  const after = projectCrowdfunding(...donations, received(12)).crowdfunding;
  expect([findDueRelease(after, 12), getEscrowBalance(after)]).toEqual([null, 0]);
});

test('closing without a donation moves nothing', () =>
  expect(findDueRelease(projectCrowdfunding(end('CrowdfundingClosed')).crowdfunding, 0)).toBeNull());

test.each(['CrowdfundingCancelled', 'CrowdfundingExpired', 'CrowdfundingClosed'] as const)(
  'a donation after %s is late',
  (type) => expect(projectCrowdfunding(end(type), donated(1, 5)).refunds).toEqual([refund(1, 'late')]),
);

test('late donations are refunded before and after the release', () => {
  const events = [donated(1, 5), end('CrowdfundingClosed'), donated(2, 7)];
  expect(projectCrowdfunding(...events).refunds).toEqual([refund(2, 'late')]);
  expect(projectCrowdfunding(...events, received(5)).refunds).toEqual([refund(2, 'late')]);
  expect(projectCrowdfunding(...events, received(5), refunded(2, 7)).refunds).toEqual([]);
});

test('the changes of an event depend only on the event', () => {
  expect(projectSettlement(toRecordedEvent(end('CrowdfundingClosed'), 8))).toEqual([
    {
      kind: 'set',
      table: 'settlement_campaigns',
      key: { id },
      values: { outcome: 'RELEASE', reason: null, decided: 9, ended: at },
    },
  ]);
});
