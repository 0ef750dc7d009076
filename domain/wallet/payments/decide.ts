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
import { entryOf } from '../../kernel/layered-map.ts';
import { impossibleAmount, notInSuspense } from '../refusals.ts';
import { purchaseProblem } from '../rules.ts';
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
  if (state.status === 'SUSPENDED')
    return refuse('PAYMENT_IN_SUSPENSE', 'The payment is held in suspense until staff identify it.');
  if (state.status !== 'NONE')
    return state.accountId === accountId
      ? nothingToDo
      : forbid('PAYMENT_OF_ANOTHER', 'The payment belongs to another account.');
  const problem = purchaseProblem(amount);
  if (problem) return refuse('INVALID_AMOUNT', problem);
  return accept({ type: 'PaymentStarted', data: { paymentId, purchaseId, accountId, amount } });
}

function bookUnknown(
  { paymentId, suspenseId, amount }: BookUnknownPayment,
  state: PaymentState,
): PaymentDecision {
  if (state.status === 'STARTED')
    return refuse('PAYMENT_KNOWN', 'The payment belongs to the account that started it.');
  if (state.status !== 'NONE') return nothingToDo;
  if (!isPositiveCoins(amount)) return impossibleAmount;
  return accept({ type: 'UnknownPaymentReceived', data: { paymentId, suspenseId, amount } });
}

function withdraw(command: WithdrawUnknownPayment, state: PaymentState): PaymentDecision {
  const { paymentId, withdrawalId, kind, providerId, amount } = command;
  if (entryOf(state.withdrawals, providerId)) return nothingToDo;
  if (state.status !== 'SUSPENDED') return notInSuspense;
  if (!isPositiveCoins(amount)) return impossibleAmount;
  return accept({
    type: 'UnknownPaymentWithdrawn',
    data: { paymentId, withdrawalId, kind, providerId, amount },
  });
}

function reinstate(
  { paymentId, reversalId, providerId }: ReinstateUnknownPayment,
  state: PaymentState,
): PaymentDecision {
  const withdrawal = entryOf(state.withdrawals, providerId);
  if (!withdrawal)
    return notFound('WITHDRAWAL_NOT_FOUND', 'The provider has taken nothing back under this id.');
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

/** The rules of one payment at the provider: whose it is, decided once. */
export const paymentDecider: Decider<PaymentState, PaymentCommand, PaymentEvent> = {
  category: 'payment',
  initial: noPayment,
  evolve,
  decide,
};
