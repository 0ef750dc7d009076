import { THROTTLE_RULES } from '../../api/http/throttling.ts';
import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { PASSWORD, registerNewUser, registerVerifiedUser } from './support/people.ts';
import { advanceToNextCode, beginLogin, getCode, setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

const MINUTE_MS = 60_000;

let person: AuthResponse;

setUpTestApiPerTest();
beforeEach(async () => {
  person = await registerVerifiedUser(api, client);
});

const getUsername = () => person.dataUser.nickname;
const getFactors = () => client.ok(contract.getSecondFactors, { token: person.token });

const confirmLogin = (challenge: string, code: string, apiClient = client) =>
  apiClient.send(contract.confirmLogin, { body: { challenge, code } });
const isSessionOpen = async ({ token }: AuthResponse) =>
  (await client.send(getWallet, { token })).status === 200;
const listEmails = async () =>
  (await api.foundation.privateData.emails.list(['waiting'], 100)).map(({ content }) => content);

describe('the authenticator app', () => {
  test('is set up with a secret and a code, and announced by email', async () => {
    const { uri, recoveryCodes } = await setUpAuthenticator(api, client, person);
    expect(uri).toMatch(/^otpauth:\/\/totp\/Kindra:person\w+\?.*secret=[A-Z2-7]{32}/);
    expect(new Set(recoveryCodes).size).toBe(10);
    expect(await getFactors()).toEqual({
      hasAuthenticator: true,
      passkeys: [],
      recoveryCodes: 10,
      hasPassword: true,
      isRequired: false,
    });
    expect(await listEmails()).toEqual([{ nickname: getUsername(), change: 'authenticator-added' }]);
  });

  test('is not active before a code confirms it', async () => {
    const { token } = person;
    const { secret } = await client.ok(contract.beginAuthenticator, { token });
    const activation = client.send(contract.activateAuthenticator, { token, body: { code: '000000' } });
    expect(await getStatusAndCode(activation)).toEqual([400, 'WRONG_CODE']);
    expect(
      (await client.send(accounts.login, { body: { username: getUsername(), password: PASSWORD } })).status,
    ).toBe(200);
    const code = getCode(api, secret);
    expect((await client.send(contract.activateAuthenticator, { token, body: { code } })).status).toBe(200);
    await beginLogin(client, getUsername());
  });

  test('cannot be replaced while it is active', async () => {
    await setUpAuthenticator(api, client, person);
    const request = client.send(contract.beginAuthenticator, { token: person.token });
    expect(await getStatusAndCode(request)).toEqual([400, 'AUTHENTICATOR_ACTIVE']);
  });

  test('is removed with its recovery codes', async () => {
    const { token } = person;
    await setUpAuthenticator(api, client, person);
    expect((await client.send(contract.removeAuthenticator, { token })).status).toBe(204);
    expect(await getFactors()).toMatchObject({ hasAuthenticator: false, recoveryCodes: 0 });
    expect(
      (await client.send(accounts.login, { body: { username: getUsername(), password: PASSWORD } })).status,
    ).toBe(200);
    expect(await getStatusAndCode(client.send(contract.removeAuthenticator, { token }))).toEqual([
      400,
      'AUTHENTICATOR_MISSING',
    ]);
  });
});

describe('a login to an account with an authenticator app', () => {
  let secret: string;
  let recoveryCodes: readonly string[];

  beforeEach(async () => {
    ({ secret, recoveryCodes } = await setUpAuthenticator(api, client, person));
  });

  test('requires a code after the password', async () => {
    const { token, methods } = await beginLogin(client, getUsername());
    expect(methods).toEqual(['AUTHENTICATOR', 'RECOVERY_CODE']);
    const response = await confirmLogin(token, getCode(api, secret));
    expect(response.status).toBe(200);
    expect(await isSessionOpen(response.body as unknown as AuthResponse)).toBe(true);
  });

  test('with a wrong password returns the same error as for any other account', async () => {
    const login = client.send(accounts.login, { body: { username: getUsername(), password: 'Wrong0Words' } });
    expect(await getStatusAndCode(login)).toEqual([400, 'INCORRECT_CREDENTIALS']);
  });

  test('opens no session before the code', async () => {
    const { token } = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(client.send(getWallet, { token }))).toEqual([401, 'SESSION_EXPIRED']);
    const { rows } = await api.database.pool.query('SELECT FROM private.sessions');
    expect(rows).toHaveLength(1);
  });

  test('accepts a code once, also in another process', async () => {
    const otherClient = createClient((await api.startAnotherApi()).url);
    const first = await beginLogin(client, getUsername());
    const second = await beginLogin(otherClient, getUsername());
    const code = getCode(api, secret);
    const responses = await Promise.all([
      confirmLogin(first.token, code),
      confirmLogin(second.token, code, otherClient),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
    const third = await beginLogin(otherClient, getUsername());
    expect(await getStatusAndCode(confirmLogin(third.token, code, otherClient))).toEqual([400, 'WRONG_CODE']);
    advanceToNextCode(api);
    expect((await confirmLogin(third.token, getCode(api, secret), otherClient)).status).toBe(200);
  });

  test('refuses an earlier code after a later one', async () => {
    const first = await beginLogin(client, getUsername());
    expect((await confirmLogin(first.token, getCode(api, secret, 1))).status).toBe(200);
    const second = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(second.token, getCode(api, secret)))).toEqual([
      400,
      'WRONG_CODE',
    ]);
  });

  test.each([[-2], [2]])('refuses a code that is %i steps away', async (steps) => {
    api.clock.advance(2 * MINUTE_MS);
    const { token } = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, secret, steps)))).toEqual([
      400,
      'WRONG_CODE',
    ]);
  });

  test('consumes a challenge', async () => {
    const { token } = await beginLogin(client, getUsername());
    expect((await confirmLogin(token, getCode(api, secret))).status).toBe(200);
    advanceToNextCode(api);
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, secret)))).toEqual([
      400,
      'LOGIN_CHALLENGE_INVALID',
    ]);
  });

  test('ends a challenge after 5 wrong codes', async () => {
    const { token } = await beginLogin(client, getUsername());
    for (let n = 0; n < 5; n += 1)
      expect(await getStatusAndCode(confirmLogin(token, '000000'))).toEqual([400, 'WRONG_CODE']);
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, secret)))).toEqual([
      400,
      'LOGIN_CHALLENGE_INVALID',
    ]);
  });

  test('ends a challenge after 10 minutes', async () => {
    const { token } = await beginLogin(client, getUsername());
    api.clock.advance(10 * MINUTE_MS);
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, secret)))).toEqual([
      400,
      'LOGIN_CHALLENGE_INVALID',
    ]);
  });

  test('ends its challenges when the password changes', async () => {
    const { token } = await beginLogin(client, getUsername());
    const body = { currentPassword: PASSWORD, newPassword: 'Other42Words' };
    expect((await client.send(accounts.changePassword, { token: person.token, body })).status).toBe(204);
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, secret)))).toEqual([
      400,
      'LOGIN_CHALLENGE_INVALID',
    ]);
  });

  test.each(['', 'nonsense', '1234567', 'x'.repeat(65)])('refuses the code %p', async (code) => {
    const { token } = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(token, code))).toEqual([400, 'WRONG_CODE']);
  });

  test('does not accept the challenge or the code of another account', async () => {
    const otherUser = await registerNewUser(client);
    const otherFactor = await setUpAuthenticator(api, client, otherUser);
    const { token } = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(token, getCode(api, otherFactor.secret)))).toEqual([
      400,
      'WRONG_CODE',
    ]);
    expect(await getStatusAndCode(confirmLogin(token, otherFactor.recoveryCodes[0] ?? ''))).toEqual([
      400,
      'WRONG_CODE',
    ]);
  });

  test('accepts each recovery code once, in any case and without hyphens, and sends an email', async () => {
    const [code = ''] = recoveryCodes;
    const first = await beginLogin(client, getUsername());
    expect((await confirmLogin(first.token, ` ${code.replaceAll('-', '').toUpperCase()} `)).status).toBe(200);
    expect(await getFactors()).toMatchObject({ recoveryCodes: 9 });
    expect(await listEmails()).toContainEqual({ nickname: getUsername(), change: 'code-used' });
    const second = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(second.token, code))).toEqual([400, 'WRONG_CODE']);
  });

  test('accepts one of two concurrent uses of a recovery code', async () => {
    const challenges = [await beginLogin(client, getUsername()), await beginLogin(client, getUsername())];
    const responses = await Promise.all(
      challenges.map(({ token }) => confirmLogin(token, recoveryCodes[0] ?? '')),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('refuses recovery codes that have been replaced', async () => {
    const renewal = await client.ok(contract.renewRecoveryCodes, { token: person.token });
    const { token } = await beginLogin(client, getUsername());
    expect(await getStatusAndCode(confirmLogin(token, recoveryCodes[0] ?? ''))).toEqual([400, 'WRONG_CODE']);
    expect((await confirmLogin(token, renewal.recoveryCodes?.[0] ?? '')).status).toBe(200);
  });

  test('still requires a code after the password was reset by email', async () => {
    const link = await createPasswordLink();
    const body = { token: link.split('#')[1] ?? '', password: 'Other42Words' };
    expect((await client.send(accounts.resetPassword, { body })).status).toBe(204);
    const { token } = await beginLogin(client, getUsername(), 'Other42Words');
    expect((await confirmLogin(token, recoveryCodes[0] ?? '')).status).toBe(200);
  });

  const createPasswordLink = async () => {
    const { createResetLink } = await import('../../application/passwords.ts');
    return (await createResetLink(api.foundation, person.dataUser.id, 'https://kindra.example')) ?? '';
  };

  test('cancels a scheduled deletion only with the code', async () => {
    const { scheduleDeletion } = await import('../../contract/own-data.ts');
    const body = { currentPassword: PASSWORD };
    await client.ok(scheduleDeletion, { token: person.token, body });
    const { token } = await beginLogin(client, getUsername());
    const { state } = await api.foundation.handler.load(accountDecider, person.dataUser.id);
    expect(state.eraseAt).not.toBeNull();
    const { body: response } = await confirmLogin(token, getCode(api, secret));
    expect(response).toMatchObject({ deletionCancelled: true });
  });
});

test('recovery codes are stored as hashes, and the erasure deletes all data of the factors', async () => {
  const { recoveryCodes } = await setUpAuthenticator(api, client, person);
  const readAllRows = async () =>
    (
      await Promise.all(
        ['authenticators', 'recovery_codes', 'passkeys', 'challenges'].map((table) =>
          api.database.pool.query(`SELECT * FROM private.${table}`),
        ),
      )
    ).flatMap(({ rows }) => rows);
  await beginLogin(client, getUsername());
  const storedRows = JSON.stringify(await readAllRows());
  for (const code of recoveryCodes) expect(storedRows).not.toContain(code);
  await api.foundation.privateData.registry.erase(person.dataUser.id);
  expect(await readAllRows()).toEqual([]);
});

test('an account without a factor has no recovery codes to renew', async () => {
  const renewal = client.send(contract.renewRecoveryCodes, { token: person.token });
  expect(await getStatusAndCode(renewal)).toEqual([400, 'SECOND_FACTOR_MISSING']);
});

test('wrong codes lock the login like wrong passwords', async () => {
  const throttledApi = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(throttledApi.url);
    const owner = await registerNewUser(visitor);
    const { secret } = await setUpAuthenticator(throttledApi, visitor, owner);
    const { nickname } = owner.dataUser;
    for (let n = 0; n < 10; n += 1) {
      const { token } = await beginLogin(visitor, nickname);
      expect(await getStatusAndCode(confirmLogin(token, '000000', visitor))).toEqual([400, 'WRONG_CODE']);
    }
    const { token } = await beginLogin(visitor, nickname);
    expect(await getStatusAndCode(confirmLogin(token, getCode(throttledApi, secret), visitor))).toEqual([
      429,
      'LOGIN_LOCKED',
    ]);
  } finally {
    await throttledApi.close();
  }
});

test('100 wrong codes a day lock the authenticator app of an account, but not its recovery codes', async () => {
  const throttledApi = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(throttledApi.url);
    const owner = await registerNewUser(visitor);
    const { secret, recoveryCodes } = await setUpAuthenticator(throttledApi, visitor, owner);
    const { throttle } = throttledApi.foundation;
    const { codeAccount } = THROTTLE_RULES;
    for (let n = 0; n < codeAccount.points; n += 1) await throttle.take(codeAccount, owner.dataUser.id);
    const { token } = await beginLogin(visitor, owner.dataUser.nickname);
    expect(await getStatusAndCode(confirmLogin(token, getCode(throttledApi, secret), visitor))).toEqual([
      429,
      'LOGIN_LOCKED',
    ]);
    expect((await confirmLogin(token, recoveryCodes[0] ?? '', visitor)).status).toBe(200);
  } finally {
    await throttledApi.close();
  }
});
