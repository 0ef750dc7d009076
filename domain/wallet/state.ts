import { addCoins, type Coins, subtractCoins } from '../kernel/coins.ts';
import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { OfType } from '../kernel/event.ts';
import type { CrowdfundingId, PaymentId, Uuid } from '../kernel/ids.ts';
import { emptyMap, getEntry, type PersistentMap, withEntry } from '../kernel/persistent-map.ts';
import type { WithdrawalKind } from './commands.ts';
import type { ProposalKind, WalletEvent } from './events.ts';
import type { Proposal } from './proposals.ts';

/** A donation as recorded in the wallet's state. */
interface RecordedDonation {
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: Coins;
  readonly isRefunded: boolean;
}

/** A withdrawal by the provider. `owed` is the part that exceeded the balance. */
interface RecordedWithdrawal {
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly kind: WithdrawalKind;
  readonly amount: Coins;
  readonly owed: Coins;
  readonly isReversed: boolean;
}

/** An adjustment proposed by staff. */
export interface AdjustmentProposal extends Proposal {
  readonly kind: ProposalKind;
  readonly amount: Coins;
}

/**
 * State of a wallet stream. Every repeatable command is recorded permanently under its deduplication id. The persistent
 * maps remain fast as they grow. `balance` and `owed` are never both positive.
 */
export interface WalletState {
  readonly balance: Coins;
  readonly owed: Coins;
  readonly writtenOff: Coins;
  /** Donations, by donation id. */
  readonly donations: PersistentMap<RecordedDonation>;
  /** Problem codes of refused planned donations, by donation id. */
  readonly refusedDonations: PersistentMap<string>;
  /** Credited coins, by payment id. */
  readonly purchases: PersistentMap<Coins>;
  /** Withdrawals, by the provider's id of the refund or dispute. */
  readonly withdrawals: PersistentMap<RecordedWithdrawal>;
  /** Coins received as the creator of a closed campaign, by crowdfunding id. */
  readonly releases: PersistentMap<Coins>;
  /** Adjustment proposals, by adjustment id. */
  readonly proposals: PersistentMap<AdjustmentProposal>;
}

export const INITIAL_WALLET: WalletState = {
  balance: 0,
  owed: 0,
  writtenOff: 0,
  donations: emptyMap,
  refusedDonations: emptyMap,
  purchases: emptyMap,
  withdrawals: emptyMap,
  releases: emptyMap,
  proposals: emptyMap,
};

function addCredit(state: WalletState, { amount, repaid }: { amount: Coins; repaid: Coins }): WalletState {
  return {
    ...state,
    balance: addCoins(state.balance, subtractCoins(amount, repaid)),
    owed: subtractCoins(state.owed, repaid),
  };
}

function addWithdrawal(
  state: WalletState,
  kind: WithdrawalKind,
  data: OfType<WalletEvent, 'PurchaseRefunded' | 'PurchaseChargedBack'>['data'],
): WalletState {
  const { withdrawalId, paymentId, providerId, amount, owed } = data;
  const withdrawal = { withdrawalId, paymentId, kind, amount, owed, isReversed: false };
  return {
    ...state,
    balance: subtractCoins(state.balance, subtractCoins(amount, owed)),
    owed: addCoins(state.owed, owed),
    withdrawals: withEntry(state.withdrawals, providerId, withdrawal),
  };
}

function reverseWithdrawal(
  state: WalletState,
  data: OfType<WalletEvent, 'PurchaseRefundReversed' | 'ChargebackReversed'>['data'],
): WalletState {
  const { providerId, amount, repaid, recovered } = data;
  const after = addCredit(state, { amount: subtractCoins(amount, recovered), repaid });
  return {
    ...after,
    writtenOff: subtractCoins(after.writtenOff, recovered),
    withdrawals: updateEntry(after.withdrawals, providerId, { isReversed: true }),
  };
}

/** Updates fields of a map entry. Returns the map unchanged if the key is missing. */
function updateEntry<Value extends object>(
  map: PersistentMap<Value>,
  key: string,
  changes: Partial<Value>,
): PersistentMap<Value> {
  const entry = getEntry(map, key);
  return entry === undefined ? map : withEntry(map, key, { ...entry, ...changes });
}

/**
 * Applies an event to the state of a wallet.
 * @throws UnknownEvent for an event type from a newer code version
 * @throws InvalidAmount when the balance or the debt would become negative
 */
export function evolve(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'CoinsPurchased': {
      const { paymentId, amount } = event.data;
      const purchases = withEntry(state.purchases, paymentId, amount);
      return { ...addCredit(state, event.data), purchases };
    }
    case 'CoinsDonated': {
      const { donationId, crowdfundingId, amount } = event.data;
      const donation = { crowdfundingId, amount, isRefunded: false };
      const donations = withEntry(state.donations, donationId, donation);
      return { ...state, balance: subtractCoins(state.balance, amount), donations };
    }
    case 'PlannedDonationRefused': {
      const { donationId, code } = event.data;
      return { ...state, refusedDonations: withEntry(state.refusedDonations, donationId, code) };
    }
    case 'DonationRefunded': {
      const donations = updateEntry(state.donations, event.data.donationId, { isRefunded: true });
      return { ...addCredit(state, event.data), donations };
    }
    case 'CampaignFundsReceived': {
      const { crowdfundingId, amount } = event.data;
      const releases = withEntry(state.releases, crowdfundingId, amount);
      return { ...addCredit(state, event.data), releases };
    }
    case 'PurchaseRefunded':
      return addWithdrawal(state, 'refund', event.data);
    case 'PurchaseChargedBack':
      return addWithdrawal(state, 'chargeback', event.data);
    case 'PurchaseRefundReversed':
    case 'ChargebackReversed':
      return reverseWithdrawal(state, event.data);
    case 'AdjustmentProposed': {
      const { adjustmentId, kind, amount, proposedBy } = event.data;
      const proposal = { kind, amount, proposedBy, status: 'OPEN' } as const;
      return { ...state, proposals: withEntry(state.proposals, adjustmentId, proposal) };
    }
    case 'AdjustmentDeclined':
      return closeProposal(state, event.data.adjustmentId, 'DECLINED');
    case 'BalanceAdjusted': {
      const after = closeProposal(state, event.data.adjustmentId, 'APPROVED');
      const { direction, amount } = event.data;
      if (direction === 'CREDIT') return addCredit(after, event.data);
      return { ...after, balance: subtractCoins(after.balance, amount) };
    }
    case 'ReceivableWrittenOff': {
      const after = closeProposal(state, event.data.adjustmentId, 'APPROVED');
      const { amount } = event.data;
      return {
        ...after,
        owed: subtractCoins(after.owed, amount),
        writtenOff: addCoins(after.writtenOff, amount),
      };
    }
    default:
      return rejectUnknownEvent(event);
  }
}

const closeProposal = (
  state: WalletState,
  adjustmentId: Uuid,
  status: AdjustmentProposal['status'],
): WalletState => ({ ...state, proposals: updateEntry(state.proposals, adjustmentId, { status }) });
