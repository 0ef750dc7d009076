import { randomUUID } from 'node:crypto';
import { THROTTLE_RULES } from '../../api/http/throttling.ts';
import * as accounts from '../../contract/accounts.ts';
import { createPaymentIntent } from '../../contract/payments.ts';
import * as posts from '../../contract/posts.ts';
import { type ApiResponse, createClient } from './support/client.ts';
import { createRegistration, createUsername, publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi({ isThrottled: true });

const createAddressHeader = (address: string) => ({ 'X-Forwarded-For': address });

/** Returns the statuses of several attempts, one after another, and the last response. */
async function tryTimes<A>(times: number, attempt: (n: number) => Promise<ApiResponse<A>>) {
  const statuses: number[] = [];
  let last: ApiResponse<A> | undefined;
  for (let n = 0; n < times; n += 1) {
    last = await attempt(n);
    statuses.push(last.status);
  }
  return { statuses, last: last as ApiResponse<A> };
}

const expectSlowDown = ({ status, headers, body }: ApiResponse<{ code: string }>) => {
  expect([status, body.code]).toEqual([429, 'SLOW_DOWN']);
  const wait = Number(headers.get('retry-after'));
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(300);
};

test('an address or IPv6 network has 30 login attempts over all processes', async () => {
  const second = createClient((await api.startAnother()).url);
  const { statuses, last } = await tryTimes(31, (n) =>
    (n % 2 ? client : second).send(accounts.login, {
      body: { username: `nobody${n}`, password: 'x' },
      headers: createAddressHeader(`2001:db8:1:2::${n.toString(16)}`),
    }),
  );
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
  expectSlowDown(last);
  const neighbour = await client.send(accounts.login, {
    body: { username: 'nobody', password: 'x' },
    headers: createAddressHeader('2001:db8:1:3::1'),
  });
  expect(neighbour.status).toBe(400);
});

test('an address can register 30 accounts a minute', async () => {
  const { statuses, last } = await tryTimes(31, () =>
    client.send(accounts.registerUser, {
      body: createRegistration(createUsername()),
      headers: createAddressHeader('10.3.0.1'),
    }),
  );
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expectSlowDown(last);
});

test('an address can start 30 sign-ins', async () => {
  const { statuses } = await tryTimes(31, () =>
    client.send(accounts.googleLogin, { headers: createAddressHeader('10.4.0.1') }),
  );
  expect(statuses.slice(-2)).toEqual([200, 429]);
});

test('an account can post 60 times a minute', async () => {
  const { token } = await registerNewUser(client);
  const { statuses, last } = await tryTimes(61, (n) =>
    client.send(posts.createPublication, { token, body: { text: `number ${n}` } }),
  );
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  expectSlowDown(last);
  const other = await registerNewUser(client);
  await publishPost(client, other.token);
});

describe('payments', () => {
  const startPurchase = (token: string, headers: Readonly<Record<string, string>>) =>
    client.send(createPaymentIntent, { token, headers, body: { amount: 500 } });

  test('can be started 10 times a minute by an account; a repetition counts once', async () => {
    const { token } = await registerNewUser(client);
    const key = { ...createAddressHeader('10.6.0.1'), 'Idempotency-Key': randomUUID() };
    const repeated = await tryTimes(5, () => startPurchase(token, key));
    expect(repeated.statuses).toEqual(Array(5).fill(200));
    const { statuses, last } = await tryTimes(10, (n) =>
      startPurchase(token, createAddressHeader(`10.6.1.${n}`)),
    );
    expect(statuses).toEqual([...Array(9).fill(200), 429]);
    expectSlowDown(last);
  });

  test('can be started 100 times a minute from an address', async () => {
    const { token } = await registerNewUser(client);
    for (let takenCount = 0; takenCount < 99; takenCount += 1)
      expect(await api.foundation.throttle.take(THROTTLE_RULES.paymentsAddress, '10.7.0.1')).toBe(0);
    const { statuses, last } = await tryTimes(2, () => startPurchase(token, createAddressHeader('10.7.0.1')));
    expect(statuses).toEqual([200, 429]);
    expectSlowDown(last);
    expect((await startPurchase(token, createAddressHeader('10.7.0.2'))).status).toBe(200);
  });

  test('refused for too many requests succeed later under the same key', async () => {
    const { token } = await registerNewUser(client);
    for (let takenCount = 0; takenCount < 100; takenCount += 1)
      await api.foundation.throttle.take(THROTTLE_RULES.paymentsAddress, '10.8.0.1');
    const key = { 'Idempotency-Key': randomUUID() };
    expectSlowDown(await startPurchase(token, { ...createAddressHeader('10.8.0.1'), ...key }));
    const { status } = await startPurchase(token, { ...createAddressHeader('10.8.0.2'), ...key });
    expect(status).toBe(200);
  });
});

test('an account can write 300 times a minute and then still read', async () => {
  const { token } = await registerNewUser(client);
  const { statuses, last } = await tryTimes(301, () =>
    client.send(accounts.updateProfile, { token, body: { type: 'profileName', newData: '' } }),
  );
  expect(statuses).toEqual([...Array(300).fill(400), 429]);
  expectSlowDown(last);
  expect((await client.send(posts.forYouPublications, { token })).status).toBe(200);
});

test('an account beyond its write limit can log out', async () => {
  const { token } = await registerNewUser(client);
  const { last } = await tryTimes(301, () =>
    client.send(accounts.updateProfile, { token, body: { type: 'profileName', newData: '' } }),
  );
  expectSlowDown(last);
  expect((await client.send(accounts.logout, { token })).status).toBe(204);
  expect((await client.send(posts.forYouPublications, { token })).status).toBe(401);
});
