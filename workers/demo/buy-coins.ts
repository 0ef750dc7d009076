import { createBookingContext } from '../../application/payment-books.ts';
import { startPurchase } from '../../application/wallet.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import {
  createContext,
  createIdAt,
  type DemoSimulator,
  type DemoSystem,
  expectAccepted,
  MINUTE_MS,
  toActor,
} from './context.ts';

/** Confirms a payment with a card that always succeeds in the simulator, as the buyer's browser would. */
async function payByCard(
  { keys, server }: DemoSimulator,
  paymentId: string,
  clientSecret: string,
): Promise<void> {
  const origin = `${server.protocol}://${server.host}:${server.port}`;
  const response = await fetch(`${origin}/v1/payment_intents/${paymentId}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${keys.publishableKey}` },
    body: new URLSearchParams({
      client_secret: clientSecret,
      return_url: `${origin}/wallet/payment/result`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': String(new Date().getUTCFullYear() + 1),
      'payment_method_data[card][cvc]': '123',
    }),
  });
  if (!response.ok) throw new Error(`a payment of the demo was refused: ${await response.text()}`);
}

/** Buys coins with a simulated card payment. */
export async function buyCoins(
  system: DemoSystem,
  simulator: DemoSimulator,
  accountId: AccountId,
  amount: number,
  at: number,
): Promise<void> {
  const purchaseId = createIdAt(at);
  const startContext = createContext(toActor(accountId), at, purchaseId);
  const buyer = { id: accountId, isStaff: false };
  const purchase = await startPurchase(system, buyer, { purchaseId, amount }, startContext);
  expectAccepted(purchase);
  const { id: paymentId, clientSecret } = purchase.payment;
  await payByCard(simulator, paymentId, clientSecret);
  const payment = await system.payments.retrieve(paymentId);
  if (!payment) throw new Error('the simulator has no such demo payment');
  const bookedAt = at + MINUTE_MS;
  const context = createBookingContext(new Date(bookedAt).toISOString(), createIdAt(bookedAt));
  const { outcome } = await system.paymentBooks.book(payment, context);
  if (outcome !== 'credited') throw new Error(`a payment of the demo is ${outcome}`);
}
