import { type Coins, subtractCoins } from '../kernel/coins.ts';
import type { DomainEvent, OfType } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';
import type { WalletEvent } from '../wallet/events.ts';
import type { PaymentEvent } from '../wallet/payments/events.ts';
import {
  ADJUSTMENT,
  CHARGEBACK_LOSS,
  CLEARING,
  type LedgerAccount,
  SUSPENSE,
  toEscrowAccount,
  toReceivableAccount,
  toWalletAccount,
} from './accounts.ts';
import type { EntryType } from './rules.ts';

/** A posting in a journal entry. Either its debit or its credit is 0. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly debit: Coins;
  readonly credit: Coins;
}

/** Ids of entities related to a journal entry. */
export interface EntryLinks {
  readonly accountId: AccountId | null;
  readonly crowdfundingId: CrowdfundingId | null;
  readonly donationId: DonationId | null;
  readonly paymentId: PaymentId | null;
}

/** Journal entry of one event. Its debits equal its credits. The actor, time and reason are in the event's metadata. */
export interface JournalEntry extends EntryLinks {
  readonly id: Uuid;
  readonly type: EntryType;
  /** Id of the entry that this entry reverses completely. */
  readonly reverses: Uuid | null;
  readonly postings: readonly Posting[];
}

/** Wallet and payment events. Not all of them move coins. */
export type LedgerEvent = WalletEvent | PaymentEvent;

/** Coins that are debited to one ledger account and credited to another. */
interface Transfer {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Coins;
}

/** Sums the debits or credits in transfers by account. */
function createPostings(transfers: readonly Transfer[], side: 'debit' | 'credit'): readonly Posting[] {
  const sums = new Map<LedgerAccount, Coins>();
  for (const { [side]: account, amount } of transfers) sums.set(account, (sums.get(account) ?? 0) + amount);
  return [...sums].map(([account, amount]) =>
    side === 'debit' ? { account, debit: amount, credit: 0 } : { account, debit: 0, credit: amount },
  );
}

/** Returns the postings of a single transfer, which most entries have, without summing by account. */
const toPostingPair = ({ debit, credit, amount }: Transfer): readonly Posting[] => [
  { account: debit, debit: amount, credit: 0 },
  { account: credit, debit: 0, credit: amount },
];

/** Converts transfers to postings. The result is always balanced, because each transfer has a debit and a credit. */
function toPostings(transfers: readonly Transfer[]): readonly Posting[] {
  const nonZeroTransfers = transfers.filter(({ amount }) => amount > 0);
  const [first] = nonZeroTransfers;
  if (first && nonZeroTransfers.length === 1) return toPostingPair(first);
  return [...createPostings(nonZeroTransfers, 'debit'), ...createPostings(nonZeroTransfers, 'credit')];
}

function createEntry(
  type: EntryType,
  id: Uuid,
  links: Partial<EntryLinks & { readonly reverses: Uuid }>,
  ...transfers: readonly Transfer[]
): JournalEntry {
  const { accountId = null, crowdfundingId = null, donationId = null, paymentId = null } = links;
  const { reverses = null } = links;
  const postings = toPostings(transfers);
  return { id, type, accountId, crowdfundingId, donationId, paymentId, reverses, postings };
}

const createTransfer = (debit: LedgerAccount, credit: LedgerAccount, amount: Coins): Transfer => ({
  debit,
  credit,
  amount,
});

/** Books a credit. It first pays the account's debt; the rest is added to the wallet. */
const bookCredit = (
  source: LedgerAccount,
  { accountId, amount, repaid }: { accountId: AccountId; amount: Coins; repaid: Coins },
): readonly Transfer[] => [
  createTransfer(source, toWalletAccount(accountId), subtractCoins(amount, repaid)),
  createTransfer(source, toReceivableAccount(accountId), repaid),
];

/** Books a withdrawal by the provider. The part that exceeds the wallet's balance becomes debt. */
const bookProviderDebit = ({
  accountId,
  amount,
  owed,
}: {
  accountId: AccountId;
  amount: Coins;
  owed: Coins;
}): readonly Transfer[] => [
  createTransfer(toWalletAccount(accountId), CLEARING, subtractCoins(amount, owed)),
  createTransfer(toReceivableAccount(accountId), CLEARING, owed),
];

/** Books returned money. It first recovers a written-off loss (`recovered`); the rest is credited to the account. */
const bookReinstatement = (data: {
  accountId: AccountId;
  amount: Coins;
  repaid: Coins;
  recovered: Coins;
}): readonly Transfer[] => [
  ...bookCredit(CLEARING, { ...data, amount: subtractCoins(data.amount, data.recovered) }),
  createTransfer(CLEARING, CHARGEBACK_LOSS, data.recovered),
];

type Book<E extends LedgerEvent> = (data: E['data']) => JournalEntry;

/** How each event is booked. Null if the event moves no coins. */
type BookingTable = {
  readonly [Type in LedgerEvent['type']]: Book<OfType<LedgerEvent, Type>> | null;
};

const bookings: BookingTable = {
  CoinsPurchased: ({ accountId, purchaseId, paymentId, source, ...data }) =>
    createEntry(
      'PURCHASE',
      purchaseId,
      { accountId, paymentId },
      ...bookCredit(source === 'clearing' ? CLEARING : SUSPENSE, { accountId, ...data }),
    ),
  CoinsDonated: ({ accountId, donationId, crowdfundingId, amount }) =>
    createEntry(
      'DONATION',
      donationId,
      { accountId, crowdfundingId, donationId },
      createTransfer(toWalletAccount(accountId), toEscrowAccount(crowdfundingId), amount),
    ),
  PlannedDonationRefused: null,
  DonationRefunded: ({ accountId, refundId, donationId, crowdfundingId, ...data }) =>
    createEntry(
      'REFUND',
      refundId,
      { accountId, crowdfundingId, donationId, reverses: donationId },
      ...bookCredit(toEscrowAccount(crowdfundingId), { accountId, ...data }),
    ),
  CampaignFundsReceived: ({ accountId, releaseId, crowdfundingId, ...data }) =>
    createEntry(
      'RELEASE',
      releaseId,
      { accountId, crowdfundingId },
      ...bookCredit(toEscrowAccount(crowdfundingId), { accountId, ...data }),
    ),
  PurchaseRefunded: ({ accountId, paymentId, withdrawalId, ...data }) =>
    createEntry(
      'PROVIDER_REFUND',
      withdrawalId,
      { accountId, paymentId },
      ...bookProviderDebit({ accountId, ...data }),
    ),
  PurchaseChargedBack: ({ accountId, paymentId, withdrawalId, ...data }) =>
    createEntry(
      'CHARGEBACK',
      withdrawalId,
      { accountId, paymentId },
      ...bookProviderDebit({ accountId, ...data }),
    ),
  PurchaseRefundReversed: ({ accountId, paymentId, reversalId, withdrawalId, ...data }) =>
    createEntry(
      'PROVIDER_REFUND',
      reversalId,
      { accountId, paymentId, reverses: withdrawalId },
      ...bookReinstatement({ accountId, ...data }),
    ),
  ChargebackReversed: ({ accountId, paymentId, reversalId, withdrawalId, ...data }) =>
    createEntry(
      'CHARGEBACK_REVERSED',
      reversalId,
      { accountId, paymentId, reverses: withdrawalId },
      ...bookReinstatement({ accountId, ...data }),
    ),
  AdjustmentProposed: null,
  AdjustmentDeclined: null,
  BalanceAdjusted: ({ accountId, adjustmentId, direction, ...data }) =>
    createEntry(
      'ADJUSTMENT',
      adjustmentId,
      { accountId },
      ...(direction === 'CREDIT'
        ? bookCredit(ADJUSTMENT, { accountId, ...data })
        : [createTransfer(toWalletAccount(accountId), ADJUSTMENT, data.amount)]),
    ),
  ReceivableWrittenOff: ({ accountId, adjustmentId, amount }) =>
    createEntry(
      'WRITE_OFF',
      adjustmentId,
      { accountId },
      createTransfer(CHARGEBACK_LOSS, toReceivableAccount(accountId), amount),
    ),
  PaymentStarted: null,
  UnknownPaymentReceived: ({ paymentId, suspenseId, amount }) =>
    createEntry('SUSPENSE', suspenseId, { paymentId }, createTransfer(CLEARING, SUSPENSE, amount)),
  IdentificationProposed: null,
  IdentificationDeclined: null,
  UnknownPaymentIdentified: null,
  UnknownPaymentWithdrawn: ({ paymentId, withdrawalId, kind, amount }) =>
    createEntry(
      kind === 'refund' ? 'PROVIDER_REFUND' : 'CHARGEBACK',
      withdrawalId,
      { paymentId },
      createTransfer(SUSPENSE, CLEARING, amount),
    ),
  UnknownPaymentReinstated: ({ paymentId, reversalId, withdrawalId, kind, amount }) =>
    createEntry(
      kind === 'refund' ? 'PROVIDER_REFUND' : 'CHARGEBACK_REVERSED',
      reversalId,
      { paymentId, reverses: withdrawalId },
      createTransfer(CLEARING, SUSPENSE, amount),
    ),
};

/** Event types that the ledger processes, including events without a journal entry. */
export const ledgerEventTypes = Object.keys(bookings) as readonly LedgerEvent['type'][];

/** Event types that have a journal entry. */
export const bookedEventTypes = ledgerEventTypes.filter((type) => bookings[type] !== null);

const isLedgerEvent = (event: DomainEvent): event is LedgerEvent => Object.hasOwn(bookings, event.type);

/** Returns the account whose wallet or debt an event changes, or null. */
export const getWalletOwner = (event: DomainEvent): AccountId | null =>
  isLedgerEvent(event) && bookings[event.type] !== null && 'accountId' in event.data
    ? event.data.accountId
    : null;

/** Creates a version of `toJournalEntry` that caches the latest entry, for several checks of the same event. */
export function createSharedEntries(): typeof toJournalEntry {
  let lastEvent: DomainEvent | null = null;
  let lastEntry: JournalEntry | null = null;
  return (event) => {
    if (event === lastEvent) return lastEntry;
    lastEntry = toJournalEntry(event);
    lastEvent = event;
    return lastEntry;
  };
}

/** Returns an event's journal entry, or null if the event moves no coins. */
export function toJournalEntry(event: DomainEvent): JournalEntry | null {
  if (!isLedgerEvent(event)) return null;
  const book = bookings[event.type] as Book<LedgerEvent> | null;
  return book === null ? null : book(event.data);
}
