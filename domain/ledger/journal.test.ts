import type { DomainEvent } from '../kernel/event.ts';
import { walletEvents } from '../wallet/events.ts';
import { paymentEvents } from '../wallet/payments/events.ts';
import { isBalanced } from './books.ts';
import { bookedEventTypes, ledgerEventTypes, toJournalEntry } from './journal.ts';

const accountId = 'otter';
const emptyLinks = {
  accountId: null,
  crowdfundingId: null,
  donationId: null,
  paymentId: null,
  reverses: null,
};
const people = { proposedBy: 'mara', approvedBy: 'noor' };

/** Formats an entry as its debits followed by its credits. */
const describeEntry = (event: DomainEvent) => {
  const entry = toJournalEntry(event);
  if (!entry) return null;
  const { postings, ...rest } = entry;
  const lines = postings.map(({ account, debit, credit }) =>
    credit === 0 ? `debit ${account} ${debit}` : `credit ${account} ${credit}`,
  );
  return { ...rest, lines };
};

const withdrawal = { accountId, withdrawalId: 'w', paymentId: 'pi', providerId: 're' };
const paymentReference = { accountId, paymentId: 'pi' };

test.each<[string, DomainEvent, object]>([
  [
    'a purchase',
    {
      type: 'CoinsPurchased',
      data: { accountId, purchaseId: 'p', paymentId: 'pi', source: 'clearing', amount: 500, repaid: 0 },
    },
    {
      id: 'p',
      type: 'PURCHASE',
      ...paymentReference,
      lines: ['debit stripe:clearing 500', 'credit wallet:otter 500'],
    },
  ],
  [
    'a purchase that settles a debt',
    {
      type: 'CoinsPurchased',
      data: { accountId, purchaseId: 'p', paymentId: 'pi', source: 'suspense', amount: 500, repaid: 200 },
    },
    {
      id: 'p',
      type: 'PURCHASE',
      ...paymentReference,
      lines: ['debit suspense 500', 'credit wallet:otter 300', 'credit receivable:otter 200'],
    },
  ],
  [
    'a donation',
    { type: 'CoinsDonated', data: { accountId, donationId: 'd', crowdfundingId: 'pond', amount: 5 } },
    {
      id: 'd',
      type: 'DONATION',
      accountId,
      crowdfundingId: 'pond',
      donationId: 'd',
      lines: ['debit wallet:otter 5', 'credit escrow:pond 5'],
    },
  ],
  [
    'a refund, which names its donation',
    {
      type: 'DonationRefunded',
      data: {
        accountId,
        refundId: 'r',
        donationId: 'd',
        crowdfundingId: 'pond',
        reason: 'late',
        amount: 5,
        repaid: 5,
      },
    },
    {
      id: 'r',
      type: 'REFUND',
      accountId,
      crowdfundingId: 'pond',
      donationId: 'd',
      reverses: 'd',
      lines: ['debit escrow:pond 5', 'credit receivable:otter 5'],
    },
  ],
  [
    'a release',
    {
      type: 'CampaignFundsReceived',
      data: { accountId, releaseId: 'l', crowdfundingId: 'pond', amount: 900, repaid: 0 },
    },
    {
      id: 'l',
      type: 'RELEASE',
      accountId,
      crowdfundingId: 'pond',
      lines: ['debit escrow:pond 900', 'credit wallet:otter 900'],
    },
  ],
  [
    'a refund by the provider',
    { type: 'PurchaseRefunded', data: { ...withdrawal, amount: 300, owed: 100 } },
    {
      id: 'w',
      type: 'PROVIDER_REFUND',
      ...paymentReference,
      lines: ['debit wallet:otter 200', 'debit receivable:otter 100', 'credit stripe:clearing 300'],
    },
  ],
  [
    'a chargeback',
    { type: 'PurchaseChargedBack', data: { ...withdrawal, amount: 300, owed: 300 } },
    {
      id: 'w',
      type: 'CHARGEBACK',
      ...paymentReference,
      lines: ['debit receivable:otter 300', 'credit stripe:clearing 300'],
    },
  ],
  [
    'a refund that failed',
    {
      type: 'PurchaseRefundReversed',
      data: { ...withdrawal, reversalId: 'v', amount: 300, repaid: 0, recovered: 0 },
    },
    {
      id: 'v',
      type: 'PROVIDER_REFUND',
      ...paymentReference,
      reverses: 'w',
      lines: ['debit stripe:clearing 300', 'credit wallet:otter 300'],
    },
  ],
  [
    'a dispute that was won',
    {
      type: 'ChargebackReversed',
      data: { ...withdrawal, reversalId: 'v', amount: 300, repaid: 100, recovered: 50 },
    },
    {
      id: 'v',
      type: 'CHARGEBACK_REVERSED',
      ...paymentReference,
      reverses: 'w',
      lines: [
        'debit stripe:clearing 300',
        'credit wallet:otter 150',
        'credit receivable:otter 100',
        'credit chargeback-loss 50',
      ],
    },
  ],
  [
    'a gift by staff',
    {
      type: 'BalanceAdjusted',
      data: { accountId, adjustmentId: 'a', ...people, direction: 'CREDIT', amount: 9, repaid: 4 },
    },
    {
      id: 'a',
      type: 'ADJUSTMENT',
      accountId,
      lines: ['debit adjustment 9', 'credit wallet:otter 5', 'credit receivable:otter 4'],
    },
  ],
  [
    'a correction by staff',
    {
      type: 'BalanceAdjusted',
      data: { accountId, adjustmentId: 'a', ...people, direction: 'DEBIT', amount: 9, repaid: 0 },
    },
    { id: 'a', type: 'ADJUSTMENT', accountId, lines: ['debit wallet:otter 9', 'credit adjustment 9'] },
  ],
  [
    'a write-off',
    { type: 'ReceivableWrittenOff', data: { accountId, adjustmentId: 'a', ...people, amount: 9 } },
    {
      id: 'a',
      type: 'WRITE_OFF',
      accountId,
      lines: ['debit chargeback-loss 9', 'credit receivable:otter 9'],
    },
  ],
  [
    'money of nobody',
    { type: 'UnknownPaymentReceived', data: { paymentId: 'pi', suspenseId: 's', amount: 7 } },
    {
      id: 's',
      type: 'SUSPENSE',
      paymentId: 'pi',
      lines: ['debit stripe:clearing 7', 'credit suspense 7'],
    },
  ],
  [
    'money of nobody that goes back',
    {
      type: 'UnknownPaymentWithdrawn',
      data: { paymentId: 'pi', withdrawalId: 'w', kind: 'chargeback', providerId: 'dp', amount: 7 },
    },
    { id: 'w', type: 'CHARGEBACK', paymentId: 'pi', lines: ['debit suspense 7', 'credit stripe:clearing 7'] },
  ],
  [
    'money of nobody that comes back',
    {
      type: 'UnknownPaymentReinstated',
      data: {
        paymentId: 'pi',
        reversalId: 'v',
        withdrawalId: 'w',
        kind: 'chargeback',
        providerId: 'dp',
        amount: 7,
      },
    },
    {
      id: 'v',
      type: 'CHARGEBACK_REVERSED',
      paymentId: 'pi',
      reverses: 'w',
      lines: ['debit stripe:clearing 7', 'credit suspense 7'],
    },
  ],
])('%s', (_name, event, expected) => {
  expect(describeEntry(event)).toEqual({ ...emptyLinks, ...expected });
  const entry = toJournalEntry(event);
  expect(entry && isBalanced(entry)).toBe(true);
});

test.each([
  'AdjustmentProposed',
  'AdjustmentDeclined',
  'PaymentStarted',
  'UnknownPaymentIdentified',
  'PostPublished',
  'toString',
])('%s moves no coins', (type) => expect(toJournalEntry({ type, data: {} })).toBeNull());

test('the booked event types are those that move coins', () =>
  // The checkpoint of the journal stores these types: removing one requires a new version of the projection.
  expect([...bookedEventTypes].sort()).toEqual([
    'BalanceAdjusted',
    'CampaignFundsReceived',
    'ChargebackReversed',
    'CoinsDonated',
    'CoinsPurchased',
    'DonationRefunded',
    'PurchaseChargedBack',
    'PurchaseRefundReversed',
    'PurchaseRefunded',
    'ReceivableWrittenOff',
    'UnknownPaymentReceived',
    'UnknownPaymentReinstated',
    'UnknownPaymentWithdrawn',
  ]));

test('the journal handles every event of wallets and payments', () => {
  expect([...ledgerEventTypes].sort()).toEqual(Object.keys({ ...walletEvents, ...paymentEvents }).sort());
});
