import { type CrowdfundingEvent, crowdfundingEvents } from '../crowdfunding/events.ts';
import { walletEvents } from '../wallet/events.ts';
import { paymentEvents } from '../wallet/payments/events.ts';
import { auditedEventTypes, createAudit } from './audit.ts';
import type { LedgerEvent } from './journal.ts';

const accountId = 'otter';
const crowdfundingId = 'pond';

const purchased = (amount: number, id = '1', repaid = 0): LedgerEvent => ({
  type: 'CoinsPurchased',
  data: { accountId, purchaseId: `p${id}`, paymentId: `pi_${id}`, source: 'clearing', amount, repaid },
});
const donated = (amount: number, id = '1'): LedgerEvent => ({
  type: 'CoinsDonated',
  data: { accountId, donationId: `d${id}`, crowdfundingId, amount },
});
const refunded = (amount: number, reason: 'cancelled' | 'late' = 'cancelled', id = '1'): LedgerEvent => ({
  type: 'DonationRefunded',
  data: { accountId, refundId: `r${id}`, donationId: `d${id}`, crowdfundingId, reason, amount, repaid: 0 },
});
const received = (amount: number): LedgerEvent => ({
  type: 'CampaignFundsReceived',
  data: { accountId: 'mara', releaseId: 'l', crowdfundingId, amount, repaid: 0 },
});
const chargedBack = (withdrawalId: string): LedgerEvent => ({
  type: 'PurchaseChargedBack',
  data: { accountId, withdrawalId, paymentId: 'pi_1', providerId: 'dp_1', amount: 1, owed: 0 },
});
const cancelled: CrowdfundingEvent = { type: 'CrowdfundingCancelled', data: { crowdfundingId } };
const closed: CrowdfundingEvent = { type: 'CrowdfundingClosed', data: { crowdfundingId } };

function auditEvents(...events: readonly (LedgerEvent | CrowdfundingEvent)[]) {
  const audit = createAudit();
  for (const [index, { type, data }] of events.entries())
    audit.add({
      id: `e${index}`,
      type,
      data,
      stream: 'any-1',
      revision: index,
      position: index + 1,
      metadata: {
        correlationId: 'c',
        causationId: 'c',
        actor: { kind: 'system', id: 'test' },
        occurredAt: '2026-11-21T09:30:00.000Z',
        version: 1,
      },
    });
  return audit.report();
}

test.each([
  ['cancelled', [purchased(10), donated(6), cancelled, refunded(6)], { refunded: 6, released: 0 }],
  ['closed', [purchased(10), donated(6), closed, received(6)], { refunded: 0, released: 6 }],
])('accepts a crowdfunding that was %s correctly', (_name, events, expected) => {
  const { entries, problems, trialBalance, crowdfundings } = auditEvents(...events);
  expect(problems).toEqual([]);
  expect(entries).toBe(3);
  expect(trialBalance).toMatchObject({ balanced: true, totalDebit: 22, totalCredit: 22 });
  expect(crowdfundings.get(crowdfundingId)).toEqual({ donated: 6, held: 0, settled: true, ...expected });
});

test('a crowdfunding with pending refunds is not settled', () =>
  expect(auditEvents(purchased(10), donated(6), cancelled).crowdfundings.get(crowdfundingId)).toMatchObject({
    held: 6,
    settled: false,
  }));

const late = [purchased(10), donated(2), closed, donated(6, '2')] as const;

test('a late donation is refunded, the others are released', () =>
  expect(auditEvents(...late, refunded(6, 'late', '2'), received(2)).problems).toEqual([]));

test('a late donation is refunded after the release', () =>
  expect(auditEvents(...late, received(2), refunded(6, 'late', '2')).problems).toEqual([]));

const otherCancelled: CrowdfundingEvent = { type: 'CrowdfundingCancelled', data: { crowdfundingId: 'lake' } };
const otherRefunded: LedgerEvent = {
  type: 'DonationRefunded',
  data: { ...refunded(4).data, crowdfundingId: 'lake' } as Extract<
    LedgerEvent,
    { type: 'DonationRefunded' }
  >['data'],
};

test.each<[string, string, readonly (LedgerEvent | CrowdfundingEvent)[]]>([
  ['more is donated than there is', 'negative-balance', [purchased(10), donated(11)]],
  ['an entry is there twice', 'repeated-entry', [purchased(10), donated(3), donated(3)]],
  ['an entry is broken', 'unbalanced-entry', [purchased(0.5)]],
  ['a payment is credited twice', 'repeated-payment', [purchased(10), purchased(10)]],
  ['a dispute is booked twice', 'repeated-withdrawal', [purchased(10), chargedBack('w1'), chargedBack('w2')]],
  [
    'a donation is refunded twice',
    'wrong-refund',
    [purchased(10), donated(4), cancelled, refunded(4), refunded(4)],
  ],
  ['a refund is too large', 'wrong-refund', [purchased(10), donated(4), cancelled, refunded(5)]],
  ['a refund is too early', 'wrong-refund', [purchased(10), donated(4), refunded(4)]],
  ['a refund is called late', 'wrong-refund', [purchased(10), donated(4), cancelled, refunded(4, 'late')]],
  ['a released donation is refunded', 'wrong-refund', [purchased(10), donated(4), closed, refunded(4)]],
  [
    'a refund names another campaign',
    'wrong-refund',
    [purchased(10), donated(4), cancelled, otherCancelled, otherRefunded],
  ],
  [
    'a donation is refunded after its release',
    'wrong-refund',
    [purchased(10), donated(4), closed, received(4), refunded(4)],
  ],
  [
    'a refunded donation is released',
    'wrong-release',
    [purchased(10), donated(4), donated(2, '2'), closed, refunded(4), received(6)],
  ],
  ['a late refund is not called so', 'wrong-refund', [...late, refunded(6, 'cancelled', '2')]],
  ['a late donation is released', 'wrong-release', [...late, received(8)]],
  ['a release is too small', 'wrong-release', [purchased(10), donated(4), closed, received(3)]],
  ['a cancelled campaign is released', 'wrong-release', [purchased(10), donated(4), cancelled, received(4)]],
  [
    'a campaign is released twice',
    'wrong-release',
    [purchased(10), donated(4), closed, received(4), received(4)],
  ],
  [
    'one person adjusts',
    'one-person-adjustment',
    [
      {
        type: 'BalanceAdjusted',
        data: {
          accountId,
          adjustmentId: 'a',
          proposedBy: 'mara',
          approvedBy: 'mara',
          direction: 'CREDIT',
          amount: 1,
          repaid: 0,
        },
      },
    ],
  ],
])('it is found when %s', (_name, kind, events) =>
  expect(auditEvents(...events).problems.map((problem) => problem.kind)).toContain(kind),
);

test('every event of wallets, payments and crowdfundings is audited', () =>
  expect([...auditedEventTypes].sort()).toEqual(
    Object.keys({ ...walletEvents, ...paymentEvents, ...crowdfundingEvents }).sort(),
  ));
