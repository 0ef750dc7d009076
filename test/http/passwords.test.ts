import { createResetLink, RESET_TTL_MS } from '../../application/passwords.ts';
import * as contract from '../../contract/accounts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { createRegistration, createUsername, PASSWORD, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const NEXT = 'Other42Words';

let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  person = await registerNewUser(client);
});

const getUsername = () => person.dataUser.nickname;
const logIn = (password: string) =>
  client.send(contract.login, { body: { username: getUsername(), password } });
const isOpen = async ({ token }: AuthResponse) => (await client.send(getWallet, { token })).status === 200;

describe('changing the password', () => {
  const change = (currentPassword: string, newPassword: string) =>
    client.send(contract.changePassword, { token: person.token, body: { currentPassword, newPassword } });

  test('ends all other sessions, and only the new password logs in', async () => {
    const other = (await logIn(PASSWORD)).body as unknown as AuthResponse;
    expect((await change(PASSWORD, NEXT)).status).toBe(204);
    expect([await isOpen(person), await isOpen(other)]).toEqual([true, false]);
    expect([(await logIn(PASSWORD)).status, (await logIn(NEXT)).status]).toEqual([400, 200]);
  });

  test.each([
    ['Wrong0Words', NEXT, 'WRONG_PASSWORD'],
    ['', NEXT, 'PASSWORD_EMPTY'],
    [PASSWORD, 'short', 'PASSWORD_NOT_SECURE'],
    [PASSWORD, 'Passw0rd', 'PASSWORD_COMMON'],
    [PASSWORD, PASSWORD, 'SAME_PASSWORD'],
  ])('from %p to %p is refused', async (current, next, code) => {
    expect(await getStatusAndCode(change(current, next))).toEqual([400, code]);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  test('of an account that signs in with an identity provider is refused', async () => {
    await api.database.pool.query(
      'UPDATE private.accounts SET password_hash = NULL, username = NULL WHERE account_id = $1',
      [person.dataUser.id],
    );
    expect(await getStatusAndCode(change(PASSWORD, NEXT))).toEqual([400, 'NO_PASSWORD']);
    expect(await createResetLink(api.foundation, person.dataUser.id, api.url)).toBeNull();
  });
});

describe('a link for a new password', () => {
  const createToken = async () => {
    const link = await createResetLink(api.foundation, person.dataUser.id, 'https://kindra.example');
    const [page, token = ''] = (link ?? '').split('#');
    expect(page).toBe('https://kindra.example/reset-password');
    return token;
  };
  const reset = (token: string, password = NEXT) =>
    client.send(contract.resetPassword, { body: { token, password } });
  const INVALID = [400, 'RESET_LINK_INVALID'];

  test('sets it once, and ends all sessions', async () => {
    const token = await createToken();
    expect((await reset(token)).status).toBe(204);
    expect(await isOpen(person)).toBe(false);
    expect([(await logIn(PASSWORD)).status, (await logIn(NEXT)).status]).toEqual([400, 200]);
    expect(await getStatusAndCode(reset(token, 'Third33Words'))).toEqual(INVALID);
    expect((await logIn(NEXT)).status).toBe(200);
  });

  test('used twice at once sets one password', async () => {
    const token = await createToken();
    const responses = await Promise.all([reset(token, 'First11Words'), reset(token, 'Second22Words')]);
    expect(responses.map(({ status }) => status).sort()).toEqual([204, 400]);
    const logins = await Promise.all([logIn('First11Words'), logIn('Second22Words')]);
    expect(logins.map(({ status }) => status)).toEqual(
      responses.map(({ status }) => (status === 204 ? 200 : 400)),
    );
  });

  test('ends earlier links', async () => {
    const first = await createToken();
    const second = await createToken();
    expect(await getStatusAndCode(reset(first))).toEqual(INVALID);
    expect((await reset(second)).status).toBe(204);
  });

  test('is refused after 30 minutes', async () => {
    const token = await createToken();
    await api.database.pool.query(
      `UPDATE private.password_resets SET expires_at = expires_at - $2 * interval '1 millisecond' WHERE account_id = $1`,
      [person.dataUser.id, RESET_TTL_MS],
    );
    expect(await getStatusAndCode(reset(token))).toEqual(INVALID);
    expect((await logIn(PASSWORD)).status).toBe(200);
  });

  test('keeps the old password, and itself, when the new one is refused', async () => {
    const token = await createToken();
    expect(await getStatusAndCode(reset(token, 'short'))).toEqual([400, 'PASSWORD_NOT_SECURE']);
    expect(await getStatusAndCode(reset(token, 'Passw0rd'))).toEqual([400, 'PASSWORD_COMMON']);
    expect((await reset(token)).status).toBe(204);
  });

  test('does not let a deactivated account in', async () => {
    const token = await createToken();
    await client.ok(contract.deactivateProfile, { token: person.token });
    expect((await reset(token)).status).toBe(204);
    expect((await logIn(NEXT)).body).toMatchObject({ type: 'INACTIVE' });
  });

  test('is gone with an erased account', async () => {
    const token = await createToken();
    await api.foundation.privateData.registry.erase(person.dataUser.id);
    expect(await getStatusAndCode(reset(token))).toEqual(INVALID);
  });

  test.each([[''], ['nonsense'], ['x'.repeat(101)]])('with the token %p is refused', async (token) => {
    expect(await getStatusAndCode(reset(token))).toEqual(INVALID);
  });

  test('is stored as a hash only', async () => {
    const token = await createToken();
    const { rows } = await api.database.pool.query(
      'SELECT * FROM private.password_resets WHERE account_id = $1',
      [person.dataUser.id],
    );
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash.toString('latin1')).not.toContain(token);
  });
});

test('cannot be guessed: the attempts of an account are limited', async () => {
  const limited = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(limited.url);
    const { token } = await registerNewUser(visitor);
    const tryChange = async (currentPassword: string) =>
      (await visitor.send(contract.changePassword, { token, body: { currentPassword, newPassword: NEXT } }))
        .status;
    for (let n = 0; n < 10; n += 1) expect(await tryChange('Wrong0Words')).toBe(400);
    expect(await tryChange(PASSWORD)).toBe(429);
  } finally {
    await limited.close();
  }
});

test('a common password is refused at the registration', async () => {
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
