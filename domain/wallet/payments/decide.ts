import { isPositiveCoins } from '../../kernel/coins.ts';
import {
  accept,
  type Decider,
  type Decision,
  forbid,
  notFound,
  nothingToDo,
  refuse,
} from '../../kernel/decider.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import {
  amountNotPositive,
  missingWithdrawal,
  paymentInSuspense,
  paymentKnown,
  paymentNotInSuspense,
  paymentOfAnother,
  purchaseProblem,
} from '../rules.ts';
import type {
  BookUnknownPayment,
  PaymentCommand,
  ReinstateUnknownPayment,
  StartPayment,
  WithdrawUnknownPayment,
} from './commands.ts';
import type { PaymentEvent } from './events.ts';
import { decideIdentification } from './identification.ts';
import { evolve, noPayment, type PaymentState } from './state.ts';

type PaymentDecision = Decision<PaymentEvent>;

function start(
  { paymentId, purchaseId, accountId, amount }: StartPayment,
  state: PaymentState,
): PaymentDecision {
  if (state.status === 'SUSPENDED') return refuse(paymentInSuspense);
  if (state.status !== 'NONE') return state.accountId === accountId ? nothingToDo : forbid(paymentOfAnother);
  const problem = purchaseProblem(amount);
  if (problem) return refuse(problem);
  return accept({ type: 'PaymentStarted', data: { paymentId, purchaseId, accountId, amount } });
}

function bookUnknown(
  { paymentId, suspenseId, amount }: BookUnknownPayment,
  state: PaymentState,
): PaymentDecision {
  if (state.status === 'STARTED') return refuse(paymentKnown);
  if (state.status !== 'NONE') return nothingToDo;
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({ type: 'UnknownPaymentReceived', data: { paymentId, suspenseId, amount } });
}

function withdraw(command: WithdrawUnknownPayment, state: PaymentState): PaymentDecision {
  const { paymentId, withdrawalId, kind, providerId, amount } = command;
  if (getEntry(state.withdrawals, providerId)) return nothingToDo;
  if (state.status !== 'SUSPENDED') return refuse(paymentNotInSuspense);
  if (!isPositiveCoins(amount)) return refuse(amountNotPositive);
  return accept({
    type: 'UnknownPaymentWithdrawn',
    data: { paymentId, withdrawalId, kind, providerId, amount },
  });
}

function reinstate(
  { paymentId, reversalId, providerId }: ReinstateUnknownPayment,
  state: PaymentState,
): PaymentDecision {
  const withdrawal = getEntry(state.withdrawals, providerId);
  if (!withdrawal) return notFound(missingWithdrawal);
  if (withdrawal.reversed) return nothingToDo;
  const { withdrawalId, kind, amount } = withdrawal;
  return accept({
    type: 'UnknownPaymentReinstated',
    data: { paymentId, reversalId, withdrawalId, kind, providerId, amount },
  });
}

function decide(command: PaymentCommand, state: PaymentState): PaymentDecision {
  switch (command.type) {
    case 'StartPayment':
      return start(command, state);
    case 'BookUnknownPayment':
      return bookUnknown(command, state);
    case 'WithdrawUnknownPayment':
      return withdraw(command, state);
    case 'ReinstateUnknownPayment':
      return reinstate(command, state);
    default:
      return decideIdentification(command, state);
  }
}

/** Decider of payments. The owner of a payment is decided once. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: noPayment,
  evolve,
  decide,
};
