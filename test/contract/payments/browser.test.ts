import { randomUUID } from 'node:crypto';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { createBrowserClient, createCardForm, openSite, readResponse, type Site } from './simulator-site.ts';

const RETURN_URL = 'http://localhost:3000/wallet/payment/result?checked=';

let database: TestDatabase;
let site: Site;

beforeAll(async () => {
  database = await createDatabase();
  site = await openSite({ pool: database.pool, settleAfterMs: 3_600_000 });
});
afterAll(async () => {
  await site.close();
  await database.drop();
});

const startPayment = (amount = 1000) =>
  site.payments.start({ accountId: randomUUID(), amount, idempotencyKey: randomUUID() });

type StartedPayment = Awaited<ReturnType<typeof startPayment>>;

const confirmPayment = async (
  { id, clientSecret }: StartedPayment,
  form: Readonly<Record<string, string>>,
) => {
  const response = await createBrowserClient(site).post(`/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    return_url: RETURN_URL,
    ...form,
  });
  return readResponse(response);
};

const payByCard = (
  startedPayment: StartedPayment,
  number: string,
  changes: Readonly<Record<string, string>> = {},
) => confirmPayment(startedPayment, createCardForm(number, changes));

const fetchPayment = async ({ id, clientSecret }: StartedPayment) => {
  const response = await createBrowserClient(site).get(`/payment_intents/${id}`, {
    client_secret: clientSecret,
  });
  return readResponse(response);
};

describe('paying in a browser', () => {
  test.each(['4242424242424242', '4242 4242 4242 4242', '5555555555554444'])('%s pays', async (number) => {
    const startedPayment = await startPayment();
    const { status, body } = await payByCard(startedPayment, number);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: startedPayment.id, status: 'succeeded', amount: 1000 });
    expect((await fetchPayment(startedPayment)).body).toMatchObject({ status: 'succeeded' });
  });

  test('a card of American Express has a longer security code', async () => {
    const { body } = await payByCard(await startPayment(), '378282246310005', { cvc: '1234' });
    expect(body.status).toBe('succeeded');
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ])('%s is declined', async (number, code, declineCode, message) => {
    const startedPayment = await startPayment();
    const { status, body } = await payByCard(startedPayment, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      message,
      charge: expect.stringMatching(/^ch_/),
      payment_intent: { id: startedPayment.id, status: 'requires_payment_method' },
    });
    expect(body.error?.decline_code).toBe(declineCode);
    expect((await fetchPayment(startedPayment)).body.last_payment_error).toMatchObject({ code, message });
  });

  test.each([
    ['a wrong number', '4242424242424241', {}, 'incorrect_number', 'number'],
    ['a short number', '4242', {}, 'incorrect_number', 'number'],
    ['letters', 'abcd', {}, 'incorrect_number', 'number'],
    ['a month that is none', '4242424242424242', { exp_month: '13' }, 'invalid_expiry_month', 'exp_month'],
    ['a year gone by', '4242424242424242', { exp_year: '2020' }, 'invalid_expiry_year', 'exp_year'],
    ['a year far off', '4242424242424242', { exp_year: '2999' }, 'invalid_expiry_year', 'exp_year'],
    ['a short code', '4242424242424242', { cvc: '12' }, 'invalid_cvc', 'cvc'],
    ['a long code', '4242424242424242', { cvc: '1234' }, 'invalid_cvc', 'cvc'],
  ])('reports %s', async (_, number, changes, code, parameter) => {
    const startedPayment = await startPayment();
    const { status, body } = await payByCard(startedPayment, number, changes);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      param: parameter,
      message: expect.any(String),
    });
    expect((await fetchPayment(startedPayment)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: null,
    });
  });

  test('a real card is declined and not stored', async () => {
    const startedPayment = await startPayment();
    const { status, body } = await payByCard(startedPayment, '4539578763621486');
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    const rowsWithCardNumber = await database.pool.query(
      `SELECT 1 FROM simulator.payment_intents AS p WHERE p::text LIKE '%4539578763621486%'
       UNION ALL SELECT 1 FROM simulator.events AS e WHERE e::text LIKE '%4539578763621486%'
       UNION ALL SELECT 1 FROM simulator.idempotency_keys AS k WHERE k::text LIKE '%4539578763621486%'`,
    );
    expect(rowsWithCardNumber.rows).toEqual([]);
  });

  test.each([
    ['4000000000050007', 200, 'succeeded'],
    ['4000000000060006', 200, 'requires_payment_method'],
  ])('%s needs time', async (number, status, outcome) => {
    const startedPayment = await startPayment();
    const payment = await payByCard(startedPayment, number);
    expect(payment).toMatchObject({ status, body: { status: 'processing' } });
    expect(await site.payments.retrieve(startedPayment.id)).toMatchObject({
      status: 'processing',
      amountReceived: 0,
    });
    const { body } = await payByCard(startedPayment, '4242424242424242');
    expect(body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    await site.controls.settle();
    expect((await fetchPayment(startedPayment)).body.status).toBe(outcome);
    expect(await site.payments.retrieve(startedPayment.id)).toMatchObject({
      status: outcome,
      amountReceived: outcome === 'succeeded' ? 1000 : 0,
    });
  });

  test('reports missing and unknown fields', async () => {
    const startedPayment = await startPayment();
    const { 'payment_method_data[card][number]': _, ...withoutNumber } = createCardForm('4242424242424242');
    expect((await confirmPayment(startedPayment, withoutNumber)).body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'parameter_missing',
      param: 'payment_method_data[card][number]',
    });
    expect((await confirmPayment(startedPayment, { color: 'blue' })).body.error).toMatchObject({
      code: 'parameter_unknown',
      param: 'color',
    });
    expect((await confirmPayment(startedPayment, { return_url: 'javascript:alert(1)' })).status).toBe(400);
  });
});

describe('the 3-D Secure step', () => {
  const startChallenge = async (number: string) => {
    const startedPayment = await startPayment();
    const { body } = await payByCard(startedPayment, number);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    return { startedPayment, url: body.next_action?.redirect_to_url.url ?? '' };
  };

  const submitOutcome = (url: string, outcome: 'complete' | 'fail') =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

  const getRedirectUrl = (response: Response) => new URL(response.headers.get('location') ?? '');

  test.each(['4000002500003155', '4000000000003220'])('%s pays when it is completed', async (number) => {
    const { startedPayment, url } = await startChallenge(number);
    expect(url.startsWith(`${site.url}/payment-simulator/`)).toBe(true);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('10.00');
    const redirectResponse = await submitOutcome(url, 'complete');
    expect(redirectResponse.status).toBe(303);
    expect(Object.fromEntries(getRedirectUrl(redirectResponse).searchParams)).toEqual({
      checked: '',
      payment_intent: startedPayment.id,
      payment_intent_client_secret: startedPayment.clientSecret,
      redirect_status: 'succeeded',
    });
    expect((await fetchPayment(startedPayment)).body.status).toBe('succeeded');
  });

  test('fails when the holder fails it, and can be retried', async () => {
    const { startedPayment, url } = await startChallenge('4000000000003220');
    expect(getRedirectUrl(await submitOutcome(url, 'fail')).searchParams.get('redirect_status')).toBe(
      'failed',
    );
    expect((await fetchPayment(startedPayment)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await payByCard(startedPayment, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('may be followed by a decline', async () => {
    const { startedPayment, url } = await startChallenge('4000008400001629');
    expect(getRedirectUrl(await submitOutcome(url, 'complete')).searchParams.get('redirect_status')).toBe(
      'failed',
    );
    expect((await fetchPayment(startedPayment)).body.last_payment_error).toMatchObject({
      code: 'card_declined',
    });
  });

  test('is completed once, even if the button is pressed repeatedly', async () => {
    const { startedPayment, url } = await startChallenge('4000000000003220');
    const responses = await Promise.all([1, 2, 3, 4].map(() => submitOutcome(url, 'complete')));
    responses.push(await submitOutcome(url, 'fail'), await fetch(url, { redirect: 'manual' }));
    const statuses = responses.map((response) =>
      getRedirectUrl(response).searchParams.get('redirect_status'),
    );
    expect(statuses).toEqual(Array(6).fill('succeeded'));
    const charges = await site.stripe.charges.list({ payment_intent: startedPayment.id });
    expect(charges.data).toHaveLength(1);
  });

  test('cannot be guessed', async () => {
    expect((await fetch(`${site.url}/payment-simulator/challenges/abc`)).status).toBe(404);
    expect((await submitOutcome(`${site.url}/payment-simulator/challenges/abc`, 'complete')).status).toBe(
      404,
    );
  });
});

describe('a browser cannot', () => {
  test.each([undefined, 'pi_1_secret_2'])('access a payment with the secret %s', async (secret) => {
    const startedPayment = await startPayment();
    const form = { ...createCardForm('4242424242424242'), ...(secret && { client_secret: secret }) };
    const browser = createBrowserClient(site);
    const confirmResponse = await browser.post(`/payment_intents/${startedPayment.id}/confirm`, form);
    const readResponseOfPayment = await browser.get(
      `/payment_intents/${startedPayment.id}`,
      secret ? { client_secret: secret } : {},
    );
    expect([confirmResponse.status, readResponseOfPayment.status]).toEqual(secret ? [404, 404] : [400, 400]);
    expect((await fetchPayment(startedPayment)).body.status).toBe('requires_payment_method');
  });

  test.each([
    ['GET', '/payment_intents'],
    ['POST', '/payment_intents'],
    ['POST', '/refunds'],
    ['GET', '/events'],
    ['POST', '/simulator/disputes'],
  ])('%s %s', async (method, path) => {
    const headers = { Authorization: `Bearer ${site.keys.publishableKey}` };
    const response = await fetch(`${site.api}${path}`, { method, headers });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ error: { code: 'secret_key_required' } });
  });

  test('read what only the shop may read', async () => {
    const { body } = await fetchPayment(await startPayment());
    for (const name of ['metadata', 'latest_charge', 'amount_received'])
      expect(body).not.toHaveProperty(name);
  });

  test('call without a key or with a wrong one', async () => {
    const startedPayment = await startPayment();
    const url = `${site.api}/payment_intents/${startedPayment.id}?client_secret=${startedPayment.clientSecret}`;
    const wrongKey = { headers: { Authorization: 'Bearer pk_test_wrong' } };
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, wrongKey)).status).toBe(401);
    expect((await fetch(`${url}&key=${site.keys.publishableKey}`)).status).toBe(200);
  });

  test('read responses from pages of another origin', async () => {
    const startedPayment = await startPayment();
    const response = await fetch(
      `${site.api}/payment_intents/${startedPayment.id}?client_secret=${startedPayment.clientSecret}`,
      {
        headers: { Origin: 'http://elsewhere.example', Authorization: `Bearer ${site.keys.publishableKey}` },
      },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('send an endless request', async () => {
    const { id, clientSecret } = await startPayment();
    const form = { client_secret: clientSecret, return_url: `http://localhost/${'x'.repeat(70_000)}` };
    const response = await createBrowserClient(site).post(`/payment_intents/${id}/confirm`, form);
    expect(response.status).toBe(413);
  });
});

test('the simulator opens disputes too, as a bank does', async () => {
  const startedPayment = await startPayment();
  await payByCard(startedPayment, '4242424242424242');
  const charges = await site.stripe.charges.list({ payment_intent: startedPayment.id });
  const charge = charges.data[0]?.id ?? '';
  const dispute = await site.stripe.rawRequest('POST', '/v1/simulator/disputes', { charge, amount: 600 });
  expect(await site.payments.retrieve(startedPayment.id)).toMatchObject({
    disputes: [{ amount: 600, state: 'open' }],
  });
  expect(dispute).toMatchObject({ object: 'dispute', reason: 'fraudulent' });
  await expect(site.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
});

test.each([
  ['4000000000007726', 'pending', 'succeeded', 400],
  ['4000000000005126', 'succeeded', 'failed', 0],
])('refunds to %s are first %s, then %s', async (number, firstState, finalState, amountRefunded) => {
  const startedPayment = await startPayment();
  await payByCard(startedPayment, number);
  await site.stripe.refunds.create({ payment_intent: startedPayment.id, amount: 400 });
  expect(await site.payments.retrieve(startedPayment.id)).toMatchObject({
    amountRefunded: 400,
    refunds: [{ amount: 400, state: firstState }],
  });
  await site.controls.settle();
  expect(await site.payments.retrieve(startedPayment.id)).toMatchObject({
    amountRefunded,
    refunds: [{ amount: 400, state: finalState }],
  });
});
