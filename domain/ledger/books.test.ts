import { getAccountClass, type LedgerAccount, mustNotBeNegative } from './accounts.ts';
import { createBooks, isBalanced } from './books.ts';
import type { JournalEntry, Posting } from './journal.ts';

const createEntry = (...postings: readonly Posting[]): JournalEntry => ({
  id: 'e',
  type: 'DONATION',
  accountId: null,
  crowdfundingId: null,
  donationId: null,
  paymentId: null,
  reverses: null,
  postings,
});
const debit = (account: LedgerAccount, amount: number) => ({ account, debit: amount, credit: 0 });
const credit = (account: LedgerAccount, amount: number) => ({ account, debit: 0, credit: amount });

test.each([
  ['stripe:clearing', 'ASSET', false],
  ['receivable:otter', 'ASSET', true],
  ['wallet:otter', 'LIABILITY', true],
  ['escrow:pond', 'LIABILITY', true],
  ['suspense', 'LIABILITY', false],
  ['chargeback-loss', 'EXPENSE', false],
  ['adjustment', 'EXPENSE', false],
] as const)('%s', (account, expected, neverNegative) => {
  expect(getAccountClass(account)).toBe(expected);
  expect(mustNotBeNegative(account)).toBe(neverNegative);
});

test('an entry is balanced when its debits equal its credits and are not zero', () => {
  expect(isBalanced(createEntry(debit('suspense', 5), credit('stripe:clearing', 5)))).toBe(true);
  expect(isBalanced(createEntry(debit('suspense', 5), credit('stripe:clearing', 4)))).toBe(false);
  expect(isBalanced(createEntry(debit('suspense', 0.5), credit('stripe:clearing', 0.5)))).toBe(false);
  expect(isBalanced(createEntry(debit('suspense', -5), credit('stripe:clearing', -5)))).toBe(false);
  expect(isBalanced(createEntry())).toBe(false);
});

test('the trial balance sums the postings', () => {
  const books = createBooks();
  books.post(createEntry(debit('stripe:clearing', 10), credit('wallet:otter', 10)));
  books.post(createEntry(debit('wallet:otter', 4), credit('escrow:pond', 4)));

  expect(books.balance('wallet:otter')).toBe(6);
  expect(books.balance('wallet:nobody')).toBe(0);
  expect(books.computeTrialBalance()).toEqual({
    balanced: true,
    totalDebit: 14,
    totalCredit: 14,
    accounts: [
      { account: 'escrow:pond', debit: 0, credit: 4, balance: 4 },
      { account: 'stripe:clearing', debit: 10, credit: 0, balance: 10 },
      { account: 'wallet:otter', debit: 4, credit: 10, balance: 6 },
    ],
  });
});

test('reports books that are out of balance', () => {
  const books = createBooks();
  books.post(createEntry(debit('wallet:otter', 4), credit('escrow:pond', 3)));
  expect(books.computeTrialBalance()).toMatchObject({ balanced: false, totalDebit: 4, totalCredit: 3 });
  expect(books.balance('wallet:otter')).toBe(-4);
});
