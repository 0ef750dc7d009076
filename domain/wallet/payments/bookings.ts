import type { OfType } from '../../kernel/event.ts';
import type { Uuid } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import type { Payment } from '../../ports/payments.ts';
import type { WalletCommand, WithdrawalKind } from '../commands.ts';
import type { WalletState } from '../state.ts';
import type { PaymentCommand } from './commands.ts';
import type { PaymentState } from './state.ts';

/** Money withdrawn by a refund or a dispute. */
interface Withdrawal {
  readonly providerId: string;
  readonly kind: WithdrawalKind;
  readonly amount: number;
  /** Whether the withdrawn money has returned to the provider. */
  readonly isReversed: boolean;
}

const toWithdrawals = ({ refunds, disputes }: Payment): readonly Withdrawal[] => [
  ...refunds.map(({ id: providerId, amount, state }) => {
    return { providerId, kind: 'refund', amount, isReversed: state === 'failed' } as const;
  }),
  ...disputes.map(({ id: providerId, amount, state }) => {
    return { providerId, kind: 'chargeback', amount, isReversed: state === 'won' } as const;
  }),
];

/** Returns how much of a payment refunds and disputes have withdrawn. */
export const sumWithdrawn = ({ amountRefunded, disputes }: Payment): number =>
  disputes.filter(({ state }) => state !== 'won').reduce((sum, { amount }) => sum + amount, amountRefunded);

/** Finds unbooked withdrawals and reversals. Skips withdrawals that were reversed before being booked. */
function findMissing(
  payment: Payment,
  findBooking: (providerId: string) => { readonly isReversed: boolean } | undefined,
): { readonly withdrawn: readonly Withdrawal[]; readonly reinstated: readonly Withdrawal[] } {
  const all = toWithdrawals(payment);
  return {
    withdrawn: all.filter(({ providerId, isReversed }) => !isReversed && !findBooking(providerId)),
    reinstated: all.filter(
      ({ providerId, isReversed }) => isReversed && findBooking(providerId)?.isReversed === false,
    ),
  };
}

/** A command for the wallet of a payment's owner. */
export type WalletBooking = OfType<WalletCommand, 'PurchaseCoins' | 'WithdrawPurchase' | 'ReinstatePurchase'>;

/**
 * Returns a payment's bookings that are missing from the wallet, in order: the credit, then withdrawals and reversals.
 * Returns none if the wallet is complete, so repeated calls book a payment only once.
 * @param newId creates an id for each booking
 */
export function findWalletBookings(
  payment: Payment,
  { status, purchaseId, accountId }: PaymentState,
  wallet: WalletState,
  newId: () => Uuid,
): readonly WalletBooking[] {
  const { id: paymentId, amountReceived: amount } = payment;
  if (amount === 0) return [];
  const source = status === 'IDENTIFIED' ? 'suspense' : 'clearing';
  const credit = { type: 'PurchaseCoins', accountId, purchaseId, paymentId, amount, source } as const;
  const isCredited = getEntry(wallet.purchases, paymentId) !== undefined;
  const { withdrawn, reinstated } = findMissing(payment, (id) => getEntry(wallet.withdrawals, id));
  return [
    ...(isCredited ? [] : [credit]),
    ...withdrawn.map(({ providerId, kind, amount }) => {
      const withdrawalId = newId();
      return {
        type: 'WithdrawPurchase',
        accountId,
        withdrawalId,
        kind,
        paymentId,
        providerId,
        amount,
      } as const;
    }),
    ...reinstated.map(({ providerId }) => {
      return { type: 'ReinstatePurchase', accountId, reversalId: newId(), providerId } as const;
    }),
  ];
}

/** A command for the stream of a payment held in suspense. */
type SuspenseBooking = OfType<PaymentCommand, 'WithdrawUnknownPayment' | 'ReinstateUnknownPayment'>;

/** Returns a suspense payment's withdrawals and reversals that are not booked yet. */
export function findSuspenseBookings(
  payment: Payment,
  { withdrawals }: PaymentState,
  newId: () => Uuid,
): readonly SuspenseBooking[] {
  const { id: paymentId } = payment;
  const { withdrawn, reinstated } = findMissing(payment, (id) => getEntry(withdrawals, id));
  return [
    ...withdrawn.map(({ providerId, kind, amount }) => {
      const withdrawalId = newId();
      return { type: 'WithdrawUnknownPayment', paymentId, withdrawalId, kind, providerId, amount } as const;
    }),
    ...reinstated.map(({ providerId }) => {
      return { type: 'ReinstateUnknownPayment', paymentId, reversalId: newId(), providerId } as const;
    }),
  ];
}
