import { createResetLink, RESET_TTL_MS } from '../../application/passwords.ts';
import * as contract from '../../contract/accounts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { createRegistration, createUsername, PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const NEW_PASSWORD = 'Other42Words';

let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  person = await registerNewUser(client);
});

const getUsername = () => person.dataUser.nickname;
const logIn = (password: string) =>
  client.send(contract.login, { body: { username: getUsername(), password } });
const isSessionOpen = async ({ token }: AuthResponse) =>
  (await client.send(getWallet, { token })).status === 200;

describe('changing the password', () => {
  const changePassword = (currentPassword: string, newPassword: string) =>
    client.send(contract.changePassword, { token: person.token, body: { currentPassword, newPassword } });

  test('ends all other sessions, and only the new password logs in', async () => {
    const otherSession = (await logIn(PASSWORD)).body as unknown as AuthResponse;
    expect((await changePassword(PASSWORD, NEW_PASSWORD)).status).toBe(204);
    expect([await isSessionOpen(person), await isSessionOpen(otherSession)]).toEqual([true, false]);
    expect([(await logIn(PASSWORD)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([400, 200]);
  });

  test('deletes the known devices, and invalidates links for a new password', async () => {
    const { devices } = api.foundation.privateData;
    const link = await createResetLink(api.foundation, person.dataUser.id, api.url);
    const isDeviceKnown = () => devices.hasLoggedIn(person.deviceToken ?? '', getUsername(), api.clock.now());
    expect(await isDeviceKnown()).toBe(true);
    expect((await changePassword(PASSWORD, NEW_PASSWORD)).status).toBe(204);
    expect(await isDeviceKnown()).toBe(false);
    const body = { token: link?.split('#')[1] ?? '', password: 'Third33Words' };
    expect(await getStatusAndCode(client.send(contract.resetPassword, { body }))).toEqual([
      400,
      'RESET_LINK_INVALID',
    ]);
  });

  test('twice at once changes it once', async () => {
    const responses = await Promise.all([
      changePassword(PASSWORD, 'First11Words'),
      changePassword(PASSWORD, 'Second22Words'),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    const logins = await Promise.all([logIn('First11Words'), logIn('Second22Words')]);
    expect(logins.map(({ status }) => status)).toEqual(
      responses.map(({ status }) => (status === 204 ? 200 : 400)),
    );
  });

  test.each([
    ['Wrong0Words', NEW_PASSWORD, 'WRONG_PASSWORD'],
    ['', NEW_PASSWORD, 'PASSWORD_EMPTY'],
    [PASSWORD, 'short', 'PASSWORD_NOT_SECURE'],
    [PASSWORD, 'Passw0rd', 'PASSWORD_COMMON'],
    [PASSWORD, PASSWORD, 'SAME_PASSWORD'],
  ])('from %p to %p is refused', async (currentPassword, newPassword, code) => {
    expect(await getStatusAndCode(changePassword(currentPassword, newPassword))).toEqual([400, code]);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  test('of an account that signs in with an identity provider is refused', async () => {
    await api.database.pool.query(
      'UPDATE private.accounts SET password_hash = NULL, username = NULL WHERE account_id = $1',
      [person.dataUser.id],
    );
    expect(await getStatusAndCode(changePassword(PASSWORD, NEW_PASSWORD))).toEqual([400, 'NO_PASSWORD']);
    expect(await createResetLink(api.foundation, person.dataUser.id, api.url)).toBeNull();
  });
});

describe('a link for a new password', () => {
  const createResetToken = async () => {
    const link = await createResetLink(api.foundation, person.dataUser.id, 'https://kindra.example');
    const [page, token = ''] = (link ?? '').split('#');
    expect(page).toBe('https://kindra.example/reset-password');
    return token;
  };
  const resetPassword = (token: string, password = NEW_PASSWORD) =>
    client.send(contract.resetPassword, { body: { token, password } });
  const INVALID_LINK = [400, 'RESET_LINK_INVALID'];

  test('sets it once, and ends all sessions', async () => {
    const token = await createResetToken();
    expect((await resetPassword(token)).status).toBe(204);
    expect(await isSessionOpen(person)).toBe(false);
    expect([(await logIn(PASSWORD)).status, (await logIn(NEW_PASSWORD)).status]).toEqual([400, 200]);
    expect(await getStatusAndCode(resetPassword(token, 'Third33Words'))).toEqual(INVALID_LINK);
    expect((await logIn(NEW_PASSWORD)).status).toBe(200);
  });

  test('used twice at once sets one password', async () => {
    const token = await createResetToken();
    const responses = await Promise.all([
      resetPassword(token, 'First11Words'),
      resetPassword(token, 'Second22Words'),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    const logins = await Promise.all([logIn('First11Words'), logIn('Second22Words')]);
    expect(logins.map(({ status }) => status)).toEqual(
      responses.map(({ status }) => (status === 204 ? 200 : 400)),
    );
  });

  test('invalidates earlier links', async () => {
    const first = await createResetToken();
    const second = await createResetToken();
    expect(await getStatusAndCode(resetPassword(first))).toEqual(INVALID_LINK);
    expect((await resetPassword(second)).status).toBe(204);
  });

  test('is refused after 30 minutes', async () => {
    const token = await createResetToken();
    await api.database.pool.query(
      `UPDATE private.password_resets SET expires_at = expires_at - $2 * interval '1 millisecond' WHERE account_id = $1`,
      [person.dataUser.id, RESET_TTL_MS],
    );
    expect(await getStatusAndCode(resetPassword(token))).toEqual(INVALID_LINK);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  test('stays valid when the new password is refused', async () => {
    const token = await createResetToken();
    expect(await getStatusAndCode(resetPassword(token, 'short'))).toEqual([400, 'PASSWORD_NOT_SECURE']);
    expect(await getStatusAndCode(resetPassword(token, 'Passw0rd'))).toEqual([400, 'PASSWORD_COMMON']);
    expect((await resetPassword(token)).status).toBe(204);
  });

  test('does not log in a deactivated account', async () => {
    const token = await createResetToken();
    await client.ok(contract.deactivateProfile, { token: person.token });
    expect((await resetPassword(token)).status).toBe(204);
    expect((await logIn(NEW_PASSWORD)).body).toMatchObject({ type: 'INACTIVE' });
  });

  test('is invalid after the erasure of the account', async () => {
    const token = await createResetToken();
    await api.foundation.privateData.registry.erase(person.dataUser.id);
    expect(await getStatusAndCode(resetPassword(token))).toEqual(INVALID_LINK);
  });

  test.each([[''], ['nonsense'], ['x'.repeat(101)]])('with the token %p is refused', async (token) => {
    expect(await getStatusAndCode(resetPassword(token))).toEqual(INVALID_LINK);
  });

  test('is stored as a hash only', async () => {
    const token = await createResetToken();
    const { rows } = await api.database.pool.query(
      'SELECT * FROM private.password_resets WHERE account_id = $1',
      [person.dataUser.id],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash.toString('latin1')).not.toContain(token);
  });
});

test('the attempts of an account to change its password are limited', async () => {
  const throttledApi = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(throttledApi.url);
    const { token } = await registerNewUser(visitor);
    const tryChange = async (currentPassword: string) =>
      (
        await visitor.send(contract.changePassword, {
          token,
          body: { currentPassword, newPassword: NEW_PASSWORD },
        })
      ).status;
    for (let n = 0; n < 10; n += 1) expect(await tryChange('Wrong0Words')).toBe(400);
    expect(await tryChange(PASSWORD)).toBe(429);
  } finally {
    await throttledApi.close();
  }
});

test('a registration with a common password is refused', async () => {
  const { profileData, personalData } = createRegistration(createUsername());
  const body = { profileData: { ...profileData, password: 'Passw0rd' }, personalData };
  const { status, body: response } = await client.send(contract.registerUser, { body });
  const message = 'This password is one of the most common ones. Please choose another one.';
  const problem = { code: 'PASSWORD_COMMON', params: {}, message };
  expect([status, response]).toEqual([
    400,
    { ...problem, issues: [{ path: 'profileData.password', ...problem }] },
  ]);
});
