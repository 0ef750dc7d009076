import { changesOf, remembered } from '../../test/support/settlement-rows.ts';
import type { DomainEvent, RecordedEvent } from '../kernel/event.ts';
import { counterpartId } from '../kernel/ids.ts';
import { CAMPAIGNS, escrowOf, refundProgress, type SettlementEvent, settlementDue } from './settlement.ts';

const id = '01980000-0000-7000-8000-00000000000c';
const creatorId = '01980000-0000-7000-8000-000000000001';
const donor = '01980000-0000-7000-8000-000000000002';
const donationOf = (number: number) => `01980000-0000-7000-8000-00000000000${number}`;
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
  data: { accountId: donor, donationId: donationOf(number), crowdfundingId: id, amount },
});
const refunded = (number: number, amount: number): SettlementEvent => ({
  type: 'DonationRefunded',
  data: {
    accountId: donor,
    refundId: counterpartId(donationOf(number)),
    donationId: donationOf(number),
    crowdfundingId: id,
    reason: 'cancelled',
    amount,
    repaid: 0,
  },
});
const received = (amount: number): SettlementEvent => ({
  type: 'CampaignFundsReceived',
  data: { accountId: creatorId, releaseId: counterpartId(id), crowdfundingId: id, amount, repaid: 0 },
});

const recorded = ({ type, data }: DomainEvent, index: number): RecordedEvent => ({
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

/** The one campaign of these tests after a log of these events. */
function campaignAfter(...events: readonly DomainEvent[]) {
  const rows = remembered([created, approved, ...events].map(recorded));
  const campaign = rows.campaigns.get(id);
  if (!campaign) throw new Error('the campaign is not remembered');
  return { campaign, due: settlementDue(campaign, [...rows.donations.values()]) };
}

const refund = (number: number, reason: 'cancelled' | 'expired' | 'late') => ({
  commandId: counterpartId(donationOf(number)),
  command: {
    type: 'RefundDonation',
    accountId: donor,
    donationId: donationOf(number),
    refundId: counterpartId(donationOf(number)),
    reason,
  },
});
const release = (amount: number) => ({
  commandId: counterpartId(id),
  command: {
    type: 'ReceiveCampaignFunds',
    accountId: creatorId,
    releaseId: counterpartId(id),
    crowdfundingId: id,
    amount,
  },
});

test('an open campaign owes nothing to anybody', () => {
  const { campaign, due } = campaignAfter(donated(1, 5), donated(2, 7));
  expect(due).toEqual([]);
  expect(campaign).toMatchObject({
    outcome: 'OPEN',
    donated: 12,
    donations: 2,
    expires: '2027-02-26T09:30:00.000Z',
  });
});

test.each([
  ['CrowdfundingCancelled', 'cancelled'],
  ['CrowdfundingExpired', 'expired'],
] as const)('%s gives every donation back', (type, reason) => {
  const { campaign, due } = campaignAfter(donated(1, 5), donated(2, 7), end(type));
  expect(due).toEqual([refund(1, reason), refund(2, reason)]);
  expect(campaign).toMatchObject({ outcome: 'REFUND', reason, decided: 5, ended: at });
});

test('what the log has seen refunded is not due any more', () => {
  const { campaign, due } = campaignAfter(
    donated(1, 5),
    donated(2, 7),
    end('CrowdfundingCancelled'),
    refunded(1, 5),
  );
  expect(due).toEqual([refund(2, 'cancelled')]);
  expect(refundProgress(campaign)).toEqual({ done: 1, total: 2 });
  expect(escrowOf(campaign)).toBe(7);
});

test('closing gives the exact sum to the creator, once', () => {
  const donations = [donated(1, 5), donated(2, 7), end('CrowdfundingClosed')];
  expect(campaignAfter(...donations).due).toEqual([release(12)]);
  expect(campaignAfter(...donations, received(12)).due).toEqual([]);
  expect(escrowOf(campaignAfter(...donations, received(12)).campaign)).toBe(0);
});

test('closing without a donation moves nothing', () =>
  expect(campaignAfter(end('CrowdfundingClosed')).due).toEqual([]));

test.each(['CrowdfundingCancelled', 'CrowdfundingExpired'] as const)('a donation behind %s is late', (type) =>
  expect(campaignAfter(end(type), donated(1, 5)).due).toEqual([refund(1, 'late')]),
);

test('a donation behind the closing is late, and no part of the raised total', () => {
  const events = [donated(1, 5), end('CrowdfundingClosed'), donated(2, 7)];
  expect(campaignAfter(...events).due).toEqual([release(5), refund(2, 'late')]);
  expect(campaignAfter(...events, received(5)).due).toEqual([refund(2, 'late')]);
  expect(campaignAfter(...events, received(5), refunded(2, 7)).due).toEqual([]);
});

test('what an event changes follows from the event alone', () => {
  expect(changesOf(recorded(end('CrowdfundingClosed'), 8))).toEqual([
    {
      kind: 'set',
      table: CAMPAIGNS,
      key: { id },
      values: { outcome: 'RELEASE', reason: null, decided: 9, ended: at },
    },
  ]);
});
