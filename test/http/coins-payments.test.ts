import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import * as contract from '../../contract/payments.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { PaymentsUnavailable } from '../../domain/ports/payments.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import { startPaymentsWorker } from '../../workers/payments/webhooks.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import {
  CARDS,
  countStoredWebhooks,
  getPaymentId,
  pay,
  processWebhooks,
  startPurchase,
  sweep,
  waitUntilSettled,
} from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let buyer: AuthResponse;
/** Whether the payment provider is unreachable. */
let isOutage = false;

setUpTestApi({
  adapt: (foundation) => ({
    ...foundation,
    payments: {
      ...foundation.payments,
      retrieve: (id) =>
        isOutage ? Promise.reject(new PaymentsUnavailable('cut')) : foundation.payments.retrieve(id),
      start: (payment) =>
        isOutage ? Promise.reject(new PaymentsUnavailable('cut')) : foundation.payments.start(payment),
    },
  }),
});
beforeEach(async () => {
  isOutage = false;
  api.simulator.planDeliveries(() => ['now']);
  buyer = await registerNewUser(client);
});

const getBalance = async (): Promise<number> =>
  (await api.foundation.handler.load(walletDecider, buyer.dataUser.id)).state.balance;

const readWalletEvents = () => api.foundation.rawLog.readStream(`wallet-${buyer.dataUser.id}`);

const readWalletEventTypes = async (): Promise<string[]> =>
  (await readWalletEvents()).map(({ type }) => type);

const fetchPayment = (secret: string) =>
  client.ok(contract.getPayment, {
    token: buyer.token,
    params: { paymentIntentId: getPaymentId(secret) },
  });

test('the payment configuration contains the provider’s address', async () => {
  const config = await client.ok(contract.paymentConfig);
  expect(config).toMatchObject({ provider: 'simulator', apiBase: '/payment-simulator' });
  expect(config.publishableKey).toMatch(/^pk_/);
});

test.each([
  [{}, 'The minimum purchase amount is 50 kindracoins.'],
  [{ amount: 49 }, 'The minimum purchase amount is 50 kindracoins.'],
  [{ amount: -100 }, 'The minimum purchase amount is 50 kindracoins.'],
  [{ amount: 1_000_001 }, 'The maximum purchase amount is 1000000 kindracoins.'],
  [{ amount: 50.5 }, 'The amount must be a whole number of kindracoins.'],
  [{ amount: '500' }, 'The amount must be a whole number of kindracoins.'],
])('a purchase of %p is refused', async (body, message) => {
  const response = await client.send(contract.createPaymentIntent, { token: buyer.token, body });
  expect([response.status, response.body.message]).toEqual([400, message]);
});

test.each([50, 1_000_000])('a purchase of %i is credited in full', async (amount) => {
  const secret = await startPurchase(client, buyer.token, amount);
  expect(await fetchPayment(secret)).toEqual({
    status: 'requires_payment_method',
    amount,
    credited: false,
    donation: null,
  });
  expect(await pay(api, secret)).toMatchObject({ status: 'succeeded' });
  expect(await fetchPayment(secret)).toEqual({ status: 'succeeded', amount, credited: true, donation: null });
  expect(await getBalance()).toBe(amount);
});

test('the same key starts one payment', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const startPayment = (amount: number) =>
    client.send(contract.createPaymentIntent, { token: buyer.token, headers, body: { amount } });
  const [first, second] = await Promise.all([startPayment(500), startPayment(500)]);
  expect(first.body).toBe(second.body);
  expect((await startPayment(600)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('concurrent requests with one key to two processes return the same client secret', async () => {
  const secondClient = createClient((await api.startAnotherApi()).url);
  const headers = { 'Idempotency-Key': randomUUID() };
  // The provider takes 3 s to create the payment. Meanwhile, it rejects other requests with the same key.
  const lockHolder = await api.database.pool.connect();
  await lockHolder.query('BEGIN; LOCK TABLE simulator.idempotency_keys IN EXCLUSIVE MODE');
  const responses = Promise.all(
    [client, secondClient].map((sender) =>
      sender.send(contract.createPaymentIntent, { token: buyer.token, headers, body: { amount: 500 } }),
    ),
  );
  await lockHolder.query('SELECT pg_sleep(3); COMMIT');
  lockHolder.release();
  const [firstResponse, secondResponse] = await responses;
  expect([firstResponse?.status, secondResponse?.status]).toEqual([200, 200]);
  expect(firstResponse?.body).toMatch(/^pi_/);
  expect(firstResponse?.body).toBe(secondResponse?.body);
});

test('a purchase that is repeated after the provider has deleted its key is a new purchase', async () => {
  const headers = { 'Idempotency-Key': randomUUID() };
  const startPayment = async (): Promise<string> =>
    (await client.send(contract.createPaymentIntent, { token: buyer.token, headers, body: { amount: 500 } }))
      .body;
  const first = await startPayment();
  await api.database.pool.query(
    `UPDATE private.idempotency_keys SET answer = NULL, created_at = created_at - interval '25 hours'
     WHERE key = '${headers['Idempotency-Key']}'`,
  );
  await api.database.pool.query('DELETE FROM simulator.idempotency_keys');
  const [second, third] = await Promise.all([startPayment(), startPayment()]);
  expect(second).not.toBe(first);
  expect(third).toBe(second);
  for (const secret of [first, second]) {
    await pay(api, secret);
    expect(await fetchPayment(secret)).toMatchObject({ credited: true, donation: null });
  }
  expect(await getBalance()).toBe(1_000);
});

describe('a payment is credited once', () => {
  const creditTriggers = {
    webhook: () => waitUntilSettled(api),
    'result page': async (secret: string) => {
      expect((await fetchPayment(secret)).credited).toBe(true);
    },
    sweep: async () => {
      expect((await sweep(api)).seen.credited).toBeGreaterThan(0);
    },
  };
  type CreditTrigger = keyof typeof creditTriggers;
  const orders: CreditTrigger[][] = [
    ['webhook', 'result page', 'sweep'],
    ['webhook', 'sweep', 'result page'],
    ['result page', 'webhook', 'sweep'],
    ['result page', 'sweep', 'webhook'],
    ['sweep', 'webhook', 'result page'],
    ['sweep', 'result page', 'webhook'],
  ];

  test.each(orders.map((order) => [order.join(', '), order] as const))('by %s', async (_, order) => {
    api.simulator.planDeliveries(() => ['held']);
    const secret = await startPurchase(client, buyer.token);
    await pay(api, secret);
    for (const trigger of order) {
      if (trigger === 'webhook') await api.simulator.release();
      await creditTriggers[trigger](secret);
      expect(await getBalance()).toBe(500);
    }
    expect(await readWalletEvents()).toMatchObject([
      { type: 'CoinsPurchased', metadata: { actor: { kind: 'system', id: 'payments' } } },
    ]);
  });

  test('by a hundred concurrent webhooks, page visits and sweeps', async () => {
    const previousCount = await countStoredWebhooks(api);
    api.simulator.planDeliveries(() => Array<'now'>(100).fill('now'));
    const workers = [startPaymentsWorker(api.foundation), startPaymentsWorker(api.foundation)];
    const secret = await startPurchase(client, buyer.token);
    await pay(api, secret);
    const pages = Array.from({ length: 20 }, () => fetchPayment(secret));
    const sweeps = Array.from({ length: 4 }, () => sweep(api));
    await Promise.all([...pages, ...sweeps]);
    await waitUntilSettled(api);
    await Promise.all(workers.map((worker) => worker.close()));
    expect(await countStoredWebhooks(api)).toBeGreaterThan(previousCount);
    expect(await readWalletEventTypes()).toEqual(['CoinsPurchased']);
    expect(await getBalance()).toBe(500);
  });

  test('by webhooks that arrive in the wrong order', async () => {
    api.simulator.planDeliveries(() => ['held']);
    const secret = await startPurchase(client, buyer.token);
    await pay(api, secret, CARDS.declined);
    await pay(api, secret);
    await api.simulator.release((deliveries) => [...deliveries].reverse());
    await waitUntilSettled(api);
    expect(await readWalletEventTypes()).toEqual(['CoinsPurchased']);
  });

  test('when the process that started it crashed before storing its owner', async () => {
    const { payments, ids } = api.foundation;
    const accountId = buyer.dataUser.id;
    const { clientSecret } = await payments.start({ accountId, amount: 700, idempotencyKey: ids.next() });
    await pay(api, clientSecret);
    await waitUntilSettled(api);
    expect(await getBalance()).toBe(700);
  });

  test('by the worker alone', async () => {
    const worker = startPaymentsWorker(api.foundation);
    await pay(api, await startPurchase(client, buyer.token));
    await waitUntil(async () => (await getBalance()) === 500);
    await worker.close();
  });
});

test.each([
  ['declined', { code: 'card_declined' }],
  ['insufficient', { decline_code: 'insufficient_funds' }],
] as const)('a card that is %s credits nothing, and another card can pay', async (card, error) => {
  const secret = await startPurchase(client, buyer.token);
  expect((await pay(api, secret, CARDS[card])).error).toMatchObject(error);
  await waitUntilSettled(api);
  expect(await fetchPayment(secret)).toMatchObject({
    status: 'requires_payment_method',
    credited: false,
    donation: null,
  });
  expect(await getBalance()).toBe(0);
  await pay(api, secret);
  expect(await fetchPayment(secret)).toMatchObject({ status: 'succeeded', credited: true, donation: null });
});

test('a delayed payment is credited when it succeeds', async () => {
  const secret = await startPurchase(client, buyer.token);
  await pay(api, secret, CARDS.needsTime);
  await waitUntilSettled(api);
  expect(await fetchPayment(secret)).toEqual({
    status: 'processing',
    amount: 500,
    credited: false,
    donation: null,
  });
  await api.simulator.settle();
  await waitUntilSettled(api);
  expect(await getBalance()).toBe(500);
  expect(await fetchPayment(secret)).toEqual({
    status: 'succeeded',
    amount: 500,
    credited: true,
    donation: null,
  });
});

test('a payment with 3-D Secure is credited after the confirmation', async () => {
  const secret = await startPurchase(client, buyer.token);
  const { status, next_action } = await pay(api, secret, CARDS.challenged);
  expect(status).toBe('requires_action');
  expect((await fetchPayment(secret)).credited).toBe(false);
  const url = next_action?.redirect_to_url.url as string;
  expect(url).toContain(`${api.url}/payment-simulator/`);
  expect((await fetch(url)).status).toBe(200);
  const body = new URLSearchParams({ outcome: 'complete' });
  const redirect = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  expect(redirect.headers.get('location')).toContain(`${api.url}/wallet/payment/result?payment_intent=pi_`);
  expect(await fetchPayment(secret)).toMatchObject({ status: 'succeeded', credited: true, donation: null });
});

test('a charge that the bank reverses is withdrawn from the wallet', async () => {
  await pay(api, await startPurchase(client, buyer.token), CARDS.disputed);
  await waitUntilSettled(api);
  expect(await getBalance()).toBe(0);
  expect(await readWalletEventTypes()).toEqual(['CoinsPurchased', 'PurchaseChargedBack']);
});

test('a payment is visible to its buyer only', async () => {
  const secret = await startPurchase(client, buyer.token);
  const { token } = await registerNewUser(client);
  const params = { paymentIntentId: getPaymentId(secret) };
  expect((await client.send(contract.getPayment, { token, params })).status).toBe(403);
  for (const paymentIntentId of ['pi_nothing', 'nonsense', 'pi_../../refunds']) {
    const response = await client.send(contract.getPayment, { token, params: { paymentIntentId } });
    expect([response.status, response.body.code]).toEqual([404, 'PAYMENT_NOT_FOUND']);
  }
});

describe('while the provider is unreachable', () => {
  test('buyers get an error that asks them to try again later', async () => {
    const secret = await startPurchase(client, buyer.token);
    isOutage = true;
    const { token } = buyer;
    const params = { paymentIntentId: getPaymentId(secret) };
    for (const response of [
      await client.send(contract.createPaymentIntent, { token, body: { amount: 500 } }),
      await client.send(contract.getPayment, { token, params }),
    ]) {
      expect([response.status, response.body.code]).toEqual([503, 'PAYMENT_PROVIDER_UNAVAILABLE']);
      expect(response.headers.get('retry-after')).toBeTruthy();
    }
  });

  test('webhooks wait and are processed afterwards', async () => {
    const secret = await startPurchase(client, buyer.token);
    const previousCount = await countStoredWebhooks(api);
    isOutage = true;
    await pay(api, secret);
    await waitUntil(async () => (await countStoredWebhooks(api)) > previousCount);
    await processWebhooks(api);
    expect(await getBalance()).toBe(0);
    isOutage = false;
    await waitUntilSettled(api);
    expect(await getBalance()).toBe(500);
  });
});

describe('a webhook', () => {
  const sendWebhook = (body: string, headers: Record<string, string>) =>
    fetch(`${api.url}/api/payment/webhook`, { method: 'POST', body, headers });

  const readWebhookSecret = async (): Promise<string> => {
    const { rows } = await api.database.pool.query<{ secret: string }>(
      'SELECT webhook_secret AS secret FROM simulator.keys',
    );
    return rows[0]?.secret as string;
  };
  const createWebhookEvent = (
    type = 'customer.created',
    object: object = { id: 'cus_1', object: 'customer' },
  ) =>
    JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      type,
      created: 1_700_000_000,
      data: { object },
    });
  const signPayload = (payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

  test('is stored once before it is acknowledged', async () => {
    const previousCount = await countStoredWebhooks(api);
    const body = createWebhookEvent();
    const headers = { 'Stripe-Signature': signPayload(body, await readWebhookSecret()) };
    const responses = await Promise.all(Array.from({ length: 10 }, () => sendWebhook(body, headers)));
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await countStoredWebhooks(api)).toBe(previousCount + 1);
    await waitUntilSettled(api);
  });

  test('is acknowledged if the payment in it has no details', async () => {
    const body = createWebhookEvent('payment_intent.succeeded', {
      id: 'pi_unknown',
      object: 'payment_intent',
    });
    const headers = { 'Stripe-Signature': signPayload(body, await readWebhookSecret()) };
    expect((await sendWebhook(body, headers)).status).toBe(200);
    await waitUntilSettled(api);
  });

  test.each(['none', 'forged', 'stale', 'of another body'])(
    'with a signature that is %s is refused',
    async (fault) => {
      const previousCount = await countStoredWebhooks(api);
      const body = createWebhookEvent();
      const secret = await readWebhookSecret();
      const oneHourAgo = Math.floor(Date.now() / 1000) - 3600;
      const signature = {
        forged: signPayload(body, 'whsec_of_somebody'),
        stale: signPayload(body, secret, oneHourAgo),
        'of another body': signPayload(createWebhookEvent(), secret),
      }[fault];
      const response = await sendWebhook(body, signature ? { 'Stripe-Signature': signature } : {});
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ code: 'WEBHOOK_REFUSED' });
      expect(await countStoredWebhooks(api)).toBe(previousCount);
    },
  );

  test('that is too large is refused', async () => {
    const body = 'x'.repeat(300_000);
    const headers = { 'Stripe-Signature': signPayload(body, await readWebhookSecret()) };
    expect((await sendWebhook(body, headers)).status).toBe(413);
  });

  test.each([
    ['nobody started', {}],
    [
      'an account of another installation started',
      { kindra_account: '01980000-0000-7000-8000-000000000009' },
    ],
  ])('about a payment that %s books it to suspense', async (_, metadata) => {
    const { payments, ids } = api.foundation;
    const accountId = buyer.dataUser.id;
    const payment = await payments.start({ accountId, amount: 900, idempotencyKey: ids.next() });
    await api.database.pool.query(`UPDATE simulator.payment_intents SET metadata = $2 WHERE id = $1`, [
      payment.id,
      JSON.stringify(metadata),
    ]);
    await pay(api, payment.clientSecret);
    await waitUntilSettled(api);
    expect(await getBalance()).toBe(0);
    const events = await api.foundation.rawLog.readStream(`payment-${payment.id}`);
    expect(events.map(({ type }) => type)).toEqual(['UnknownPaymentReceived']);
  });
});
