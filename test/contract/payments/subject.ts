import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payment, Payments } from '../../../domain/ports/payments.ts';

/** A provider of payments under test. */
export interface Subject {
  readonly payments: Payments;
  /** Stripe's library with the secret key, for actions of card holders and the provider's staff. */
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  /** The same provider with a wrong key. */
  readonly withWrongKey: Payments;
  readonly close: () => Promise<void>;
}

export const RETURN_URL = 'http://localhost:3000/wallet/payment/result';

/** Actions of buyers at a provider. */
export const createBuyers = ({ payments, stripe }: Subject) => {
  const start = async ({ amount = 1000, accountId = randomUUID() } = {}) => {
    const started = await payments.start({ accountId, amount, idempotencyKey: randomUUID() });
    return { ...started, accountId };
  };

  const confirm = (id: string, card: string) =>
    stripe.paymentIntents.confirm(id, { payment_method: `pm_card_${card}`, return_url: RETURN_URL });

  const getPayment = async (id: string): Promise<Payment> => {
    const payment = await payments.retrieve(id);
    if (!payment) throw new Error(`${id} is not known`);
    return payment;
  };

  const createPaidPayment = async (card = 'visa', amount = 1000): Promise<string> => {
    const { id } = await start({ amount });
    await confirm(id, card);
    return id;
  };

  return { start, confirm, known: getPayment, paid: createPaidPayment };
};

/** Result of `createBuyers`. */
export type Buyers = ReturnType<typeof createBuyers>;
