import { z } from 'zod';
import { NOT_WHOLE, purchaseProblem } from '../../domain/wallet/rules.ts';
import { call } from './call.ts';
import { coins, type Missing, ruledAmount } from './fields.ts';

/** The answer for a payment that the provider does not know. */
export const missingPayment: Missing = {
  code: 'PAYMENT_NOT_FOUND',
  message: 'The payment does not exist.',
};

const paymentId = z
  .string()
  .refine((text) => /^pi_\w{1,250}$/.test(text), {
    error: missingPayment.message,
    params: { missing: missingPayment },
  })
  .meta({ description: 'The id of the payment at the provider, as in `pi_3Nx…`.' });

export const paymentConfig = call({
  name: 'paymentConfig',
  context: 'payments',
  summary: 'What a browser needs to pay by card',
  method: 'GET',
  path: '/api/payment/config',
  who: 'all',
  answer: z
    .object({
      provider: z.enum(['stripe', 'simulator']),
      publishableKey: z.string(),
      apiBase: z.string().meta({ description: 'Address of the provider, or a path of this origin.' }),
    })
    .meta({ id: 'PaymentConfig' }),
});

export const createPaymentIntent = call({
  name: 'createPaymentIntent',
  context: 'payments',
  summary: 'Begins a purchase of kindracoins; answers with the client secret that its card is confirmed with',
  method: 'POST',
  path: '/api/payment/create-payment-intent',
  who: 'user',
  body: z.object({ amount: ruledAmount(purchaseProblem, NOT_WHOLE) }),
  answer: z.string().regex(/^pi_\w+_secret_\w+$/),
  answerType: 'text/plain',
  idempotent: true,
  errors: ['INVALID_INPUT', 'PAYMENT_PROVIDER_UNAVAILABLE', 'PAYMENT_PROVIDER_REFUSED'],
});

export const getPayment = call({
  name: 'getPayment',
  context: 'payments',
  summary: 'How a payment stands at the provider, and whether its coins are in the wallet',
  method: 'GET',
  path: '/api/payment/{paymentIntentId}',
  who: 'user',
  condition: 'its buyer',
  params: z.object({ paymentIntentId: paymentId }),
  answer: z
    .object({
      status: z.enum([
        'requires_payment_method',
        'requires_confirmation',
        'requires_action',
        'requires_capture',
        'processing',
        'succeeded',
        'canceled',
      ]),
      amount: coins,
      credited: z.boolean(),
    })
    .meta({ id: 'Payment' }),
  errors: [
    'PAYMENT_NOT_FOUND',
    'FORBIDDEN',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'PAYMENT_PROVIDER_REFUSED',
    'SLOW_DOWN',
  ],
});

export const paymentWebhook = call({
  name: 'paymentWebhook',
  context: 'payments',
  summary: 'Takes a notice of the payment provider, signed in `Stripe-Signature`',
  method: 'POST',
  path: '/api/payment/webhook',
  who: 'all',
  rawBody: true,
  answer: z.object({ received: z.literal(true) }),
  errors: ['WEBHOOK_REFUSED'],
});
