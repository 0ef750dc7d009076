import { createBookingContext } from '../../application/payment-books.ts';
import { startPurchase } from '../../application/wallet.ts';
import type { ResponseBodyOf } from '../../contract/call.ts';
import * as contract from '../../contract/payments.ts';
import { PROBLEMS } from '../../contract/problem-catalogue.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { PaymentId } from '../../domain/kernel/ids.ts';
import { getEntry } from '../../domain/kernel/persistent-map.ts';
import { IDEMPOTENCY_KEY_TTL_MS } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { getCreditSummary } from '../../domain/wallet/payments/payment-books.ts';
import { findDonationOutcome } from '../../domain/wallet/payments/planned-donation.ts';
import type { PaymentState } from '../../domain/wallet/payments/state.ts';
import type { WalletState } from '../../domain/wallet/state.ts';
import { createForbiddenFailure, createNotFoundFailure, toRejectionFailure } from '../http/failure.ts';
import { createRawBodyReader } from '../http/raw-body.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';

/**
 * A purchase without a stored response starts again after the provider's idempotency key has expired. The first payment
 * cannot be completed, because no client received its client secret.
 */
const PURCHASE_OPTIONS = { renewAfterMs: IDEMPOTENCY_KEY_TTL_MS };

function describeDonation(
  { donation }: PaymentState,
  wallet: WalletState,
): ResponseBodyOf<typeof contract.getPayment>['donation'] {
  if (!donation) return null;
  const { donationId: id, crowdfundingId, amount } = donation;
  const outcome = findDonationOutcome(wallet, id);
  const refusal = outcome?.status === 'refused' && PROBLEMS.get(outcome.code);
  const problem = refusal ? { code: refusal.code, message: refusal.message } : null;
  return { id, crowdfundingId, amount, status: outcome?.status ?? 'planned', problem };
}

/**
 * Returns null unless the payment is credited and its planned donation, if any, was made or refused. Does not call the
 * provider.
 */
function findSettledPayment(
  payment: PaymentState,
  { state, position }: { readonly state: WalletState; readonly position: Position },
  paymentId: PaymentId,
) {
  const amount = getEntry(state.purchases, paymentId);
  const donation = describeDonation(payment, state);
  if (amount === undefined || donation?.status === 'planned') return null;
  return {
    written: getCreditSummary(payment, { position }),
    response: { status: 'succeeded' as const, amount, credited: true, donation },
  };
}

/** Creates the payment routes, with which accounts buy kindracoins by card. */
export function createPaymentRoutes(system: ApiSystem): readonly Route[] {
  const { payments, paymentBooks, privateData, handler, clock, ids } = system;
  const readBody = createRawBodyReader(system.clientAddresses);

  return [
    defineRoute(contract.paymentConfig, async () => payments.config),

    defineRoute(
      contract.createPaymentIntent,
      ({ caller, clientAddress, body, createContext, runIdempotently }) =>
        runIdempotently(async (commandId) => {
          await enforceThrottle(system, caller.id, THROTTLE_RULES.payments);
          await enforceThrottle(system, clientAddress, THROTTLE_RULES.paymentsAddress);
          const purchase = { purchaseId: commandId, ...body };
          const result = await startPurchase(system, caller, purchase, createContext({ commandId }));
          if (!result.accepted) throw toRejectionFailure(result.rejection);
          return result.payment.clientSecret;
        }, PURCHASE_OPTIONS),
    ),

    defineRoute(contract.getPayment, async ({ caller, params, requestId, waitUntilVisible }) => {
      const { paymentIntentId } = params;
      const loadWallet = () => handler.load(walletDecider, caller.id);
      const { state } = await handler.load(paymentDecider, paymentIntentId);
      const settledPayment =
        state.accountId === caller.id && findSettledPayment(state, await loadWallet(), paymentIntentId);
      if (settledPayment) {
        await waitUntilVisible(settledPayment.written);
        return settledPayment.response;
      }
      await enforceThrottle(system, caller.id, THROTTLE_RULES.paymentStatus);
      const payment = await payments.retrieve(paymentIntentId);
      if (!payment) throw createNotFoundFailure(contract.paymentNotFound);
      const buyer = state.status === 'NONE' ? payment.accountId : state.accountId;
      if (buyer !== caller.id) throw createForbiddenFailure();
      const context = createBookingContext(clock.now(), ids.next(), requestId);
      const booking = await paymentBooks.book(payment, context);
      const isCredited = booking.outcome === 'credited';
      if (isCredited) await waitUntilVisible(booking);
      const donation = describeDonation(state, (await loadWallet()).state);
      return { status: payment.status, amount: payment.amount, credited: isCredited, donation };
    }),

    defineRoute(contract.paymentWebhook, async ({ http }) => {
      const parseNotice = payments.verifyWebhook(http.get('Stripe-Signature'));
      const body = await readBody(http);
      const notice = parseNotice(body);
      await privateData.webhooks.save(notice.id, body);
      return { received: true as const };
    }),
  ];
}
