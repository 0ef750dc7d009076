import { type Coins, minus, plus } from '../kernel/coins.ts';
import { rejectUnknownEvent } from '../kernel/decider.ts';
import type { CrowdfundingId, PaymentId, Uuid } from '../kernel/ids.ts';
import { emptyMap, getEntry, type PersistentMap, withEntry } from '../kernel/persistent-map.ts';
import type { WithdrawalKind } from './commands.ts';
import type { ProposalKind, WalletEvent } from './events.ts';
import type { Proposal } from './proposals.ts';

/** A donation in the state of its wallet. */
export interface RememberedDonation {
  readonly crowdfundingId: CrowdfundingId;
  readonly amount: Coins;
  readonly refunded: boolean;
}

/** Money withdrawn by the provider. `owed` is the part that exceeded the balance. */
export interface RememberedWithdrawal {
  readonly withdrawalId: Uuid;
  readonly paymentId: PaymentId;
  readonly kind: WithdrawalKind;
  readonly amount: Coins;
  readonly owed: Coins;
  readonly reversed: boolean;
}

/** An adjustment proposed by staff. */
export interface RememberedProposal extends Proposal {
  readonly kind: ProposalKind;
  readonly amount: Coins;
}

/**
 * State of a wallet stream. Every command that may be repeated is kept permanently under its deduplication
 * id, in persistent maps that stay fast as they grow. `balance` and `owed` are never both positive.
 */
export interface WalletState {
  readonly balance: Coins;
  readonly owed: Coins;
  readonly writtenOff: Coins;
  /** By donation id. */
  readonly donations: PersistentMap<RememberedDonation>;
  /** Credited coins, by payment id. */
  readonly purchases: PersistentMap<Coins>;
  /** By the provider's id of the refund or dispute. */
  readonly withdrawals: PersistentMap<RememberedWithdrawal>;
  /** Received coins, by crowdfunding id. */
  readonly releases: PersistentMap<Coins>;
  /** By adjustment id. */
  readonly proposals: PersistentMap<RememberedProposal>;
}

export const emptyWallet: WalletState = {
  balance: 0,
  owed: 0,
  writtenOff: 0,
  donations: emptyMap,
  purchases: emptyMap,
  withdrawals: emptyMap,
  releases: emptyMap,
  proposals: emptyMap,
};

function credited(state: WalletState, { amount, repaid }: { amount: Coins; repaid: Coins }): WalletState {
  return {
    ...state,
    balance: plus(state.balance, minus(amount, repaid)),
    owed: minus(state.owed, repaid),
  };
}

function withdrawn(
  state: WalletState,
  kind: WithdrawalKind,
  data: Extract<WalletEvent, { type: 'PurchaseRefunded' | 'PurchaseChargedBack' }>['data'],
): WalletState {
  const { withdrawalId, paymentId, providerId, amount, owed } = data;
  const withdrawal = { withdrawalId, paymentId, kind, amount, owed, reversed: false };
  return {
    ...state,
    balance: minus(state.balance, minus(amount, owed)),
    owed: plus(state.owed, owed),
    withdrawals: withEntry(state.withdrawals, providerId, withdrawal),
  };
}

function reinstated(
  state: WalletState,
  data: Extract<WalletEvent, { type: 'PurchaseRefundReversed' | 'ChargebackReversed' }>['data'],
): WalletState {
  const { providerId, amount, repaid, recovered } = data;
  const after = credited(state, { amount: minus(amount, recovered), repaid });
  return {
    ...after,
    writtenOff: minus(after.writtenOff, recovered),
    withdrawals: updated(after.withdrawals, providerId, { reversed: true }),
  };
}

/** Changes fields of an entry. Returns the map unchanged if the key is missing. */
function updated<Value extends object>(
  map: PersistentMap<Value>,
  key: string,
  changes: Partial<Value>,
): PersistentMap<Value> {
  const known = getEntry(map, key);
  return known === undefined ? map : withEntry(map, key, { ...known, ...changes });
}

export function evolve(state: WalletState, event: WalletEvent): WalletState {
  switch (event.type) {
    case 'CoinsPurchased': {
      const { paymentId, amount } = event.data;
      const purchases = withEntry(state.purchases, paymentId, amount);
      return { ...credited(state, event.data), purchases };
    }
    case 'CoinsDonated': {
      const { donationId, crowdfundingId, amount } = event.data;
      const donation = { crowdfundingId, amount, refunded: false };
      const donations = withEntry(state.donations, donationId, donation);
      return { ...state, balance: minus(state.balance, amount), donations };
    }
    case 'DonationRefunded': {
      const donations = updated(state.donations, event.data.donationId, { refunded: true });
      return { ...credited(state, event.data), donations };
    }
    case 'CampaignFundsReceived': {
      const { crowdfundingId, amount } = event.data;
      const releases = withEntry(state.releases, crowdfundingId, amount);
      return { ...credited(state, event.data), releases };
    }
    case 'PurchaseRefunded':
      return withdrawn(state, 'refund', event.data);
    case 'PurchaseChargedBack':
      return withdrawn(state, 'chargeback', event.data);
    case 'PurchaseRefundReversed':
    case 'ChargebackReversed':
      return reinstated(state, event.data);
    case 'AdjustmentProposed': {
      const { adjustmentId, kind, amount, proposedBy } = event.data;
      const proposal = { kind, amount, proposedBy, status: 'OPEN' } as const;
      return { ...state, proposals: withEntry(state.proposals, adjustmentId, proposal) };
    }
    case 'AdjustmentDeclined':
      return closed(state, event.data.adjustmentId, 'DECLINED');
    case 'BalanceAdjusted': {
      const after = closed(state, event.data.adjustmentId, 'APPROVED');
      const { direction, amount } = event.data;
      if (direction === 'CREDIT') return credited(after, event.data);
      return { ...after, balance: minus(after.balance, amount) };
    }
    case 'ReceivableWrittenOff': {
      const after = closed(state, event.data.adjustmentId, 'APPROVED');
      const { amount } = event.data;
      return { ...after, owed: minus(after.owed, amount), writtenOff: plus(after.writtenOff, amount) };
    }
    default:
      return rejectUnknownEvent(event);
  }
}

const closed = (
  state: WalletState,
  adjustmentId: Uuid,
  status: RememberedProposal['status'],
): WalletState => ({ ...state, proposals: updated(state.proposals, adjustmentId, { status }) });
