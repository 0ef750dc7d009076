import { jest } from '@jest/globals';
import { getDelaySeconds } from '../../api/accounts/login-guard.ts';
import { getNetwork } from '../../api/http/client-address.ts';
import { hashName, THROTTLE_RULES } from '../../api/http/throttling.ts';
import * as accounts from '../../contract/accounts.ts';
import { banProfile, reactivateProfile } from '../../contract/moderation.ts';
import type { Passwords } from '../../domain/ports/passwords.ts';
import { PasswordsOverloaded } from '../../domain/ports/passwords.ts';
import { waitUntil } from '../support/wait.ts';
import { type Client, createClient } from './support/client.ts';
import {
  createRegistration,
  createUsername,
  PASSWORD,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondClient: Client;

setUpTestApi({ isThrottled: true });
beforeAll(async () => {
  secondClient = createClient((await api.startAnotherApi()).url);
});

const WRONG_PASSWORD = 'Wr0ngOne!';

interface LoginOptions {
  readonly password?: string;
  readonly device?: string | undefined;
  readonly apiClient?: Client;
}

const logIn = (
  username: string,
  address: string,
  { password = WRONG_PASSWORD, device, apiClient }: LoginOptions = {},
) =>
  (apiClient ?? client).send(accounts.login, {
    body: { username, password },
    headers: { 'X-Forwarded-For': address, ...(device && { 'X-Device-Token': device }) },
  });

/** Makes attempts one after another. Returns their response statuses. */
async function getStatuses(
  times: number,
  attempt: (n: number) => ReturnType<typeof logIn>,
): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push((await attempt(n)).status);
  return statuses;
}

/** Adds failed logins to the username's rate limit, without sending login requests. */
async function countFailures(username: string, times: number): Promise<void> {
  for (let n = 0; n < times; n += 1)
    await api.foundation.throttle.takeAndCount(THROTTLE_RULES.loginUsername, hashName(username));
}

const expectLocked = ({ status, headers, body }: Awaited<ReturnType<typeof logIn>>, seconds: number) => {
  expect([status, body.code, body.message]).toEqual([
    429,
    'LOGIN_LOCKED',
    'Too many wrong passwords. Please try again later.',
  ]);
  const retryAfter = Number(headers.get('retry-after'));
  expect(retryAfter).toBeGreaterThan(seconds - 30);
  expect(retryAfter).toBeLessThanOrEqual(seconds);
};

/** Number of networks created so far. Network n is 203.0.n.0/24. */
let networkCount = 0;
const createNetwork = (): string => {
  networkCount += 1;
  return `203.0.${networkCount}`;
};

describe('ten wrong passwords of a username from one network', () => {
  test('lock that pair for five minutes in every process, also for the correct password', async () => {
    const [username, attackerNetwork, otherNetwork] = [createUsername(), createNetwork(), createNetwork()];
    await registerNewUser(client, username);
    const tryWrongPassword = (n: number) =>
      logIn(n % 2 ? username : username.toUpperCase(), `${attackerNetwork}.${n}`, {
        apiClient: n % 2 ? client : secondClient,
      });
    expect(await getStatuses(10, tryWrongPassword)).toEqual(Array(10).fill(400));
    expectLocked(await logIn(username, `${attackerNetwork}.200`, { password: PASSWORD }), 300);
    expectLocked(
      await logIn(username, `${attackerNetwork}.201`, { password: PASSWORD, apiClient: secondClient }),
      300,
    );
    expect((await logIn(username, `${otherNetwork}.1`, { password: PASSWORD })).status).toBe(200);
  });

  test('lock it for five minutes after the tenth, regardless of the age of the first', async () => {
    const [username, attackerNetwork] = [createUsername(), createNetwork()];
    await registerNewUser(client, username);
    const key = hashName(`${username} ${getNetwork(`${attackerNetwork}.1`)}`);
    await getStatuses(9, (n) => logIn(username, `${attackerNetwork}.${n}`));
    await api.database.pool.query('UPDATE private.throttles SET expire = $2 WHERE key = $1', [
      `${THROTTLE_RULES.loginPair.name}:${key}`,
      Date.now() + 20_000,
    ]);
    expect((await logIn(username, `${attackerNetwork}.10`)).status).toBe(400);
    expectLocked(await logIn(username, `${attackerNetwork}.11`, { password: PASSWORD }), 300);
  });

  test('lock an IPv6 network by its /48', async () => {
    const username = createUsername();
    await registerNewUser(client, username);
    await getStatuses(10, (n) => logIn(username, `2001:db8:77:${n}::1`));
    expect((await logIn(username, '2001:db8:77:ffff::1', { password: PASSWORD })).status).toBe(429);
    expect((await logIn(username, '2001:db8:78::1', { password: PASSWORD })).status).toBe(200);
  });

  test('lock an unknown username in the same way', async () => {
    const [username, attackerNetwork] = [createUsername(), createNetwork()];
    expect(await getStatuses(10, (n) => logIn(username, `${attackerNetwork}.${n}`))).toEqual(
      Array(10).fill(400),
    );
    expectLocked(await logIn(username, `${attackerNetwork}.200`), 300);
  });

  test('are not exceeded by concurrent attempts', async () => {
    const [username, attackerNetwork] = [createUsername(), createNetwork()];
    await registerNewUser(client, username);
    const responses = await Promise.all(
      Array.from({ length: 25 }, (_, n) =>
        logIn(username, `${attackerNetwork}.${n}`, { apiClient: n % 2 ? client : secondClient }),
      ),
    );
    expect(responses.filter(({ status }) => status === 400)).toHaveLength(10);
  });

  test('do not include correct passwords or those of an account that may not log in', async () => {
    const [username, network] = [createUsername(), createNetwork()];
    const { token } = await registerNewUser(client, username);
    const tryRightPassword = (n: number) => logIn(username, `${network}.${n}`, { password: PASSWORD });
    expect(await getStatuses(12, tryRightPassword)).toEqual(Array(12).fill(200));
    await client.ok(accounts.deactivateProfile, { token });
    expect(await getStatuses(12, tryRightPassword)).toEqual(Array(12).fill(403));
    expect((await logIn(username, `${network}.50`)).status).toBe(400);
  });
});

describe('a device that logged in before', () => {
  test('can log in although its network is locked, for its account only, and keeps its token', async () => {
    const [username, otherUsername, network] = [createUsername(), createUsername(), createNetwork()];
    const { deviceToken: device } = await registerNewUser(client, username);
    await registerNewUser(client, otherUsername);
    for (const name of [username, otherUsername])
      await getStatuses(10, (n) => logIn(name, `${network}.${n}`));
    const response = await logIn(username, `${network}.100`, { password: PASSWORD, device });
    expect([response.status, response.body.deviceToken]).toEqual([200, device]);
    expect((await logIn(otherUsername, `${network}.100`, { password: PASSWORD, device })).status).toBe(429);
    const forgedToken = 'A'.repeat(43);
    expect(
      (await logIn(username, `${network}.100`, { password: PASSWORD, device: forgedToken })).status,
    ).toBe(429);
  });

  test('has ten attempts in five minutes before it counts as unknown', async () => {
    const [username, network] = [createUsername(), createNetwork()];
    const { deviceToken: device } = await registerNewUser(client, username);
    await getStatuses(10, (n) => logIn(username, `${network}.${n}`));
    expect(await getStatuses(11, () => logIn(username, `${network}.100`, { device }))).toEqual([
      ...Array(10).fill(400),
      429,
    ]);
  });

  test('receives one token for all its accounts, of which the server stores only a hash', async () => {
    const [username, otherUsername] = [createUsername(), createUsername()];
    const { deviceToken: device } = await registerNewUser(client, username);
    expect(device).toMatch(/^[\w-]{43}$/);
    const { deviceToken: sharedToken } = await client.ok(accounts.registerUser, {
      body: createRegistration(otherUsername),
      headers: { 'X-Device-Token': device as string },
    });
    expect(sharedToken).toBe(device);
    const { rows } = await api.database.pool.query('SELECT * FROM private.devices');
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(device);
    expect(rows.some(({ token_hash }) => token_hash.toString('utf8').includes(device as string))).toBe(false);
  });

  test('expires after ten newer devices, after 90 days without use, and with the account', async () => {
    const { devices, registry } = api.foundation.privateData;
    const now = api.clock.now();
    const addDays = (days: number): string => new Date(Date.parse(now) + days * 86_400_000).toISOString();
    const username = createUsername();
    const { dataUser, deviceToken: device = '' } = await registerNewUser(client, username);
    expect(await devices.hasLoggedIn(device, username, addDays(89))).toBe(true);
    expect(await devices.hasLoggedIn(device, username, addDays(91))).toBe(false);
    const newerTokens: string[] = [];
    for (let n = 0; n < 10; n += 1)
      newerTokens.push(
        (await devices.remember(dataUser.id, null, `device${n}`.padEnd(43, 'x'), addDays(1))).token,
      );
    expect(await devices.hasLoggedIn(device, username, now)).toBe(false);
    expect(await devices.hasLoggedIn(newerTokens[0] as string, username, now)).toBe(true);
    await registry.erase(dataUser.id);
    const selectDevices = 'SELECT FROM private.devices WHERE account_id = $1';
    expect((await api.database.pool.query(selectDevices, [dataUser.id])).rowCount).toBe(0);
  });

  test('is revoked by a ban and by a deactivation', async () => {
    const staff = await registerStaff(api, client, 'MOD');
    const { devices } = api.foundation.privateData;
    const [bannedUsername, deactivatedUsername] = [createUsername(), createUsername()];
    const [bannedUser, deactivatedUser] = [
      await registerNewUser(client, bannedUsername),
      await registerNewUser(client, deactivatedUsername),
    ];
    const params = { id: bannedUser.dataUser.id };
    await client.ok(banProfile, { token: staff.token, params, body: { reason: 'spam' } });
    await client.ok(reactivateProfile, { token: staff.token, params, body: {} });
    await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
    const now = api.clock.now();
    expect(await devices.hasLoggedIn(bannedUser.deviceToken ?? '', bannedUsername, now)).toBe(false);
    expect(await devices.hasLoggedIn(deactivatedUser.deviceToken ?? '', deactivatedUsername, now)).toBe(
      false,
    );
  });
});

describe('wrong passwords of one username from all networks', () => {
  test.each([
    [1, 0],
    [50, 0],
    [51, 1],
    [52, 2],
    [53, 4],
    [54, 8],
    [55, 16],
    [56, 30],
    [200, 30],
  ])('attempt %i waits %i s', (attempts, seconds) => expect(getDelaySeconds(attempts)).toBe(seconds));

  test('after 50 in an hour, attempts wait before they take a hashing slot, except on known devices', async () => {
    const username = createUsername();
    const { deviceToken: device } = await registerNewUser(client, username);
    await countFailures(username, 51);
    const startedAt = performance.now();
    const unknownDeviceLogin = logIn(username, `${createNetwork()}.1`, { password: PASSWORD }).then(
      ({ status }) => ({
        status,
        ms: performance.now() - startedAt,
      }),
    );
    const knownDeviceResponse = await logIn(username, `${createNetwork()}.1`, { password: PASSWORD, device });
    const knownDeviceMs = performance.now() - startedAt;
    const { status, ms } = await unknownDeviceLogin;
    expect([knownDeviceResponse.status, status]).toEqual([200, 200]);
    expect(ms).toBeGreaterThan(1_950);
    expect(knownDeviceMs).toBeLessThan(ms);
  });

  test('attempts beyond the waiting limit are refused and not counted', async () => {
    const [username, network] = [createUsername(), createNetwork()];
    await registerNewUser(client, username);
    await countFailures(username, 56);
    const abortController = new AbortController();
    const attempts = Array.from({ length: 6 }, (_, n) =>
      fetch(`${api.url}/api/login`, {
        method: 'POST',
        body: JSON.stringify({ username, password: PASSWORD }),
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `${network}.${n}` },
        signal: abortController.signal,
      }),
    );
    const refusal = await Promise.race(attempts);
    expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([429, '30']);
    expect(await refusal.json()).toMatchObject({ code: 'SLOW_DOWN' });
    abortController.abort();
    const outcomes = await Promise.allSettled(attempts);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5);
    await waitUntil(async () => {
      const { taken } = await api.foundation.throttle.takeAndCount(
        THROTTLE_RULES.loginUsername,
        hashName(username),
      );
      await api.foundation.throttle.refund(THROTTLE_RULES.loginUsername, hashName(username));
      return taken === 57;
    });
  });

  test('after 200 in an hour, attempts are refused, except on known devices', async () => {
    const username = createUsername();
    const { deviceToken: device } = await registerNewUser(client, username);
    await countFailures(username, 200);
    expectLocked(await logIn(username, `${createNetwork()}.1`, { password: PASSWORD }), 3_600);
    expectLocked(
      await logIn(username, `${createNetwork()}.1`, { password: PASSWORD, apiClient: secondClient }),
      3_600,
    );
    expect((await logIn(username, `${createNetwork()}.1`, { password: PASSWORD, device })).status).toBe(200);
  });
});

describe('when too many passwords wait to be hashed', () => {
  test('the attempt is refunded in all counters, and one log line a minute reports it', async () => {
    const [username, address] = [createUsername(), `${createNetwork()}.1`];
    await registerNewUser(client, username);
    const verifySpy = jest
      .spyOn(api.foundation.passwords, 'verify')
      .mockImplementation(() => Promise.reject(new PasswordsOverloaded()));
    const responses = await Promise.all(Array.from({ length: 29 }, () => logIn(username, address)));
    verifySpy.mockRestore();
    for (const { status, body, headers } of responses.filter(({ status }) => status !== 429))
      expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'TOO_BUSY', '2']);
    const lines = api.logLines.filter((line) => line.includes('TOO_BUSY'));
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] as string)).toMatchObject({ code: 'TOO_BUSY', requests: 1 });
    expect(await getStatuses(10, () => logIn(username, address))).toEqual(Array(10).fill(400));
  });

  test('passwords wait in one queue per network, those of its known devices together', async () => {
    const groups: (string | undefined)[] = [];
    const { verify: verifyPassword } = api.foundation.passwords;
    const verifySpy = jest.spyOn(api.foundation.passwords, 'verify').mockImplementation(((...args) => {
      groups.push(args[2]);
      return verifyPassword(...args);
    }) as Passwords['verify']);
    const [username, otherUsername, network] = [createUsername(), createUsername(), createNetwork()];
    const { deviceToken: device } = await registerNewUser(client, username);
    const { deviceToken: otherDevice } = await registerNewUser(client, otherUsername);
    await logIn(username, `${network}.1`);
    await logIn(username, `${network}.200`);
    await logIn(username, `${network}.1`, { device });
    await logIn(otherUsername, `${network}.2`, { device: otherDevice });
    verifySpy.mockRestore();
    const group = `${network}.0/24`;
    expect(groups).toEqual([group, group, `device ${group}`, `device ${group}`]);
  });
});
