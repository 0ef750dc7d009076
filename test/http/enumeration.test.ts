/** Answers, their duration and limits do not reveal which addresses and usernames are registered. */
import { createPasswords } from '../../adapters/private-data/passwords.ts';
import * as accounts from '../../contract/accounts.ts';
import * as moderation from '../../contract/moderation.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import {
  createUsername,
  PASSWORD,
  registerNewUser,
  registerStaff,
  registerVerifiedUser,
} from './support/people.ts';

const UNKNOWN = 'nobody@example.org';

const apis: TestApi[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});

async function open(options: Parameters<typeof startTestApi>[0] = {}) {
  const api = await startTestApi(options);
  apis.push(api);
  return { api, client: createClient(api.url) };
}

/** Creates an account in each state; returns their usernames with their addresses. */
async function createAccounts(api: TestApi, client: Client) {
  const staff = await registerStaff(api, client, 'ADMIN');
  const unverified = await registerNewUser(client);
  const verified = await registerVerifiedUser(api, client);
  const banned = await registerVerifiedUser(api, client);
  const deactivated = await registerVerifiedUser(api, client);
  const googleUser = await registerVerifiedUser(api, client);
  const erased = await registerVerifiedUser(api, client);
  await client.ok(moderation.banProfile, {
    token: staff.token,
    params: { id: banned.dataUser.id },
    body: { reason: 'Spam' },
  });
  await client.ok(accounts.deactivateProfile, { token: deactivated.token });
  await api.database.pool.query('UPDATE private.accounts SET password_hash = NULL WHERE account_id = $1', [
    googleUser.dataUser.id,
  ]);
  await api.foundation.privateData.registry.erase(erased.dataUser.id);
  return [unverified, verified, banned, deactivated, googleUser, erased].map(({ dataUser }) => dataUser);
}

/** Returns the parts of a response that do not depend on the caller. */
const describeResponse = ({ status, headers, body }: Awaited<ReturnType<Client['send']>>) => ({
  status,
  body,
  headers: [...headers.keys()].sort(),
});

test('asking for a new password is answered alike for every address', async () => {
  const { api, client } = await open();
  const addresses = (await createAccounts(api, client)).map(({ email }) => email);
  const ask = async (email: string) =>
    describeResponse(await client.send(accounts.forgotPassword, { body: { email } }));
  const expected = await ask(UNKNOWN);
  expect(expected.status).toBe(204);
  for (const email of addresses) expect(await ask(email)).toEqual(expected);
});

test('the answer does not wait until the address is looked up', async () => {
  const { client } = await open({
    adapt: (foundation) => ({
      ...foundation,
      privateData: {
        ...foundation.privateData,
        registry: {
          ...foundation.privateData.registry,
          findAccountByEmail: () => new Promise<never>(() => {}),
        },
      },
    }),
  });
  expect((await client.send(accounts.forgotPassword, { body: { email: UNKNOWN } })).status).toBe(204);
});

test('asking too often is refused at the same time for known and unknown addresses', async () => {
  const { api, client } = await open({ isThrottled: true });
  const { dataUser } = await registerVerifiedUser(api, client);
  const requestUntilLimited = async (email: string, network: string) => {
    const statuses: number[] = [];
    while (statuses.length < 40 && statuses.at(-1) !== 429) {
      const headers = { 'X-Forwarded-For': network };
      statuses.push((await client.send(accounts.forgotPassword, { body: { email }, headers })).status);
    }
    return statuses;
  };
  const knownResponses = await requestUntilLimited(dataUser.email, '203.0.113.1');
  expect(knownResponses.at(-1)).toBe(429);
  expect(await requestUntilLimited(UNKNOWN, '198.51.100.1')).toEqual(knownResponses);
});

test('a wrong login is answered alike, and hashes one password, whether or not the username is known', async () => {
  const verified: (string | null)[] = [];
  const { api, client } = await open({
    adapt: (foundation) => {
      const verify: Passwords['verify'] = (password, hash, group) => {
        verified.push(hash);
        return foundation.passwords.verify(password, hash, group);
      };
      return { ...foundation, passwords: { ...foundation.passwords, verify } };
    },
  });
  const usernames = (await createAccounts(api, client)).map(({ nickname }) => nickname);
  const logIn = async (username: string) =>
    describeResponse(await client.send(accounts.login, { body: { username, password: `${PASSWORD}!` } }));
  const expected = await logIn(createUsername());
  expect(expected).toMatchObject({ status: 400, body: { code: 'INCORRECT_CREDENTIALS' } });
  verified.length = 0;
  for (const username of usernames) expect(await logIn(username)).toEqual(expected);
  expect(verified).toHaveLength(usernames.length);
});

test('an unknown username costs as much computation as a known one', async () => {
  const passwords = createPasswords();
  const measure = async (hash: string | null) => {
    const before = process.cpuUsage();
    for (let n = 0; n < 5; n += 1) expect(await passwords.verify('Wr0ngOne!', hash)).toBe(false);
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const hash = await passwords.hash(PASSWORD);
  await measure(null);
  expect(await measure(null)).toBeGreaterThan((await measure(hash)) / 4);
});
