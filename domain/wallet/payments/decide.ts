import { isPositiveCoins } from '../../kernel/coins.ts';
import {
  accept,
  type Decider,
  type Decision,
  forbid,
  noEvents,
  notFound,
  refuse,
} from '../../kernel/decider.ts';
import type { OfType } from '../../kernel/event.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import {
  amountNotPositive,
  checkDonatedAmount,
  checkPurchase,
  paymentInSuspense,
  paymentKnown,
  paymentNotInSuspense,
  paymentOfAnother,
  withdrawalNotFound,
} from '../rules.ts';
import type { PaymentCommand } from './commands.ts';
import type { PaymentEvent } from './events.ts';
import { decideIdentification } from './identification.ts';
import { evolve, INITIAL_PAYMENT, type PaymentState } from './state.ts';

type PaymentDecision = Decision<PaymentEvent>;

function startPayment(
  { paymentId, purchaseId, accountId, amount, donation }: OfType<PaymentCommand, 'StartPayment'>,
  state: PaymentState,
): PaymentDecision {
  if (state.status === 'SUSPENDED') return refuse(paymentInSuspense);
  if (state.status !== 'NONE') return state.accountId === accountId ? noEvents : forbid(paymentOfAnother);
  const problem = checkPurchase(amount) ?? (donation ? checkDonatedAmount(donation.amount) : null);
  if (problem) return refuse(problem);
  return accept({
    type: 'PaymentStarted',
    data: { paymentId, purchaseId, accountId, amount, ...(donation && { donation }) },
  });
}

function bookUnknownPayment(
  { paymentId, suspenseId, amount }: OfType<PaymentCommand, 'BookUnknownPayment'>,
  state: PaymentState,
): PaymentDecision {
  if (state.status === 'STARTED') return refuse(paymentKnown);
  if (state.status !== 'NONE') return noEvents;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({ type: 'UnknownPaymentReceived', data: { paymentId, suspenseId, amount } });
}

function withdrawUnknownPayment(
  command: OfType<PaymentCommand, 'WithdrawUnknownPayment'>,
  state: PaymentState,
): PaymentDecision {
  const { paymentId, withdrawalId, kind, providerId, amount } = command;
  if (getEntry(state.withdrawals, providerId)) return noEvents;
  if (state.status !== 'SUSPENDED') return refuse(paymentNotInSuspense);
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({
    type: 'UnknownPaymentWithdrawn',
    data: { paymentId, withdrawalId, kind, providerId, amount },
  });
}

function reinstateUnknownPayment(
  { paymentId, reversalId, providerId }: OfType<PaymentCommand, 'ReinstateUnknownPayment'>,
  state: PaymentState,
): PaymentDecision {
  const withdrawal = getEntry(state.withdrawals, providerId);
  if (!withdrawal) return notFound(withdrawalNotFound);
  if (withdrawal.isReversed) return noEvents;
  const { withdrawalId, kind, amount } = withdrawal;
  return accept({
    type: 'UnknownPaymentReinstated',
    data: { paymentId, reversalId, withdrawalId, kind, providerId, amount },
  });
}

function decide(command: PaymentCommand, state: PaymentState): PaymentDecision {
  switch (command.type) {
    case 'StartPayment':
      return startPayment(command, state);
    case 'BookUnknownPayment':
      return bookUnknownPayment(command, state);
    case 'WithdrawUnknownPayment':
      return withdrawUnknownPayment(command, state);
    case 'ReinstateUnknownPayment':
      return reinstateUnknownPayment(command, state);
    default:
      return decideIdentification(command, state);
  }
}

/** Decider for payments. A payment's owner is decided once. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: INITIAL_PAYMENT,
  evolve,
  decide,
};
