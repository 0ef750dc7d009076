import { defineEndpoints } from './endpoint.ts';

export const paymentsEndpoints = defineEndpoints('payments', {
  paymentConfig: { method: 'GET', path: '/api/payment/config' },
  createPaymentIntent: { method: 'POST', path: '/api/payment/create-payment-intent', idempotent: true },
  getPayment: { method: 'GET', path: '/api/payment/{paymentIntentId}' },
  paymentWebhook: { method: 'POST', path: '/api/payment/webhook' },
});
