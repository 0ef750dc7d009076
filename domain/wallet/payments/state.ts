import { addCoins, type Coins, subtractCoins } from '../../kernel/coins.ts';
import { rejectUnknownEvent } from '../../kernel/decider.ts';
import type { AccountId, Uuid } from '../../kernel/ids.ts';
import { emptyMap, getEntry, type PersistentMap, withEntry } from '../../kernel/persistent-map.ts';
import type { WithdrawalKind } from '../commands.ts';
import type { Proposal, ProposalStatus } from '../proposals.ts';
import type { PaymentEvent, PlannedDonation } from './events.ts';

/** Money that the provider has withdrawn from suspense. */
interface SuspenseWithdrawal {
  readonly withdrawalId: Uuid;
  readonly kind: WithdrawalKind;
  readonly amount: Coins;
  readonly isReversed: boolean;
}

/** A payment owner proposed by staff. */
export interface ProposedIdentification extends Proposal {
  readonly accountId: AccountId;
}

/**
 * State of a payment stream. STARTED and IDENTIFIED are final. The account's wallet is credited from the provider's
 * clearing account for STARTED, and from suspense for IDENTIFIED.
 */
export interface PaymentState {
  readonly status: 'NONE' | 'STARTED' | 'SUSPENDED' | 'IDENTIFIED';
  readonly purchaseId: Uuid;
  readonly accountId: AccountId;
  readonly amount: Coins;
  /** Donation to make when the payment is credited. */
  readonly donation: PlannedDonation | null;
  /** Coins that the provider has withdrawn from suspense. */
  readonly withdrawn: Coins;
  /** Withdrawals, by the provider's id of the refund or dispute. */
  readonly withdrawals: PersistentMap<SuspenseWithdrawal>;
  /** Proposed owners, by adjustment id. */
  readonly identifications: PersistentMap<ProposedIdentification>;
  /** Adjustment id of the open proposal, or null. At most one proposal is open. */
  readonly openIdentification: Uuid | null;
}

export const INITIAL_PAYMENT: PaymentState = {
  status: 'NONE',
  purchaseId: '',
  accountId: '',
  amount: 0,
  donation: null,
  withdrawn: 0,
  withdrawals: emptyMap,
  identifications: emptyMap,
  openIdentification: null,
};

function closeIdentification(state: PaymentState, adjustmentId: Uuid, status: ProposalStatus): PaymentState {
  const existingProposal = getEntry(state.identifications, adjustmentId);
  if (!existingProposal) return state;
  const identifications = withEntry(state.identifications, adjustmentId, { ...existingProposal, status });
  return { ...state, identifications, openIdentification: null };
}

/**
 * Applies an event to the state of a payment.
 * @throws UnknownEvent for an event type from a newer code version
 * @throws InvalidAmount when more is reinstated than was withdrawn
 */
export function evolve(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.type) {
    case 'PaymentStarted': {
      const { purchaseId, accountId, amount, donation = null } = event.data;
      return { ...state, status: 'STARTED', purchaseId, accountId, amount, donation };
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
      return closeIdentification(state, event.data.adjustmentId, 'DECLINED');
    case 'UnknownPaymentIdentified': {
      const { purchaseId, accountId, adjustmentId } = event.data;
      const identified = { ...state, status: 'IDENTIFIED', purchaseId, accountId } as const;
      return adjustmentId ? closeIdentification(identified, adjustmentId, 'APPROVED') : identified;
    }
    case 'UnknownPaymentWithdrawn': {
      const { withdrawalId, kind, providerId, amount } = event.data;
      const withdrawal = { withdrawalId, kind, amount, isReversed: false };
      return {
        ...state,
        withdrawn: addCoins(state.withdrawn, amount),
        withdrawals: withEntry(state.withdrawals, providerId, withdrawal),
      };
    }
    case 'UnknownPaymentReinstated': {
      const { providerId, amount } = event.data;
      const existingWithdrawal = getEntry(state.withdrawals, providerId);
      if (!existingWithdrawal) return state;
      return {
        ...state,
        withdrawn: subtractCoins(state.withdrawn, amount),
        withdrawals: withEntry(state.withdrawals, providerId, { ...existingWithdrawal, isReversed: true }),
      };
    }
    default:
      return rejectUnknownEvent(event);
  }
}
