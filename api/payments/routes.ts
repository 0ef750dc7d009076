import type { Handler } from '../../domain/handle.ts';
import type { AccountId, PaymentId } from '../../domain/kernel/ids.ts';
import { entryOf } from '../../domain/kernel/layered-map.ts';
import { PAYMENT_KEYS_REMEMBERED_MS } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { paymentDecider } from '../../domain/wallet/payments/decide.ts';
import * as contract from '../contract/payments.ts';
import { missingPayment } from '../contract/payments.ts';
import { forbidden, missing, rejected } from '../http/failure.ts';
import { rawBodies } from '../http/raw-body.ts';
import { type AnyRoute, route } from '../http/route.ts';
import type { ApiSystem } from '../http/system.ts';
import { rules, throttled } from '../http/throttling.ts';

/** Webhooks are a few kilobytes. Anybody may send one, and the provider sends again what was not taken. */
const WEBHOOKS = { limit: 256 * 1024, atOnce: 64, ofOne: 16 };

/**
 * A purchase that was never answered begins again once the provider has forgotten its key: nobody holds the secret of the
 * first payment, so it can never be paid.
 */
const RENEWED_PURCHASE = { renewAfterMs: PAYMENT_KEYS_REMEMBERED_MS };

/** What a payment has put into its buyer's wallet, by our own books, which need no question to the provider. */
async function creditOf(handler: Handler, accountId: AccountId, paymentId: PaymentId) {
  const { state, position } = await handler.load(walletDecider, accountId);
  const amount = entryOf(state.purchases, paymentId);
  return amount === undefined ? null : { amount, position };
}

/** Routes of payments: buying kindracoins by card. */
export function paymentRoutes(system: ApiSystem): readonly AnyRoute[] {
  const { payments, paymentBooks, privateData, handler, ids } = system;
  const bodyOf = rawBodies(system.clientAddresses, WEBHOOKS);

  return [
    route(contract.paymentConfig, async () => payments.config),

    route(contract.createPaymentIntent, ({ caller, clientAddress, body, command, once }) =>
      once(async (commandId) => {
        await throttled(system, caller.id, rules.payments);
        await throttled(system, clientAddress, rules.paymentsAddress);
        const { amount } = body;
        const accountId = caller.id;
        const started = await payments.start({ accountId, amount, idempotencyKey: commandId });
        const handled = await handler.handle(
          paymentDecider,
          started.id,
          { type: 'StartPayment', paymentId: started.id, purchaseId: commandId, accountId, amount },
          command(commandId),
        );
        if (!handled.accepted) throw rejected(handled.rejection);
        return started.clientSecret;
      }, RENEWED_PURCHASE),
    ),

    route(contract.getPayment, async ({ caller, params, command, visible }) => {
      const { paymentIntentId } = params;
      const { state } = await handler.load(paymentDecider, paymentIntentId);
      const inWallet = state.accountId === caller.id && (await creditOf(handler, caller.id, paymentIntentId));
      if (inWallet) {
        await visible(inWallet.position, 'wallets', 'journal');
        return { status: 'succeeded' as const, amount: inWallet.amount, credited: true };
      }
      await throttled(system, caller.id, rules.paymentLooks);
      const payment = await payments.retrieve(paymentIntentId);
      if (!payment) throw missing(missingPayment);
      const buyer = state.status === 'NONE' ? payment.accountId : state.accountId;
      if (buyer !== caller.id) throw forbidden();
      const { commandId: _, ...context } = command(ids.next());
      const booked = await paymentBooks.book(payment, context);
      const credited = booked.outcome === 'credited';
      if (credited) await visible(booked.position, 'wallets', 'journal');
      return { status: payment.status, amount: payment.amount, credited };
    }),

    route(contract.paymentWebhook, async ({ http }) => {
      const noticeOf = payments.readWebhook(http.get('Stripe-Signature'));
      const body = await bodyOf(http);
      const notice = noticeOf(body);
      await privateData.webhooks.keep(notice.id, body);
      return { received: true as const };
    }),
  ];
}
