import { type Coins, minus, plus } from '../../kernel/coins.ts';
import { rejectUnknownEvent } from '../../kernel/decider.ts';
import type { AccountId, Uuid } from '../../kernel/ids.ts';
import { emptyMap, entryOf, type LayeredMap, withEntry } from '../../kernel/layered-map.ts';
import type { WithdrawalKind } from '../commands.ts';
import type { Proposal, ProposalStatus } from '../proposals.ts';
import type { PaymentEvent } from './events.ts';

/** Money in suspense that the provider took back. */
export interface SuspenseWithdrawal {
  readonly withdrawalId: Uuid;
  readonly kind: WithdrawalKind;
  readonly amount: Coins;
  readonly reversed: boolean;
}

/** A proposal of staff whose the payment is. */
export interface RememberedIdentification extends Proposal {
  readonly accountId: AccountId;
}

/**
 * Whose a payment is. STARTED and IDENTIFIED are final: the wallet of the account has or will get its coins, in the one
 * case out of the provider's clearing, in the other out of the suspense.
 */
export interface PaymentState {
  readonly status: 'NONE' | 'STARTED' | 'SUSPENDED' | 'IDENTIFIED';
  readonly purchaseId: Uuid;
  readonly accountId: AccountId;
  readonly amount: Coins;
  /** What the provider has taken back out of the suspense. */
  readonly withdrawn: Coins;
  /** By the provider's id of the refund or dispute. */
  readonly withdrawals: LayeredMap<SuspenseWithdrawal>;
  /** By adjustment. */
  readonly identifications: LayeredMap<RememberedIdentification>;
  /** The adjustment that waits for another member of staff; there is at most one. */
  readonly openIdentification: Uuid | null;
}

export const noPayment: PaymentState = {
  status: 'NONE',
  purchaseId: '',
  accountId: '',
  amount: 0,
  withdrawn: 0,
  withdrawals: emptyMap,
  identifications: emptyMap,
  openIdentification: null,
};

function decided(state: PaymentState, adjustmentId: Uuid, status: ProposalStatus): PaymentState {
  const known = entryOf(state.identifications, adjustmentId);
  if (!known) return state;
  const identifications = withEntry(state.identifications, adjustmentId, { ...known, status });
  return { ...state, identifications, openIdentification: null };
}

export function evolve(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'PaymentStarted': {
      const { purchaseId, accountId, amount } = event.data;
      return { ...state, status: 'STARTED', purchaseId, accountId, amount };
    }
    case 'UnknownPaymentReceived':
      return { ...state, status: 'SUSPENDED', amount: event.data.amount };
    case 'IdentificationProposed': {
      const { adjustmentId, accountId, proposedBy } = event.data;
      const proposal = { accountId, proposedBy, status: 'OPEN' } as const;
      const identifications = withEntry(state.identifications, adjustmentId, proposal);
      return { ...state, identifications, openIdentification: adjustmentId };
    }
    case 'IdentificationDeclined':
      return decided(state, event.data.adjustmentId, 'DECLINED');
    case 'UnknownPaymentIdentified': {
      const { purchaseId, accountId, adjustmentId } = event.data;
      const identified = { ...state, status: 'IDENTIFIED', purchaseId, accountId } as const;
      return adjustmentId ? decided(identified, adjustmentId, 'APPROVED') : identified;
    }
    case 'UnknownPaymentWithdrawn': {
      const { withdrawalId, kind, providerId, amount } = event.data;
      const withdrawal = { withdrawalId, kind, amount, reversed: false };
      return {
        ...state,
        withdrawn: plus(state.withdrawn, amount),
        withdrawals: withEntry(state.withdrawals, providerId, withdrawal),
      };
    }
    case 'UnknownPaymentReinstated': {
      const { providerId, amount } = event.data;
      const known = entryOf(state.withdrawals, providerId);
      if (!known) return state;
      return {
        ...state,
        withdrawn: minus(state.withdrawn, amount),
        withdrawals: withEntry(state.withdrawals, providerId, { ...known, reversed: true }),
      };
    }
    default:
      return rejectUnknownEvent(event);
  }
}
