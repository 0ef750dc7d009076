import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { Payment, Payments } from '../../../domain/ports/payments.ts';

/** A payment provider under test. */
export interface ProviderSubject {
  readonly payments: Payments;
  /** Stripe client with the secret key, for actions by card holders and by the provider's staff. */
  readonly stripe: Stripe;
  readonly webhookSecret: string;
  /** Client for the same provider with an invalid key. */
  readonly paymentsWithWrongKey: Payments;
  readonly close: () => Promise<void>;
}

export const RETURN_URL = 'http://localhost:3000/wallet/payment/result';

/** Creates functions that perform a buyer's actions at a provider. */
export const createBuyers = ({ payments, stripe }: ProviderSubject) => {
  const start = async ({ amount = 1000, accountId = randomUUID() } = {}) => {
    const startedPayment = await payments.start({ accountId, amount, idempotencyKey: randomUUID() });
    return { ...startedPayment, accountId };
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

/** Functions that `createBuyers` returns. */
export type Buyers = ReturnType<typeof createBuyers>;
