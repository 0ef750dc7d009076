import type { Uuid } from '../../kernel/ids.ts';
import { entryOf } from '../../kernel/layered-map.ts';
import type { Payment } from '../../ports/payments.ts';
import type { PurchaseCoins, ReinstatePurchase, WithdrawalKind, WithdrawPurchase } from '../commands.ts';
import type { WalletState } from '../state.ts';
import type { ReinstateUnknownPayment, WithdrawUnknownPayment } from './commands.ts';
import type { PaymentState } from './state.ts';

/** Money that went back, whichever way: a refund or a dispute. */
interface Withdrawal {
  readonly providerId: string;
  readonly kind: WithdrawalKind;
  readonly amount: number;
  /** Whether the provider has the money again. */
  readonly reversed: boolean;
}

const withdrawalsOf = ({ refunds, disputes }: Payment): readonly Withdrawal[] => [
  ...refunds.map(
    ({ id, amount, state }): Withdrawal => ({
      providerId: id,
      kind: 'refund',
      amount,
      reversed: state === 'failed',
    }),
  ),
  ...disputes.map(
    ({ id, amount, state }): Withdrawal => ({
      providerId: id,
      kind: 'chargeback',
      amount,
      reversed: state === 'won',
    }),
  ),
];

/** What the books lack of withdrawals. One that came and went unseen is left out. */
function missing(
  payment: Payment,
  booked: (providerId: string) => { readonly reversed: boolean } | undefined,
): { readonly withdrawn: readonly Withdrawal[]; readonly reinstated: readonly Withdrawal[] } {
  const all = withdrawalsOf(payment);
  return {
    withdrawn: all.filter(({ providerId, reversed }) => !reversed && !booked(providerId)),
    reinstated: all.filter(({ providerId, reversed }) => reversed && booked(providerId)?.reversed === false),
  };
}

/** A command for the wallet of the account that a payment belongs to. */
export type WalletBooking = PurchaseCoins | WithdrawPurchase | ReinstatePurchase;

/**
 * What the wallet's books lack of a payment, in order: its credit first, then what the provider took back. Nothing when
 * they are complete, so that whoever asks, and however often, the payment is booked once.
 * @param newId gives each booking its id
 */
export function walletBookings(
  payment: Payment,
  { status, purchaseId, accountId }: PaymentState,
  wallet: WalletState,
  newId: () => Uuid,
): readonly WalletBooking[] {
  const { id: paymentId, amountReceived: amount } = payment;
  if (amount === 0) return [];
  const source = status === 'IDENTIFIED' ? 'suspense' : 'clearing';
  const credit: PurchaseCoins = { type: 'PurchaseCoins', accountId, purchaseId, paymentId, amount, source };
  const credited = entryOf(wallet.purchases, paymentId) !== undefined;
  const { withdrawn, reinstated } = missing(payment, (id) => entryOf(wallet.withdrawals, id));
  return [
    ...(credited ? [] : [credit]),
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

/** A command for the stream of a payment that is held in suspense. */
export type SuspenseBooking = WithdrawUnknownPayment | ReinstateUnknownPayment;

/** What the books lack of a payment in suspense: what the provider took back of it. */
export function suspenseBookings(
  payment: Payment,
  { withdrawals }: PaymentState,
  newId: () => Uuid,
): readonly SuspenseBooking[] {
  const { id: paymentId } = payment;
  const { withdrawn, reinstated } = missing(payment, (id) => entryOf(withdrawals, id));
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
