import { type Coins, minus } from '../kernel/coins.ts';
import type { DomainEvent } from '../kernel/event.ts';
import type { AccountId, CrowdfundingId, DonationId, PaymentId, Uuid } from '../kernel/ids.ts';
import type { WalletEvent } from '../wallet/events.ts';
import type { PaymentEvent } from '../wallet/payments/events.ts';
import {
  ADJUSTMENT,
  CHARGEBACK_LOSS,
  CLEARING,
  escrowOf,
  type LedgerAccount,
  receivableOf,
  SUSPENSE,
  walletOf,
} from './accounts.ts';
import type { EntryType } from './rules.ts';

/** A line of a journal entry. Either the debit or the credit is 0. */
export interface Posting {
  readonly account: LedgerAccount;
  readonly debit: Coins;
  readonly credit: Coins;
}

/** Ids of the entities that an entry concerns. */
export interface EntryLinks {
  readonly accountId: AccountId | null;
  readonly crowdfundingId: CrowdfundingId | null;
  readonly donationId: DonationId | null;
  readonly paymentId: PaymentId | null;
}

/** The entry of one event. Debits equal credits. Actor, time and reason are in the event's metadata. */
export interface JournalEntry extends EntryLinks {
  readonly id: Uuid;
  readonly type: EntryType;
  /** The entry that this one reverses completely. */
  readonly reverses: Uuid | null;
  readonly postings: readonly Posting[];
}

/** Events of wallets and payments. Not all of them move coins. */
export type LedgerEvent = WalletEvent | PaymentEvent;

/** Coins that are debited to one ledger account and credited to another. */
interface Move {
  readonly debit: LedgerAccount;
  readonly credit: LedgerAccount;
  readonly amount: Coins;
}

/** Sums one side of moves by account. */
function side(moves: readonly Move[], of: 'debit' | 'credit'): readonly Posting[] {
  const sums = new Map<LedgerAccount, Coins>();
  for (const { [of]: account, amount } of moves) sums.set(account, (sums.get(account) ?? 0) + amount);
  return [...sums].map(([account, amount]) =>
    of === 'debit' ? { account, debit: amount, credit: 0 } : { account, debit: 0, credit: amount },
  );
}

/** Converts moves to postings. The result is always balanced, because each move has both sides. */
function postingsOf(moves: readonly Move[]): readonly Posting[] {
  const real = moves.filter(({ amount }) => amount > 0);
  return [...side(real, 'debit'), ...side(real, 'credit')];
}

function entry(
  type: EntryType,
  id: Uuid,
  about: Partial<EntryLinks & { readonly reverses: Uuid }>,
  ...moves: readonly Move[]
): JournalEntry {
  const { accountId = null, crowdfundingId = null, donationId = null, paymentId = null } = about;
  const { reverses = null } = about;
  const postings = postingsOf(moves);
  return { id, type, accountId, crowdfundingId, donationId, paymentId, reverses, postings };
}

const move = (debit: LedgerAccount, credit: LedgerAccount, amount: Coins): Move => ({
  debit,
  credit,
  amount,
});

/** Credits pay the debt of the account first; the rest is added to the wallet. */
const credits = (
  source: LedgerAccount,
  { accountId, amount, repaid }: { accountId: AccountId; amount: Coins; repaid: Coins },
): readonly Move[] => [
  move(source, walletOf(accountId), minus(amount, repaid)),
  move(source, receivableOf(accountId), repaid),
];

/** Withdrawals by the provider reduce the wallet; the rest becomes debt. */
const providerDebits = ({
  accountId,
  amount,
  owed,
}: {
  accountId: AccountId;
  amount: Coins;
  owed: Coins;
}): readonly Move[] => [
  move(walletOf(accountId), CLEARING, minus(amount, owed)),
  move(receivableOf(accountId), CLEARING, owed),
];

/** Returned money recovers a written-off loss (`recovered`); the rest is credited to the account. */
const reinstatements = (data: {
  accountId: AccountId;
  amount: Coins;
  repaid: Coins;
  recovered: Coins;
}): readonly Move[] => [
  ...credits(CLEARING, { ...data, amount: minus(data.amount, data.recovered) }),
  move(CLEARING, CHARGEBACK_LOSS, data.recovered),
];

type Bookkeeping = {
  readonly [Type in LedgerEvent['type']]: (
    data: Extract<LedgerEvent, { type: Type }>['data'],
  ) => JournalEntry | null;
};

const bookkeeping: Bookkeeping = {
  CoinsPurchased: ({ accountId, purchaseId, paymentId, source, ...data }) =>
    entry(
      'PURCHASE',
      purchaseId,
      { accountId, paymentId },
      ...credits(source === 'clearing' ? CLEARING : SUSPENSE, { accountId, ...data }),
    ),
  CoinsDonated: ({ accountId, donationId, crowdfundingId, amount }) =>
    entry(
      'DONATION',
      donationId,
      { accountId, crowdfundingId, donationId },
      move(walletOf(accountId), escrowOf(crowdfundingId), amount),
    ),
  DonationRefunded: ({ accountId, refundId, donationId, crowdfundingId, ...data }) =>
    entry(
      'REFUND',
      refundId,
      { accountId, crowdfundingId, donationId, reverses: donationId },
      ...credits(escrowOf(crowdfundingId), { accountId, ...data }),
    ),
  CampaignFundsReceived: ({ accountId, releaseId, crowdfundingId, ...data }) =>
    entry(
      'RELEASE',
      releaseId,
      { accountId, crowdfundingId },
      ...credits(escrowOf(crowdfundingId), { accountId, ...data }),
    ),
  PurchaseRefunded: ({ accountId, paymentId, withdrawalId, ...data }) =>
    entry(
      'PROVIDER_REFUND',
      withdrawalId,
      { accountId, paymentId },
      ...providerDebits({ accountId, ...data }),
    ),
  PurchaseChargedBack: ({ accountId, paymentId, withdrawalId, ...data }) =>
    entry('CHARGEBACK', withdrawalId, { accountId, paymentId }, ...providerDebits({ accountId, ...data })),
  PurchaseRefundReversed: ({ accountId, paymentId, reversalId, withdrawalId, ...data }) =>
    entry(
      'PROVIDER_REFUND',
      reversalId,
      { accountId, paymentId, reverses: withdrawalId },
      ...reinstatements({ accountId, ...data }),
    ),
  ChargebackReversed: ({ accountId, paymentId, reversalId, withdrawalId, ...data }) =>
    entry(
      'CHARGEBACK_REVERSED',
      reversalId,
      { accountId, paymentId, reverses: withdrawalId },
      ...reinstatements({ accountId, ...data }),
    ),
  AdjustmentProposed: () => null,
  AdjustmentDeclined: () => null,
  BalanceAdjusted: ({ accountId, adjustmentId, direction, ...data }) =>
    entry(
      'ADJUSTMENT',
      adjustmentId,
      { accountId },
      ...(direction === 'CREDIT'
        ? credits(ADJUSTMENT, { accountId, ...data })
        : [move(walletOf(accountId), ADJUSTMENT, data.amount)]),
    ),
  ReceivableWrittenOff: ({ accountId, adjustmentId, amount }) =>
    entry('WRITE_OFF', adjustmentId, { accountId }, move(CHARGEBACK_LOSS, receivableOf(accountId), amount)),
  PaymentStarted: () => null,
  UnknownPaymentReceived: ({ paymentId, suspenseId, amount }) =>
    entry('SUSPENSE', suspenseId, { paymentId }, move(CLEARING, SUSPENSE, amount)),
  IdentificationProposed: () => null,
  IdentificationDeclined: () => null,
  UnknownPaymentIdentified: () => null,
  UnknownPaymentWithdrawn: ({ paymentId, withdrawalId, kind, amount }) =>
    entry(
      kind === 'refund' ? 'PROVIDER_REFUND' : 'CHARGEBACK',
      withdrawalId,
      { paymentId },
      move(SUSPENSE, CLEARING, amount),
    ),
  UnknownPaymentReinstated: ({ paymentId, reversalId, withdrawalId, kind, amount }) =>
    entry(
      kind === 'refund' ? 'PROVIDER_REFUND' : 'CHARGEBACK_REVERSED',
      reversalId,
      { paymentId, reverses: withdrawalId },
      move(CLEARING, SUSPENSE, amount),
    ),
};

/** Event types that the ledger handles, with or without an entry. */
export const ledgerEventTypes = Object.keys(bookkeeping) as readonly LedgerEvent['type'][];

const isLedgerEvent = (event: DomainEvent): event is LedgerEvent => Object.hasOwn(bookkeeping, event.type);

/** Returns the journal entry of an event, or null if it moves no coins. */
export function journalEntry(event: DomainEvent): JournalEntry | null {
  if (!isLedgerEvent(event)) return null;
  const book = bookkeeping[event.type] as (data: object) => JournalEntry | null;
  return book(event.data);
}
