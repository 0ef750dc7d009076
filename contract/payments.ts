import { z } from 'zod';
import { crowdfundingNotFound } from '../domain/crowdfunding/rules.ts';
import {
  amountNotWhole,
  checkDonatedAmount,
  checkPurchase,
  PAYMENT_STATUSES,
} from '../domain/wallet/rules.ts';
import { defineCall } from './call.ts';
import { paymentsEndpoints } from './endpoints/payments.ts';
import { checkedAmount, coins, failWithNotFound, id, idParameter } from './fields.ts';
import { paymentNotFound } from './problems.ts';

export { paymentNotFound };

const paymentId = z
  .string()
  .refine((text) => /^pi_\w{1,250}$/.test(text), failWithNotFound(paymentNotFound))
  .meta({ description: 'The id of the payment at the provider, as in `pi_3Nx…`.' });

export const paymentConfig = defineCall({
  ...paymentsEndpoints.paymentConfig,
  summary: 'Returns the configuration for paying by card in a browser',
  audience: 'all',
  response: z
    .object({
      provider: z.enum(['stripe', 'simulator']),
      publishableKey: z.string(),
      apiBase: z.string().meta({ description: 'Address of the provider, or a path of this origin.' }),
    })
    .meta({ id: 'PaymentConfig' }),
});

export const createPaymentIntent = defineCall({
  ...paymentsEndpoints.createPaymentIntent,
  summary: 'Starts a purchase of kindracoins; returns the client secret for confirming the card',
  audience: 'user',
  body: z.object({
    amount: checkedAmount(checkPurchase, amountNotWhole),
    donation: z
      .object({
        crowdfundingId: idParameter(crowdfundingNotFound),
        amount: checkedAmount(checkDonatedAmount, amountNotWhole),
        anonymous: z.boolean().optional(),
      })
      .optional()
      .meta({ description: 'A donation that is made when the payment is credited.' }),
  }),
  response: z.string().regex(/^pi_\w+_secret_\w+$/),
  responseType: 'text/plain',
  errors: [
    'PURCHASE_TOO_SMALL',
    'PURCHASE_TOO_LARGE',
    'AMOUNT_NOT_WHOLE',
    'DONATION_TOO_SMALL',
    'CROWDFUNDING_NOT_FOUND',
    'OWN_CROWDFUNDING_DONATION',
    'NO_DONATIONS_ACCEPTED',
    'INSUFFICIENT_COINS',
    'PAYMENT_PROVIDER_UNAVAILABLE',
    'PAYMENT_PROVIDER_REFUSED',
  ],
});

export const getPayment = defineCall({
  ...paymentsEndpoints.getPayment,
  summary: 'Returns the state of a payment at the provider, and whether its coins are credited',
  audience: 'user',
  condition: 'its buyer',
  params: z.object({ paymentIntentId: paymentId }),
  response: z
    .object({
      status: z.enum(PAYMENT_STATUSES),
      amount: coins,
      credited: z.boolean(),
      donation: z
        .object({
          id,
          crowdfundingId: id,
          amount: coins,
          status: z.enum(['planned', 'made', 'refused']),
          problem: z
            .object({ code: z.string(), message: z.string() })
            .nullable()
            .meta({ description: 'Why the donation was refused.' }),
        })
        .nullable()
        .meta({ description: 'The donation that is made when the payment is credited.' }),
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

export const paymentWebhook = defineCall({
  ...paymentsEndpoints.paymentWebhook,
  summary: 'Receives a webhook of the payment provider, signed in `Stripe-Signature`',
  audience: 'all',
  hasRawBody: true,
  response: z.object({ received: z.literal(true) }),
  errors: ['WEBHOOK_REFUSED'],
});
