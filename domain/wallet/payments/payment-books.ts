import type { CommandContext, Handler } from '../../handle.ts';
import type { Rejection } from '../../kernel/decider.ts';
import type { Position } from '../../kernel/event.ts';
import type { AccountId, Uuid } from '../../kernel/ids.ts';
import { entryOf } from '../../kernel/layered-map.ts';
import type { IdSource } from '../../ports/clock.ts';
import type { Payment } from '../../ports/payments.ts';
import { walletDecider } from '../decide.ts';
import { suspenseBookings, type WalletBooking, walletBookings } from './bookings.ts';
import { paymentDecider } from './decide.ts';
import type { PaymentState } from './state.ts';

/** Who asks, and in which connection; each booking becomes a command of its own. */
export type BookingContext = Omit<CommandContext, 'commandId'>;

/**
 * What came of booking a payment: it is in the wallet of its account, or waits for the buyer's money, or lies in
 * suspense; nobody knows whose it is (try again, then `bookUnknown`); or it is no euro and staff must look at it.
 */
export type Booked =
  | { readonly outcome: 'credited'; readonly accountId: AccountId; readonly position: Position }
  | { readonly outcome: 'unpaid' | 'suspended' | 'unknown' | 'foreign' };

/** Brings the books up to what the provider says of a payment. */
export interface PaymentBooks {
  /**
   * Books all that the books lack. Webhook, result page and sweep all end here; any number of them may do so at once and
   * break off anywhere, and each booking is made once.
   */
  readonly book: (payment: Payment, context: BookingContext) => Promise<Booked>;
  /** Books money that still nobody started a payment for into suspense; one that has become known is booked as such. */
  readonly bookUnknown: (payment: Payment, context: BookingContext) => Promise<Booked>;
}

/** The books refused what they cannot refuse: a defect that somebody must look at. */
export class BookingRefused extends Error {
  constructor(paymentId: string, { code, message }: Rejection) {
    super(`the booking of payment ${paymentId} was refused: ${code}: ${message}`);
    this.name = 'BookingRefused';
  }
}

const EURO = 'eur';

/** @param isAccount whether somebody ever registered here under the id that a payment names */
export function createPaymentBooks({
  handler,
  ids,
  isAccount,
}: {
  readonly handler: Handler;
  readonly ids: IdSource;
  readonly isAccount: (id: AccountId) => Promise<boolean>;
}): PaymentBooks {
  /**
   * Whose payment it is; asks the payment's own metadata when the one who started it broke off before saying so. They
   * may name an account of another installation, or one that a restored backup does not hold: that is nobody here.
   */
  async function ownerOf(payment: Payment, context: BookingContext): Promise<PaymentState> {
    const { state } = await handler.load(paymentDecider, payment.id);
    if (state.status !== 'NONE' || payment.accountId === null) return state;
    if (!(await isAccount(payment.accountId))) return state;
    const started = await handler.handle(
      paymentDecider,
      payment.id,
      {
        type: 'StartPayment',
        paymentId: payment.id,
        purchaseId: ids.next(),
        accountId: payment.accountId,
        amount: payment.amount,
      },
      { ...context, commandId: ids.next() },
    );
    return started.accepted ? started.state : (await handler.load(paymentDecider, payment.id)).state;
  }

  async function bookInWallet(payment: Payment, known: PaymentState, context: BookingContext) {
    const { accountId } = known;
    const loaded = await handler.load(walletDecider, accountId);
    let position = loaded.position;
    const bookings = walletBookings(payment, known, loaded.state, ids.next);
    for (const booking of bookings) {
      const commandContext = { ...context, commandId: idOf(booking) };
      const handled = await handler.handle(walletDecider, accountId, booking, commandContext);
      if (!handled.accepted) throw new BookingRefused(payment.id, handled.rejection);
      position = handled.position;
    }
    const { state } = await handler.load(walletDecider, accountId);
    if (entryOf(state.purchases, payment.id) === undefined) return { outcome: 'unpaid' } as const;
    return { outcome: 'credited', accountId, position } as const;
  }

  /** Staff may identify the payment meanwhile: from then on it is the wallet that the bookings concern. */
  async function bookInSuspense(payment: Payment, known: PaymentState, context: BookingContext) {
    for (const booking of suspenseBookings(payment, known, ids.next)) {
      const commandContext = { ...context, commandId: ids.next() };
      const handled = await handler.handle(paymentDecider, payment.id, booking, commandContext);
      if (handled.accepted) continue;
      const { state } = await handler.load(paymentDecider, payment.id);
      if (state.status === 'SUSPENDED') throw new BookingRefused(payment.id, handled.rejection);
      return bookInWallet(payment, state, context);
    }
    return { outcome: 'suspended' } as const;
  }

  async function book(payment: Payment, context: BookingContext): Promise<Booked> {
    if (payment.currency !== EURO) return { outcome: 'foreign' };
    const known = await ownerOf(payment, context);
    if (known.status === 'SUSPENDED') return bookInSuspense(payment, known, context);
    if (known.status !== 'NONE') return bookInWallet(payment, known, context);
    return { outcome: payment.amountReceived === 0 ? 'unpaid' : 'unknown' };
  }

  return {
    book,
    bookUnknown: async (payment, context) => {
      const first = await book(payment, context);
      if (first.outcome !== 'unknown') return first;
      const suspenseId = ids.next();
      await handler.handle(
        paymentDecider,
        payment.id,
        { type: 'BookUnknownPayment', paymentId: payment.id, suspenseId, amount: payment.amountReceived },
        { ...context, commandId: suspenseId },
      );
      return book(payment, context);
    },
  };
}

/** Each booking's own id, so that its event bears it too. */
function idOf(booking: WalletBooking): Uuid {
  switch (booking.type) {
    case 'PurchaseCoins':
      return booking.purchaseId;
    case 'WithdrawPurchase':
      return booking.withdrawalId;
    case 'ReinstatePurchase':
      return booking.reversalId;
  }
}
