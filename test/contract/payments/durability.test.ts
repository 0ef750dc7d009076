import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { createSimulatedPayments, openPaymentProvider } from '../../../adapters/payments/index.ts';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { waitForResult } from '../../support/wait.ts';
import { silentLogger } from './silent.ts';
import { openSite } from './simulator-site.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

const openSimulatorSite = (settleAfterMs = 3_600_000) => openSite({ pool: database.pool, settleAfterMs });

const createPayment = () => ({ accountId: randomUUID(), amount: 1000, idempotencyKey: randomUUID() });

test('a restart loses nothing: payments, refunds, disputes, keys, idempotency', async () => {
  const firstSite = await openSimulatorSite();
  const payment = createPayment();
  const { id } = await firstSite.payments.start(payment);
  await firstSite.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await firstSite.stripe.refunds.create({ payment_intent: id, amount: 250 });
  const paymentBefore = await firstSite.payments.retrieve(id);
  await firstSite.close();

  const secondSite = await openSimulatorSite();
  expect(secondSite.keys).toEqual(firstSite.keys);
  expect(await secondSite.payments.retrieve(id)).toEqual(paymentBefore);
  expect(await secondSite.payments.start(payment)).toMatchObject({ id });
  await secondSite.close();
});

test('pending operations complete after a restart', async () => {
  const firstSite = await openSimulatorSite(300);
  const { id } = await firstSite.payments.start(createPayment());
  await firstSite.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_simulator_needsTime' });
  await firstSite.close();

  const secondSite = await openSimulatorSite();
  const paidPayment = await waitForResult(
    () => secondSite.payments.retrieve(id),
    (payment) => payment?.status === 'succeeded',
  );
  expect(paidPayment?.amountReceived).toBe(1000);
  await waitForResult(secondSite.kinds, (kinds) => kinds.includes('succeeded'));
  await secondSite.close();
});

test('undelivered webhooks are delivered after a restart', async () => {
  const firstSite = await openSimulatorSite();
  firstSite.answerWith(() => 503);
  const { id } = await firstSite.payments.start(createPayment());
  await firstSite.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  await waitForResult(firstSite.kinds, (kinds) => kinds.length > 0);
  await firstSite.close();

  const secondSite = await openSimulatorSite();
  await waitForResult(secondSite.kinds, (kinds) => kinds.includes('succeeded'));
  await secondSite.close();
});

test('several processes share one simulator', async () => {
  const [one, other] = await Promise.all([openSimulatorSite(), openSimulatorSite()]);
  expect(one.keys).toEqual(other.keys);
  const { id } = await one.payments.start(createPayment());
  await other.stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
  expect(await one.payments.retrieve(id)).toMatchObject({ status: 'succeeded' });
  await waitForResult(
    () => [...one.kinds(), ...other.kinds()],
    (kinds) => kinds.includes('succeeded'),
  );
  await Promise.all([one.close(), other.close()]);
});

describe('idempotency keys', () => {
  test('a request repeated after a lost response has no second effect', async () => {
    const site = await openSimulatorSite();
    let remainingLosses = 2;
    site.controls.beforeResponse(async ({ method }) => {
      if (method === 'POST' && remainingLosses-- > 0) throw new Error('lost');
    });
    const { id } = await site.payments.start(createPayment());
    const intents = await site.stripe.paymentIntents.list();
    expect(intents.data.map((intent) => intent.id)).toEqual([id]);
    await site.close();
  });

  test('store declined cards too', async () => {
    const site = await openSimulatorSite();
    const { id } = await site.payments.start(createPayment());
    const confirmIntent = () =>
      site.stripe.paymentIntents.confirm(
        id,
        { payment_method: 'pm_card_visa_chargeDeclined' },
        { idempotencyKey: 'once' },
      );
    const errors = [
      await confirmIntent().catch((error) => error),
      await confirmIntent().catch((error) => error),
    ];
    expect(errors.map(({ charge }) => charge)).toEqual([errors[0].charge, errors[0].charge]);
    expect((await site.stripe.charges.list({ payment_intent: id })).data).toHaveLength(1);
    await site.close();
  });

  test('allow an invalid request to be corrected', async () => {
    const site = await openSimulatorSite();
    const createIntent = (amount: number) =>
      site.stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey: 'again' });
    await expect(createIntent(1)).rejects.toMatchObject({ code: 'amount_too_small' });
    expect(await createIntent(100)).toMatchObject({ amount: 100 });
    await expect(createIntent(200)).rejects.toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    await site.close();
  });

  test('make a repetition wait for the first request', async () => {
    const site = await openSimulatorSite();
    const client = await database.pool.connect();
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(725531001, hashtext('secret:turn'))`);
    const firstRequest = site.stripe.paymentIntents.create(
      { amount: 100, currency: 'eur' },
      { idempotencyKey: 'turn', maxNetworkRetries: 0 },
    );
    await expect(firstRequest).rejects.toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    const secondRequest = site.stripe.paymentIntents.create(
      { amount: 100, currency: 'eur' },
      { idempotencyKey: 'turn', maxNetworkRetries: 10 },
    );
    await client.query('COMMIT');
    client.release();
    expect(await secondRequest).toMatchObject({ amount: 100 });
    await site.close();
  });
});

test('an unreachable provider is distinguished from one that rejects', async () => {
  const site = await openSimulatorSite();
  await site.close();
  const { keys } = site;
  const payments = createSimulatedPayments({
    keys,
    server: { protocol: 'http', host: '127.0.0.1', port: 1 },
  });
  await expect(payments.retrieve('pi_1')).rejects.toMatchObject({ name: 'PaymentsUnavailable' });
});

describe('the choice of the provider', () => {
  const stripe = { secretKey: 'sk_test_1', publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };

  test('is Stripe when its keys are set', async () => {
    const provider = await openPaymentProvider({
      stripe,
      pool: database.pool,
      logger: silentLogger,
    });
    expect(provider.simulator).toBeNull();
    expect(provider.payments.config).toEqual({
      provider: 'stripe',
      publishableKey: 'pk_test_1',
      apiBase: 'https://api.stripe.com',
    });
    await provider.close();
  });

  test('is otherwise the simulator at the own origin', async () => {
    const options = { stripe: undefined, pool: database.pool, logger: silentLogger };
    const provider = await openPaymentProvider(options);
    expect(provider.payments.config).toEqual({
      provider: 'simulator',
      publishableKey: provider.simulator?.keys.publishableKey,
      apiBase: '/payment-simulator',
    });
    await provider.close();
  });
});
