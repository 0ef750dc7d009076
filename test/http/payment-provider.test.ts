import * as contract from '../../contract/payments.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { PaymentsRefused } from '../../domain/ports/payments.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { getPaymentId, pay, startPurchase } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let buyer: AuthResponse;
/** Ids of payments that were requested from the provider. */
let requestedIds: string[] = [];
let isProviderRefusing = false;

setUpTestApi({
  isThrottled: true,
  adapt: (foundation) => ({
    ...foundation,
    payments: {
      ...foundation.payments,
      start: (payment) =>
        isProviderRefusing
          ? Promise.reject(new PaymentsRefused('api_key_invalid', 'Invalid API Key: sk_live_secret'))
          : foundation.payments.start(payment),
      retrieve: (id) => {
        requestedIds.push(id);
        return isProviderRefusing
          ? Promise.reject(new PaymentsRefused('api_key_invalid', 'Invalid API Key: sk_live_secret'))
          : foundation.payments.retrieve(id);
      },
    },
  }),
});
beforeEach(async () => {
  isProviderRefusing = false;
  requestedIds = [];
  buyer = await registerNewUser(client);
});

const fetchPayment = (secret: string) =>
  client.send(contract.getPayment, {
    token: buyer.token,
    params: { paymentIntentId: getPaymentId(secret) },
  });

test('returns 503 without details when the provider refuses the API key', async () => {
  const secret = await startPurchase(client, buyer.token);
  isProviderRefusing = true;
  const { token } = buyer;
  for (const response of [
    await client.send(contract.createPaymentIntent, { token, body: { amount: 500 } }),
    await fetchPayment(secret),
  ]) {
    expect([response.status, response.body.code]).toEqual([503, 'PAYMENT_PROVIDER_REFUSED']);
    expect(response.body.message).toBe('The payment service is not accepting payments at the moment.');
    expect(response.headers.get('retry-after')).toBeTruthy();
  }
  expect(api.logLines.join()).toContain('Invalid API Key');
});

test('reads credited payments from the ledger without a request to the provider', async () => {
  const secret = await startPurchase(client, buyer.token);
  await pay(api, secret);
  expect((await fetchPayment(secret)).body).toEqual({
    status: 'succeeded',
    amount: 500,
    credited: true,
    donation: null,
  });
  const requestCount = requestedIds.length;
  for (let attempt = 0; attempt < 70; attempt++)
    expect((await fetchPayment(secret)).body.credited).toBe(true);
  expect(requestedIds).toHaveLength(requestCount);
});

test('limits repeated reads of an unpaid purchase before they reach the provider', async () => {
  const secret = await startPurchase(client, buyer.token);
  let response = await fetchPayment(secret);
  for (let attempt = 1; attempt < 70 && response.status === 200; attempt++)
    response = await fetchPayment(secret);
  expect([response.status, response.body.code]).toEqual([429, 'SLOW_DOWN']);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(requestedIds.length).toBeLessThanOrEqual(60);
});

test('returns 403 to other accounts for a paid purchase', async () => {
  const secret = await startPurchase(client, buyer.token);
  await pay(api, secret);
  await fetchPayment(secret);
  buyer = await registerNewUser(client);
  expect((await fetchPayment(secret)).status).toBe(403);
});

describe('the content security policy', () => {
  const fetchPolicy = async ({ url }: TestApi): Promise<string> =>
    (await fetch(`${url}/api/payment/config`)).headers.get('content-security-policy') ?? '';

  test('allows no other origin when payments are simulated', async () => {
    expect(await fetchPolicy(api)).not.toContain('https:');
  });

  test('allows Stripe’s origins only when Stripe is the provider', async () => {
    const stripeApi = await startTestApi({
      adapt: (foundation) => {
        const { config } = foundation.payments;
        const payments = { ...foundation.payments, config: { ...config, provider: 'stripe' as const } };
        return { ...foundation, payments };
      },
    });
    try {
      const directives = new Map(
        (await fetchPolicy(stripeApi)).split(';').map((directive) => {
          const [name = '', ...sources] = directive.trim().split(' ');
          return [name, sources];
        }),
      );
      expect(directives.get('script-src')).toEqual([
        "'self'",
        'https://js.stripe.com',
        'https://*.js.stripe.com',
      ]);
      expect(directives.get('connect-src')).toEqual(
        expect.arrayContaining(["'self'", 'https://api.stripe.com', 'https://m.stripe.network']),
      );
      expect(directives.get('frame-src')).toEqual(
        expect.arrayContaining(['https://js.stripe.com', 'https://hooks.stripe.com']),
      );
      expect(directives.get('default-src')).toEqual(["'self'"]);
      expect([...directives.values()].flat()).not.toContain('*');
    } finally {
      await stripeApi.close();
    }
  });
});
