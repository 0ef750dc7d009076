import type { Uuid } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import type { Payment } from '../../ports/payments.ts';
import type { PurchaseCoins, ReinstatePurchase, WithdrawalKind, WithdrawPurchase } from '../commands.ts';
import type { WalletState } from '../state.ts';
import type { ReinstateUnknownPayment, WithdrawUnknownPayment } from './commands.ts';
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
  ...refunds.map(
    ({ id, amount, state }): Withdrawal => ({
      providerId: id,
      kind: 'refund',
      amount,
      isReversed: state === 'failed',
    }),
  ),
  ...disputes.map(
    ({ id, amount, state }): Withdrawal => ({
      providerId: id,
      kind: 'chargeback',
      amount,
      isReversed: state === 'won',
    }),
  ),
];

/**
 * Finds withdrawals and reversals that are not booked yet. Skips withdrawals that were reversed before they were
 * booked.
 */
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
export type WalletBooking = PurchaseCoins | WithdrawPurchase | ReinstatePurchase;

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
  const credit: PurchaseCoins = { type: 'PurchaseCoins', accountId, purchaseId, paymentId, amount, source };
  const isCredited = getEntry(wallet.purchases, paymentId) !== undefined;
  const { withdrawn, reinstated } = findMissing(payment, (id) => getEntry(wallet.withdrawals, id));
  return [
    ...(isCredited ? [] : [credit]),
    ...withdrawn.map(({ providerId, kind, amount }): WithdrawPurchase => {
      const withdrawalId = newId();
      return { type: 'WithdrawPurchase', accountId, withdrawalId, kind, paymentId, providerId, amount };
    }),
    ...reinstated.map(
      ({ providerId }): ReinstatePurchase => ({
        type: 'ReinstatePurchase',
        accountId,
        reversalId: newId(),
        providerId,
      }),
    ),
  ];
}

/** A command for the stream of a payment held in suspense. */
export type SuspenseBooking = WithdrawUnknownPayment | ReinstateUnknownPayment;

/** Returns a suspense payment's withdrawals and reversals that are not booked yet. */
export function findSuspenseBookings(
  payment: Payment,
  { withdrawals }: PaymentState,
  newId: () => Uuid,
): readonly SuspenseBooking[] {
  const { id: paymentId } = payment;
  const { withdrawn, reinstated } = findMissing(payment, (id) => getEntry(withdrawals, id));
  return [
    ...withdrawn.map(({ providerId, kind, amount }): WithdrawUnknownPayment => {
      const withdrawalId = newId();
      return { type: 'WithdrawUnknownPayment', paymentId, withdrawalId, kind, providerId, amount };
    }),
    ...reinstated.map(
      ({ providerId }): ReinstateUnknownPayment => ({
        type: 'ReinstateUnknownPayment',
        paymentId,
        reversalId: newId(),
        providerId,
      }),
    ),
  ];
}
