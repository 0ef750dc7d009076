/**
 * Tests that responses, their durations and rate limits do not reveal which email addresses and usernames are
 * registered.
 */
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

const UNKNOWN_EMAIL = 'nobody@example.org';

const apis: TestApi[] = [];
afterEach(async () => {
  for (const api of apis.splice(0)) await api.close();
});

async function startApi(options: Parameters<typeof startTestApi>[0] = {}) {
  const api = await startTestApi(options);
  apis.push(api);
  return { api, client: createClient(api.url) };
}

/** Creates one account in each state. Returns the accounts' user data. */
async function createAccounts(api: TestApi, client: Client) {
  const staff = await registerStaff(api, client, 'ADMIN');
  const unverifiedUser = await registerNewUser(client);
  const verifiedUser = await registerVerifiedUser(api, client);
  const bannedUser = await registerVerifiedUser(api, client);
  const deactivatedUser = await registerVerifiedUser(api, client);
  const googleUser = await registerVerifiedUser(api, client);
  const erasedUser = await registerVerifiedUser(api, client);
  await client.ok(moderation.banProfile, {
    token: staff.token,
    params: { id: bannedUser.dataUser.id },
    body: { reason: 'Spam' },
  });
  await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
  await api.database.pool.query('UPDATE private.accounts SET password_hash = NULL WHERE account_id = $1', [
    googleUser.dataUser.id,
  ]);
  await api.foundation.privateData.registry.erase(erasedUser.dataUser.id);
  return [unverifiedUser, verifiedUser, bannedUser, deactivatedUser, googleUser, erasedUser].map(
    ({ dataUser }) => dataUser,
  );
}

/** Returns the parts of a response that do not depend on the caller. */
const describeResponse = ({ status, headers, body }: Awaited<ReturnType<Client['send']>>) => ({
  status,
  body,
  headers: [...headers.keys()].sort(),
});

test('a password reset request returns the same response for every address', async () => {
  const { api, client } = await startApi();
  const addresses = (await createAccounts(api, client)).map(({ email }) => email);
  const requestReset = async (email: string) =>
    describeResponse(await client.send(accounts.forgotPassword, { body: { email } }));
  const unknownResponse = await requestReset(UNKNOWN_EMAIL);
  expect(unknownResponse.status).toBe(204);
  for (const email of addresses) expect(await requestReset(email)).toEqual(unknownResponse);
});

test('the response does not wait for the lookup of the address', async () => {
  const { client } = await startApi({
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
  expect((await client.send(accounts.forgotPassword, { body: { email: UNKNOWN_EMAIL } })).status).toBe(204);
});

test('known and unknown addresses have the same rate limit', async () => {
  const { api, client } = await startApi({ isThrottled: true });
  const { dataUser } = await registerVerifiedUser(api, client);
  const requestUntilLimited = async (email: string, network: string) => {
    const statuses: number[] = [];
    while (statuses.length < 40 && statuses.at(-1) !== 429) {
      const headers = { 'X-Forwarded-For': network };
      statuses.push((await client.send(accounts.forgotPassword, { body: { email }, headers })).status);
    }
    return statuses;
  };
  const knownStatuses = await requestUntilLimited(dataUser.email, '203.0.113.1');
  expect(knownStatuses.at(-1)).toBe(429);
  expect(await requestUntilLimited(UNKNOWN_EMAIL, '198.51.100.1')).toEqual(knownStatuses);
});

test('a failed login returns the same response and hashes one password for known and unknown usernames', async () => {
  const verifiedHashes: (string | null)[] = [];
  const { api, client } = await startApi({
    adapt: (foundation) => {
      const verify: Passwords['verify'] = (password, hash, group) => {
        verifiedHashes.push(hash);
        return foundation.passwords.verify(password, hash, group);
      };
      return { ...foundation, passwords: { ...foundation.passwords, verify } };
    },
  });
  const usernames = (await createAccounts(api, client)).map(({ nickname }) => nickname);
  const logIn = async (username: string) =>
    describeResponse(await client.send(accounts.login, { body: { username, password: `${PASSWORD}!` } }));
  const unknownResponse = await logIn(createUsername());
  expect(unknownResponse).toMatchObject({ status: 400, body: { code: 'INCORRECT_CREDENTIALS' } });
  verifiedHashes.length = 0;
  for (const username of usernames) expect(await logIn(username)).toEqual(unknownResponse);
  expect(verifiedHashes).toHaveLength(usernames.length);
});
