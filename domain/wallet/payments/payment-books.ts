import type { CommandContext, Handler } from '../../handle.ts';
import type { Rejection } from '../../kernel/decider.ts';
import { type AccountId, type CrowdfundingId, deriveId, type Instant, type Uuid } from '../../kernel/ids.ts';
import { getEntry } from '../../kernel/persistent-map.ts';
import type { IdSource } from '../../ports/clock.ts';
import type { Payment } from '../../ports/payments.ts';
import type { AppendSummary } from '../../ports/read-models.ts';
import type { DonationTarget } from '../commands.ts';
import { walletDecider } from '../decide.ts';
import type { WalletEvent } from '../events.ts';
import type { WalletState } from '../state.ts';
import { findSuspenseBookings, findWalletBookings, sumWithdrawn, type WalletBooking } from './bookings.ts';
import { paymentDecider } from './decide.ts';
import { findDonationOutcome } from './planned-donation.ts';
import type { PaymentState } from './state.ts';

const CREDIT_EVENT_TYPES: readonly WalletEvent['type'][] = ['CoinsPurchased'];
const DONATION_EVENT_TYPES: readonly WalletEvent['type'][] = ['CoinsDonated', 'PlannedDonationRefused'];

/** Returns the credit of a booked payment and the outcome of its donation. Callers use them to wait for read models. */
export const getCreditSummary = (
  { donation }: Pick<PaymentState, 'donation'>,
  { position }: Pick<AppendSummary, 'position'>,
): AppendSummary => ({
  eventTypes: [...CREDIT_EVENT_TYPES, ...(donation ? DONATION_EVENT_TYPES : [])],
  position,
});

/** Command context without a command id, because each booking is a separate command. */
export type BookingContext = Omit<CommandContext, 'commandId'>;

/**
 * Result of a booking:
 * - `credited`: the coins are in the account's wallet
 * - `unpaid`: no money has been received
 * - `suspended`: the money is held in suspense
 * - `unknown`: no account started the payment; retry, then call `bookUnknown`
 * - `foreign`: the currency is not the euro; see `isRepaymentDue`
 */
export type BookingResult =
  | ({ readonly outcome: 'credited'; readonly accountId: AccountId } & AppendSummary)
  | { readonly outcome: 'unpaid' | 'suspended' | 'unknown' | 'foreign' };

/** Books payments based on their state at the provider. */
export interface PaymentBooks {
  /**
   * Appends the missing bookings of a payment. Called by the webhook worker, the result page and the periodic sweep.
   * Calls can be concurrent, repeated or interrupted; each booking is made only once.
   */
  readonly book: (payment: Payment, context: BookingContext) => Promise<BookingResult>;
  /** Like `book`, but books a payment to suspense if no account has started it. */
  readonly bookUnknown: (payment: Payment, context: BookingContext) => Promise<BookingResult>;
}

/** Thrown when a booking is rejected although all its conditions are met, which indicates a defect. */
export class BookingRefused extends Error {
  constructor(paymentId: string, { code, message }: Rejection) {
    super(`the booking of payment ${paymentId} was refused: ${code}: ${message}`);
    this.name = 'BookingRefused';
  }
}

const EURO_CURRENCY = 'eur';

/**
 * Returns whether money of a payment in another currency than the euro is still held. Staff must pay it back at the
 * provider.
 */
export const isRepaymentDue = (payment: Payment): boolean =>
  payment.currency !== EURO_CURRENCY && payment.amountReceived > sumWithdrawn(payment);

/**
 * Creates the payment books.
 * @param isAccount returns whether the id from a payment's metadata was ever registered as an account
 * @param findTarget returns the campaign that an account wants to donate to, at an instant
 */
export function createPaymentBooks({
  handler,
  ids,
  isAccount,
  findTarget,
}: {
  readonly handler: Handler;
  readonly ids: IdSource;
  readonly isAccount: (id: AccountId) => Promise<boolean>;
  readonly findTarget: (
    donorId: AccountId,
    crowdfundingId: CrowdfundingId,
    at: Instant,
  ) => Promise<DonationTarget>;
}): PaymentBooks {
  /**
   * Returns a payment's state. If the request that started the payment was interrupted and `StartPayment` was never
   * handled, assigns the payment to the account in its metadata.
   *
   * The payment stays unassigned if that account does not exist in this log, because it belongs to another installation
   * or is newer than a restored backup. It also stays unassigned while no money has been received, because its start,
   * including a planned donation, can still be recorded.
   */
  async function loadOrStartPayment(payment: Payment, context: BookingContext): Promise<PaymentState> {
    const { state } = await handler.load(paymentDecider, payment.id);
    if (state.status !== 'NONE' || payment.accountId === null || payment.amountReceived === 0) return state;
    if (!(await isAccount(payment.accountId))) return state;
    const startResult = await handler.handle(
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
    return startResult.accepted ? startResult.state : (await handler.load(paymentDecider, payment.id)).state;
  }

  /**
   * Makes the donation planned with a credited payment, or records its refusal. Returns null if nothing is left to do.
   * The donation and its refusal must have different command ids. Otherwise, the log would treat a refusal as a
   * repetition of a donation appended by another process.
   */
  async function makeDonation(
    { id: paymentId }: Payment,
    { accountId, donation }: PaymentState,
    wallet: WalletState,
    context: BookingContext,
  ): Promise<AppendSummary | null> {
    if (!donation || findDonationOutcome(wallet, donation.donationId)) return null;
    const { donationId, crowdfundingId, amount, anonymous = false } = donation;
    const target = await findTarget(accountId, crowdfundingId, context.occurredAt);
    const donationCommand = {
      type: 'MakePlannedDonation',
      accountId,
      donationId,
      amount,
      target,
      anonymous,
    } as const;
    const donationResult = await handler.handle(walletDecider, accountId, donationCommand, {
      ...context,
      commandId: donationId,
    });
    if (donationResult.accepted) return donationResult;
    const { code } = donationResult.rejection;
    const refuseCommand = {
      type: 'RefusePlannedDonation',
      accountId,
      donationId,
      crowdfundingId,
      amount,
      code,
    } as const;
    const refusalContext = { ...context, commandId: deriveId(donationId, 1) };
    const refusalResult = await handler.handle(walletDecider, accountId, refuseCommand, refusalContext);
    if (!refusalResult.accepted) throw new BookingRefused(paymentId, refusalResult.rejection);
    return refusalResult;
  }

  async function bookInWallet(payment: Payment, paymentState: PaymentState, context: BookingContext) {
    const { accountId } = paymentState;
    const loaded = await handler.load(walletDecider, accountId);
    let appendSummary = getCreditSummary(paymentState, loaded);
    const bookings = findWalletBookings(payment, paymentState, loaded.state, ids.next);
    for (const booking of bookings) {
      const commandContext = { ...context, commandId: getBookingId(booking) };
      const result = await handler.handle(walletDecider, accountId, booking, commandContext);
      if (!result.accepted) throw new BookingRefused(payment.id, result.rejection);
      const { eventTypes, position } = result;
      appendSummary = { eventTypes: [...appendSummary.eventTypes, ...eventTypes], position };
    }
    const { state } = await handler.load(walletDecider, accountId);
    if (getEntry(state.purchases, payment.id) === undefined) return { outcome: 'unpaid' } as const;
    const donationResult = await makeDonation(payment, paymentState, state, context);
    if (donationResult) appendSummary = { ...appendSummary, position: donationResult.position };
    return { outcome: 'credited', accountId, ...appendSummary } as const;
  }

  /** Continues in the wallet if staff identify the payment in the meantime. */
  async function bookInSuspense(payment: Payment, paymentState: PaymentState, context: BookingContext) {
    for (const booking of findSuspenseBookings(payment, paymentState, ids.next)) {
      const commandContext = { ...context, commandId: ids.next() };
      const result = await handler.handle(paymentDecider, payment.id, booking, commandContext);
      if (result.accepted) continue;
      const { state } = await handler.load(paymentDecider, payment.id);
      if (state.status === 'SUSPENDED') throw new BookingRefused(payment.id, result.rejection);
      return bookInWallet(payment, state, context);
    }
    return { outcome: 'suspended' } as const;
  }

  async function book(payment: Payment, context: BookingContext): Promise<BookingResult> {
    if (payment.currency !== EURO_CURRENCY) return { outcome: 'foreign' };
    const paymentState = await loadOrStartPayment(payment, context);
    if (paymentState.status === 'SUSPENDED') return bookInSuspense(payment, paymentState, context);
    if (paymentState.status !== 'NONE') return bookInWallet(payment, paymentState, context);
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

/** Returns the booking's id. It is used as the command id, so the event gets the same id. */
function getBookingId(booking: WalletBooking): Uuid {
  switch (booking.type) {
    case 'PurchaseCoins':
      return booking.purchaseId;
    case 'WithdrawPurchase':
      return booking.withdrawalId;
    case 'ReinstatePurchase':
      return booking.reversalId;
  }
}
