import { startPurchase } from '../../application/wallet.ts';
import * as contract from '../../contract/payments.ts';
import { paymentNotFound } from '../../contract/payments.ts';
import type { Handler } from '../../domain/handle.ts';
import type { AccountId, PaymentId } from '../../domain/kernel/ids.ts';
import { getEntry } from '../../domain/kernel/persistent-map.ts';
import { IDEMPOTENCY_KEY_TTL_MS } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import { getWrittenCredit } from '../../domain/wallet/payments/payment-books.ts';
import { forbidden, notFound, toRejectionFailure } from '../http/failure.ts';
import { createRawBodyReader } from '../http/raw-body.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { enforceThrottle, THROTTLE_RULES } from '../http/throttling.ts';

/**
 * Webhooks have a few kilobytes. Their signature is verified after the body is read. Refused ones are
 * retried.
 */
const WEBHOOK_LIMITS = { maxBytes: 256 * 1024, maxConcurrent: 64, maxPerAddress: 16 };

/**
 * A purchase without a stored response is started again after the provider's idempotency key has expired.
 * No client received the client secret of the first payment, so that payment cannot be completed.
 */
const PURCHASE_OPTIONS = { renewAfterMs: IDEMPOTENCY_KEY_TTL_MS };

/**
 * Returns the credit of a payment from the buyer's wallet stream, without a request to the provider, or null.
 */
async function findCredit(handler: Handler, accountId: AccountId, paymentId: PaymentId) {
  const { state, position } = await handler.load(walletDecider, accountId);
  const amount = getEntry(state.purchases, paymentId);
  return amount === undefined ? null : { amount, written: getWrittenCredit({ position }) };
}

/** Payment routes: purchases of kindracoins by card. */
export function paymentRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { payments, paymentBooks, privateData, handler, ids } = system;
  const readBody = createRawBodyReader(system.clientAddresses, WEBHOOK_LIMITS);

  return [
    route(contract.paymentConfig, async () => payments.config),

    route(contract.createPaymentIntent, ({ caller, clientAddress, body, command, runIdempotently }) =>
      runIdempotently(async (commandId) => {
        await enforceThrottle(system, caller.id, THROTTLE_RULES.payments);
        await enforceThrottle(system, clientAddress, THROTTLE_RULES.paymentsAddress);
        const purchase = { purchaseId: commandId, accountId: caller.id, amount: body.amount };
        const started = await startPurchase(system, purchase, command(commandId));
        if (!started.accepted) throw toRejectionFailure(started.rejection);
        return started.payment.clientSecret;
      }, PURCHASE_OPTIONS),
    ),

    route(contract.getPayment, async ({ caller, params, command, waitUntilVisible }) => {
      const { paymentIntentId } = params;
      const { state } = await handler.load(paymentDecider, paymentIntentId);
      const inWallet =
        state.accountId === caller.id && (await findCredit(handler, caller.id, paymentIntentId));
      if (inWallet) {
        await waitUntilVisible(inWallet.written);
        return { status: 'succeeded' as const, amount: inWallet.amount, credited: true };
      }
      await enforceThrottle(system, caller.id, THROTTLE_RULES.paymentStatus);
      const payment = await payments.retrieve(paymentIntentId);
      if (!payment) throw notFound(paymentNotFound);
      const buyer = state.status === 'NONE' ? payment.accountId : state.accountId;
      if (buyer !== caller.id) throw forbidden();
      const { commandId: _, ...context } = command(ids.next());
      const booked = await paymentBooks.book(payment, context);
      const credited = booked.outcome === 'credited';
      if (credited) await waitUntilVisible(booked);
      return { status: payment.status, amount: payment.amount, credited };
    }),

    route(contract.paymentWebhook, async ({ http }) => {
      const parseNotice = payments.verifyWebhook(http.get('Stripe-Signature'));
      const body = await readBody(http);
      const notice = parseNotice(body);
      await privateData.webhooks.keep(notice.id, body);
      return { received: true as const };
    }),
  ];
}
