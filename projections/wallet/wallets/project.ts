import type { AccountEvent } from '../../../domain/accounts/events.ts';
import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { AccountId, PaymentId } from '../../../domain/kernel/ids.ts';
import { toReceivableAccount, toWalletAccount } from '../../../domain/ledger/accounts.ts';
import { type JournalEntry, type Posting, toJournalEntry } from '../../../domain/ledger/journal.ts';
import type { AdjustmentProposed, WalletEvent } from '../../../domain/wallet/events.ts';
import type { IdentificationProposed, PaymentEvent } from '../../../domain/wallet/payments/events.ts';
import { defineProjection, increment, insert, type RowChange, set } from '../../engine/definition.ts';

const WALLETS = 'wallets';
const TRANSACTIONS = 'transactions';
const ADJUSTMENTS = 'adjustments';

/** Computes by how much an entry increases the wallet and the debt of an account. */
function computeMovement({ postings }: JournalEntry, accountId: AccountId) {
  const sumPostings = (account: Posting['account']): number =>
    postings.reduce(
      (sum, { account: postingAccount, debit, credit }) =>
        sum + (postingAccount === account ? credit - debit : 0),
      0,
    );
  return {
    balanceIncrease: sumPostings(toWalletAccount(accountId)),
    debtIncrease: -sumPostings(toReceivableAccount(accountId)),
  };
}

/**
 * Maps an event to the row changes for its journal entry. The owner sees every movement, even if it only
 * settles a debt. Writing off a debt is not a movement.
 */
function bookEvent(event: RecordedEvent<WalletEvent>): readonly RowChange[] {
  const entry = toJournalEntry(event);
  const { accountId } = event.data;
  if (!entry) return [];
  const { balanceIncrease, debtIncrease } = computeMovement(entry, accountId);
  if (balanceIncrease === 0 && debtIncrease === 0) return [];
  const walletChange = increment(
    WALLETS,
    { account_id: accountId },
    { balance: balanceIncrease, owed: debtIncrease },
  );
  if (entry.type === 'WRITE_OFF') return [walletChange];
  const transaction = insert(TRANSACTIONS, {
    account_id: accountId,
    position: event.position,
    id: entry.id,
    type: entry.type === 'RELEASE' ? 'CROWDFUNDING' : entry.type,
    direction: balanceIncrease - debtIncrease > 0 ? 'IN' : 'OUT',
    amount: entry.postings.reduce((sum, { debit }) => sum + debit, 0),
    delta: balanceIncrease,
    crowdfunding_id: entry.crowdfundingId,
    occurred_at: event.metadata.occurredAt,
  });
  return [walletChange, transaction];
}

const insertProposal = (
  { data, metadata }: RecordedEvent<AdjustmentProposed | IdentificationProposed>,
  kind: string,
  paymentId: PaymentId | null,
): RowChange =>
  insert(ADJUSTMENTS, {
    id: data.adjustmentId,
    account_id: data.accountId,
    kind,
    payment_id: paymentId,
    amount: data.amount,
    status: 'OPEN',
    proposed_by: data.proposedBy,
    decided_by: null,
    reason: metadata.reason ?? null,
    proposed_at: metadata.occurredAt,
    decided_at: null,
  });

const setDecision = (
  event: RecordedEvent<WalletEvent | PaymentEvent>,
  adjustmentId: string,
  status: string,
  decidedBy: AccountId,
): RowChange =>
  set(
    ADJUSTMENTS,
    { id: adjustmentId },
    { status, decided_by: decidedBy, decided_at: event.metadata.occurredAt },
  );

/**
 * Balance, debt and movements of every account, and adjustments that staff have proposed. A wallet exists
 * from registration. Movements are derived from journal entries, so they agree with the journal.
 */
export const walletsProjection = defineProjection<WalletEvent | PaymentEvent | AccountEvent>({
  name: 'wallets',
  version: 2,
  tables: [
    {
      name: WALLETS,
      key: ['account_id'],
      columns: { account_id: 'uuid', balance: 'bigint', owed: 'bigint' },
      counters: ['balance', 'owed'],
    },
    {
      name: TRANSACTIONS,
      key: ['account_id', 'position'],
      columns: {
        account_id: 'uuid',
        position: 'bigint',
        id: 'uuid',
        type: 'text',
        direction: 'text',
        amount: 'bigint',
        delta: 'bigint',
        crowdfunding_id: 'uuid',
        occurred_at: 'timestamptz',
      },
    },
    {
      name: ADJUSTMENTS,
      key: ['id'],
      columns: {
        id: 'uuid',
        account_id: 'uuid',
        kind: 'text',
        payment_id: 'text',
        amount: 'bigint',
        status: 'text',
        proposed_by: 'uuid',
        decided_by: 'uuid',
        reason: 'text',
        proposed_at: 'timestamptz',
        decided_at: 'timestamptz',
      },
    },
  ],
  on: {
    AccountRegistered: ({ data }) => [insert(WALLETS, { account_id: data.accountId, balance: 0, owed: 0 })],
    CoinsPurchased: bookEvent,
    CoinsDonated: bookEvent,
    DonationRefunded: bookEvent,
    CampaignFundsReceived: bookEvent,
    PurchaseRefunded: bookEvent,
    PurchaseChargedBack: bookEvent,
    PurchaseRefundReversed: bookEvent,
    ChargebackReversed: bookEvent,
    BalanceAdjusted: (event) => [
      ...bookEvent(event),
      setDecision(event, event.data.adjustmentId, 'APPROVED', event.data.approvedBy),
    ],
    ReceivableWrittenOff: (event) => [
      ...bookEvent(event),
      setDecision(event, event.data.adjustmentId, 'APPROVED', event.data.approvedBy),
    ],
    AdjustmentProposed: (event) => [insertProposal(event, event.data.kind, null)],
    IdentificationProposed: (event) => [insertProposal(event, 'IDENTIFICATION', event.data.paymentId)],
    IdentificationDeclined: (event) => [
      setDecision(event, event.data.adjustmentId, 'DECLINED', event.data.declinedBy),
    ],
    UnknownPaymentIdentified: (event) => {
      const { adjustmentId, identifiedBy } = event.data;
      return adjustmentId ? [setDecision(event, adjustmentId, 'APPROVED', identifiedBy)] : [];
    },
    AdjustmentDeclined: (event) => [
      setDecision(event, event.data.adjustmentId, 'DECLINED', event.data.declinedBy),
    ],
  },
});
