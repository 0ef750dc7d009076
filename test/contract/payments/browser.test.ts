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

const start = (amount = 1000) =>
  site.payments.start({ accountId: randomUUID(), amount, idempotencyKey: randomUUID() });

type Started = Awaited<ReturnType<typeof start>>;

const confirm = async ({ id, clientSecret }: Started, form: Readonly<Record<string, string>>) => {
  const response = await createBrowserClient(site).post(`/payment_intents/${id}/confirm`, {
    client_secret: clientSecret,
    return_url: RETURN_URL,
    ...form,
  });
  return readResponse(response);
};

const pay = (started: Started, number: string, changes: Readonly<Record<string, string>> = {}) =>
  confirm(started, createCardForm(number, changes));

const lookUp = async ({ id, clientSecret }: Started) => {
  const response = await createBrowserClient(site).get(`/payment_intents/${id}`, {
    client_secret: clientSecret,
  });
  return readResponse(response);
};

describe('paying in a browser', () => {
  test.each(['4242424242424242', '4242 4242 4242 4242', '5555555555554444'])('%s pays', async (number) => {
    const started = await start();
    const { status, body } = await pay(started, number);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id: started.id, status: 'succeeded', amount: 1000 });
    expect((await lookUp(started)).body).toMatchObject({ status: 'succeeded' });
  });

  test('a card of American Express has a longer security code', async () => {
    const { body } = await pay(await start(), '378282246310005', { cvc: '1234' });
    expect(body.status).toBe('succeeded');
  });

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
    ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
    ['4000000000000069', 'expired_card', undefined, 'Your card has expired.'],
    ['4000000000000127', 'incorrect_cvc', undefined, "Your card's security code is incorrect."],
  ])('%s is declined', async (number, code, declineCode, message) => {
    const started = await start();
    const { status, body } = await pay(started, number);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({
      type: 'card_error',
      code,
      message,
      charge: expect.stringMatching(/^ch_/),
      payment_intent: { id: started.id, status: 'requires_payment_method' },
    });
    expect(body.error?.decline_code).toBe(declineCode);
    expect((await lookUp(started)).body.last_payment_error).toMatchObject({ code, message });
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
  ])('reports %s', async (_, number, changes, code, param) => {
    const started = await start();
    const { status, body } = await pay(started, number, changes);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, param, message: expect.any(String) });
    expect((await lookUp(started)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: null,
    });
  });

  test('a real card is declined and not stored', async () => {
    const started = await start();
    const { status, body } = await pay(started, '4539578763621486');
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ code: 'card_declined', decline_code: 'test_mode_live_card' });
    const stored = await database.pool.query(
      `SELECT 1 FROM simulator.payment_intents AS p WHERE p::text LIKE '%4539578763621486%'
       UNION ALL SELECT 1 FROM simulator.events AS e WHERE e::text LIKE '%4539578763621486%'
       UNION ALL SELECT 1 FROM simulator.idempotency_keys AS k WHERE k::text LIKE '%4539578763621486%'`,
    );
    expect(stored.rows).toEqual([]);
  });

  test.each([
    ['4000000000050007', 200, 'succeeded'],
    ['4000000000060006', 200, 'requires_payment_method'],
  ])('%s needs time', async (number, status, outcome) => {
    const started = await start();
    const payment = await pay(started, number);
    expect(payment).toMatchObject({ status, body: { status: 'processing' } });
    expect(await site.payments.retrieve(started.id)).toMatchObject({
      status: 'processing',
      amountReceived: 0,
    });
    const { body } = await pay(started, '4242424242424242');
    expect(body.error).toMatchObject({ code: 'payment_intent_unexpected_state' });
    await site.controls.settle();
    expect((await lookUp(started)).body.status).toBe(outcome);
    expect(await site.payments.retrieve(started.id)).toMatchObject({
      status: outcome,
      amountReceived: outcome === 'succeeded' ? 1000 : 0,
    });
  });

  test('reports missing and unknown fields', async () => {
    const started = await start();
    const { 'payment_method_data[card][number]': _, ...withoutNumber } = createCardForm('4242424242424242');
    expect((await confirm(started, withoutNumber)).body.error).toMatchObject({
      type: 'invalid_request_error',
      code: 'parameter_missing',
      param: 'payment_method_data[card][number]',
    });
    expect((await confirm(started, { color: 'blue' })).body.error).toMatchObject({
      code: 'parameter_unknown',
      param: 'color',
    });
    expect((await confirm(started, { return_url: 'javascript:alert(1)' })).status).toBe(400);
  });
});

describe('the 3-D Secure step', () => {
  const startChallenge = async (number: string) => {
    const started = await start();
    const { body } = await pay(started, number);
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'redirect_to_url' } });
    return { started, url: body.next_action?.redirect_to_url.url ?? '' };
  };

  const press = (url: string, outcome: 'complete' | 'fail') =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

  const getRedirectUrl = (response: Response) => new URL(response.headers.get('location') ?? '');

  test.each(['4000002500003155', '4000000000003220'])('%s pays when it is completed', async (number) => {
    const { started, url } = await startChallenge(number);
    expect(url.startsWith(`${site.url}/payment-simulator/`)).toBe(true);
    const page = await fetch(url);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('10.00');
    const back = await press(url, 'complete');
    expect(back.status).toBe(303);
    expect(Object.fromEntries(getRedirectUrl(back).searchParams)).toEqual({
      checked: '',
      payment_intent: started.id,
      payment_intent_client_secret: started.clientSecret,
      redirect_status: 'succeeded',
    });
    expect((await lookUp(started)).body.status).toBe('succeeded');
  });

  test('fails when the holder fails it, and can be retried', async () => {
    const { started, url } = await startChallenge('4000000000003220');
    expect(getRedirectUrl(await press(url, 'fail')).searchParams.get('redirect_status')).toBe('failed');
    expect((await lookUp(started)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
    });
    expect((await pay(started, '4242424242424242')).body.status).toBe('succeeded');
  });

  test('may be followed by a decline', async () => {
    const { started, url } = await startChallenge('4000008400001629');
    expect(getRedirectUrl(await press(url, 'complete')).searchParams.get('redirect_status')).toBe('failed');
    expect((await lookUp(started)).body.last_payment_error).toMatchObject({ code: 'card_declined' });
  });

  test('is completed once, even if the button is pressed repeatedly', async () => {
    const { started, url } = await startChallenge('4000000000003220');
    const responses = await Promise.all([1, 2, 3, 4].map(() => press(url, 'complete')));
    responses.push(await press(url, 'fail'), await fetch(url, { redirect: 'manual' }));
    const statuses = responses.map((response) =>
      getRedirectUrl(response).searchParams.get('redirect_status'),
    );
    expect(statuses).toEqual(Array(6).fill('succeeded'));
    const charges = await site.stripe.charges.list({ payment_intent: started.id });
    expect(charges.data).toHaveLength(1);
  });

  test('cannot be guessed', async () => {
    expect((await fetch(`${site.url}/payment-simulator/challenges/abc`)).status).toBe(404);
    expect((await press(`${site.url}/payment-simulator/challenges/abc`, 'complete')).status).toBe(404);
  });
});

describe('a browser cannot', () => {
  test.each([undefined, 'pi_1_secret_2'])('access a payment with the secret %s', async (secret) => {
    const started = await start();
    const form = { ...createCardForm('4242424242424242'), ...(secret && { client_secret: secret }) };
    const browser = createBrowserClient(site);
    const confirmed = await browser.post(`/payment_intents/${started.id}/confirm`, form);
    const read = await browser.get(`/payment_intents/${started.id}`, secret ? { client_secret: secret } : {});
    expect([confirmed.status, read.status]).toEqual(secret ? [404, 404] : [400, 400]);
    expect((await lookUp(started)).body.status).toBe('requires_payment_method');
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
    const { body } = await lookUp(await start());
    for (const name of ['metadata', 'latest_charge', 'amount_received'])
      expect(body).not.toHaveProperty(name);
  });

  test('call without a key or with a wrong one', async () => {
    const started = await start();
    const url = `${site.api}/payment_intents/${started.id}?client_secret=${started.clientSecret}`;
    const wrongKey = { headers: { Authorization: 'Bearer pk_test_wrong' } };
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, wrongKey)).status).toBe(401);
    expect((await fetch(`${url}&key=${site.keys.publishableKey}`)).status).toBe(200);
  });

  test('read responses from pages of another origin', async () => {
    const started = await start();
    const response = await fetch(
      `${site.api}/payment_intents/${started.id}?client_secret=${started.clientSecret}`,
      {
        headers: { Origin: 'http://elsewhere.example', Authorization: `Bearer ${site.keys.publishableKey}` },
      },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('send an endless request', async () => {
    const { id, clientSecret } = await start();
    const form = { client_secret: clientSecret, return_url: `http://localhost/${'x'.repeat(70_000)}` };
    const response = await createBrowserClient(site).post(`/payment_intents/${id}/confirm`, form);
    expect(response.status).toBe(413);
  });
});

test('the simulator opens disputes too, as a bank does', async () => {
  const started = await start();
  await pay(started, '4242424242424242');
  const charges = await site.stripe.charges.list({ payment_intent: started.id });
  const charge = charges.data[0]?.id ?? '';
  const dispute = await site.stripe.rawRequest('POST', '/v1/simulator/disputes', { charge, amount: 600 });
  expect(await site.payments.retrieve(started.id)).toMatchObject({
    disputes: [{ amount: 600, state: 'open' }],
  });
  expect(dispute).toMatchObject({ object: 'dispute', reason: 'fraudulent' });
  await expect(site.stripe.refunds.create({ charge })).rejects.toMatchObject({ code: 'charge_disputed' });
});

test.each([
  ['4000000000007726', 'pending', 'succeeded', 400],
  ['4000000000005126', 'succeeded', 'failed', 0],
])('refunds to %s are first %s, then %s', async (number, first, last, refunded) => {
  const started = await start();
  await pay(started, number);
  await site.stripe.refunds.create({ payment_intent: started.id, amount: 400 });
  expect(await site.payments.retrieve(started.id)).toMatchObject({
    amountRefunded: 400,
    refunds: [{ amount: 400, state: first }],
  });
  await site.controls.settle();
  expect(await site.payments.retrieve(started.id)).toMatchObject({
    amountRefunded: refunded,
    refunds: [{ amount: 400, state: last }],
  });
});
