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

/** Makes attempts one after another. Returns their statuses and the last response. */
async function repeatAttempt<A>(times: number, attempt: (n: number) => Promise<ApiResponse<A>>) {
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
  const retryAfter = Number(headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(300);
};

test('an address or IPv6 network has 30 login attempts over all processes', async () => {
  const secondClient = createClient((await api.startAnotherApi()).url);
  const { statuses, last } = await repeatAttempt(31, (n) =>
    (n % 2 ? client : secondClient).send(accounts.login, {
      body: { username: `nobody${n}`, password: 'x' },
      headers: createAddressHeader(`2001:db8:1:2::${n.toString(16)}`),
    }),
  );
  expect(statuses).toEqual([...Array(30).fill(400), 429]);
  expectSlowDown(last);
  const neighbourResponse = await client.send(accounts.login, {
    body: { username: 'nobody', password: 'x' },
    headers: createAddressHeader('2001:db8:1:3::1'),
  });
  expect(neighbourResponse.status).toBe(400);
});

test('an address can register 30 accounts a minute', async () => {
  const { statuses, last } = await repeatAttempt(31, () =>
    client.send(accounts.registerUser, {
      body: createRegistration(createUsername()),
      headers: createAddressHeader('10.3.0.1'),
    }),
  );
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
  expectSlowDown(last);
});

test('registrations that exceed the limit per minute do not count for the limit per day', async () => {
  const { throttle } = api.foundation;
  const address = '10.3.0.2';
  for (let count = 0; count < 30; count += 1) await throttle.take(THROTTLE_RULES.registerMinute, address);
  const { statuses } = await repeatAttempt(3, () =>
    client.send(accounts.registerUser, {
      body: createRegistration(createUsername()),
      headers: createAddressHeader(address),
    }),
  );
  expect(statuses).toEqual([429, 429, 429]);
  expect((await throttle.takeAndCount(THROTTLE_RULES.registerDay, address)).taken).toBe(1);
});

test('an address can start 30 sign-ins', async () => {
  const { statuses } = await repeatAttempt(31, () =>
    client.send(accounts.googleLogin, { headers: createAddressHeader('10.4.0.1') }),
  );
  expect(statuses.slice(-2)).toEqual([200, 429]);
});

test('an account can post 60 times a minute', async () => {
  const { token } = await registerNewUser(client);
  const { statuses, last } = await repeatAttempt(61, (n) =>
    client.send(posts.createPublication, { token, body: { text: `number ${n}` } }),
  );
  expect(statuses).toEqual([...Array(60).fill(200), 429]);
  expectSlowDown(last);
  const otherUser = await registerNewUser(client);
  await publishPost(client, otherUser.token);
});

describe('payments', () => {
  const startPurchase = (token: string, headers: Readonly<Record<string, string>>) =>
    client.send(createPaymentIntent, { token, headers, body: { amount: 500 } });

  test('can be started 60 times a minute by an account, and a repeated request counts once', async () => {
    const { token } = await registerNewUser(client);
    const headers = { ...createAddressHeader('10.6.0.1'), 'Idempotency-Key': randomUUID() };
    const repeatedAttempts = await repeatAttempt(5, () => startPurchase(token, headers));
    expect(repeatedAttempts.statuses).toEqual(Array(5).fill(200));
    const { statuses, last } = await repeatAttempt(60, (n) =>
      startPurchase(token, createAddressHeader(`10.6.1.${n}`)),
    );
    expect(statuses).toEqual([...Array(59).fill(200), 429]);
    expectSlowDown(last);
  });

  test('can be started 600 times a minute from an address', async () => {
    const { token } = await registerNewUser(client);
    for (let count = 0; count < 599; count += 1)
      expect(await api.foundation.throttle.take(THROTTLE_RULES.paymentsAddress, '10.7.0.1')).toBe(0);
    const { statuses, last } = await repeatAttempt(2, () =>
      startPurchase(token, createAddressHeader('10.7.0.1')),
    );
    expect(statuses).toEqual([200, 429]);
    expectSlowDown(last);
    expect((await startPurchase(token, createAddressHeader('10.7.0.2'))).status).toBe(200);
  });

  test('that exceed a limit succeed later under the same key', async () => {
    const { token } = await registerNewUser(client);
    for (let count = 0; count < 600; count += 1)
      await api.foundation.throttle.take(THROTTLE_RULES.paymentsAddress, '10.8.0.1');
    const keyHeader = { 'Idempotency-Key': randomUUID() };
    expectSlowDown(await startPurchase(token, { ...createAddressHeader('10.8.0.1'), ...keyHeader }));
    const { status } = await startPurchase(token, { ...createAddressHeader('10.8.0.2'), ...keyHeader });
    expect(status).toBe(200);
  });
});

test('an account can write 300 times a minute and still read after that', async () => {
  const { token } = await registerNewUser(client);
  const { statuses, last } = await repeatAttempt(301, () =>
    client.send(accounts.updateProfile, { token, body: { type: 'profileName', newData: '' } }),
  );
  expect(statuses).toEqual([...Array(300).fill(400), 429]);
  expectSlowDown(last);
  expect((await client.send(posts.forYouPublications, { token })).status).toBe(200);
});

test('an account beyond its write limit can log out', async () => {
  const { token } = await registerNewUser(client);
  const { last } = await repeatAttempt(301, () =>
    client.send(accounts.updateProfile, { token, body: { type: 'profileName', newData: '' } }),
  );
  expectSlowDown(last);
  expect((await client.send(accounts.logout, { token })).status).toBe(204);
  expect((await client.send(posts.forYouPublications, { token })).status).toBe(401);
});
