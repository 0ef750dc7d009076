import { VERIFICATION_TTL_MS } from '../../application/email-addresses.ts';
import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/emails.ts';
import * as moderation from '../../contract/moderation.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi } from './support/api.ts';
import { createClient } from './support/client.ts';
import {
  createRegistration,
  createUsername,
  PASSWORD,
  registerNewUser,
  registerStaff,
  verifyAddress,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const listMails = async (kind?: string) =>
  (await api.foundation.privateData.mails.list(['waiting'], 500)).filter(
    (mail) => !kind || mail.kind === kind,
  );

/** Returns the token of the newest email of a kind to an address. */
async function findToken(to: string, kind: 'email-verification' | 'email-changed' | 'password-reset') {
  const mails = (await listMails(kind)).filter((mail) => mail.to === to);
  const { link = '' } = (mails[0]?.content ?? {}) as { link?: string };
  return link.split('#')[1] ?? '';
}

const register = (email: string): Promise<AuthResponse> => {
  const { profileData, personalData } = createRegistration(createUsername());
  return client.ok(accounts.registerUser, {
    body: { profileData: { ...profileData, email }, personalData },
  });
};
const getCode = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code;
const verify = async (token: string) => {
  const response = await client.send(contract.verifyEmail, { body: { token } });
  return response.status === 204 ? 204 : getCode(response);
};
const undoChange = async (token: string) => {
  const response = await client.send(contract.undoEmailChange, { body: { token } });
  return response.status === 204 ? 204 : getCode(response);
};
const getStatus = ({ token }: AuthResponse) => client.ok(contract.getEmail, { token });
const change = ({ token }: AuthResponse, email: string, currentPassword = PASSWORD) =>
  client.send(contract.changeEmail, { token, body: { email, currentPassword } });
const createAddress = () => `${createUsername()}@example.org`;

/** Registers a person with a verified address. */
async function registerVerifiedPerson(email = createAddress()): Promise<AuthResponse> {
  const person = await register(email);
  expect(await verify(await findToken(email, 'email-verification'))).toBe(204);
  return person;
}

/** Changes the verified address of a person and uses the link of the email. */
async function changeAddress(person: AuthResponse, email: string): Promise<void> {
  expect((await change(person, email)).status).toBe(200);
  expect(await verify(await findToken(email, 'email-verification'))).toBe(204);
}

describe('a new address', () => {
  test('receives a link that verifies it once', async () => {
    const email = createAddress();
    const person = await register(email);
    expect(await getStatus(person)).toEqual({
      email,
      isVerified: false,
      pendingEmail: null,
      hasPassword: true,
    });
    const token = await findToken(email, 'email-verification');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await Promise.all([verify(token), verify(token)])).toEqual(
      expect.arrayContaining([204, 'EMAIL_LINK_INVALID']),
    );
    expect((await getStatus(person)).isVerified).toBe(true);
  });

  test('receives no password reset link and no other mail until it is verified', async () => {
    const email = createAddress();
    const person = await register(email);
    const verified = await registerVerifiedPerson();
    for (const address of [email, verified.dataUser.email])
      await client.send(accounts.forgotPassword, { body: { email: address } });
    await waitUntil(async () => (await findToken(verified.dataUser.email, 'password-reset')) !== '');
    await client.ok(accounts.changePassword, {
      token: person.token,
      body: { currentPassword: PASSWORD, newPassword: 'Other42Words' },
    });
    const kinds = (await listMails()).filter(({ to }) => to === email).map(({ kind }) => kind);
    expect(kinds).toEqual(['email-verification']);
  });

  test('is verified by a link in the language of the browser', async () => {
    const { profileData, personalData } = createRegistration(createUsername());
    await fetch(`${api.url}/api/register/USER`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'es-ES,es;q=0.9' },
      body: JSON.stringify({ profileData, personalData }),
    });
    const [mail] = await listMails();
    expect(mail).toMatchObject({ to: profileData.email, language: 'es' });
  });

  test('can be verified for 3 days', async () => {
    const laterApi = await startTestApi();
    try {
      const visitor = createClient(laterApi.url);
      const { dataUser } = await registerNewUser(visitor);
      const [mail] = await laterApi.foundation.privateData.mails.list(['waiting'], 1);
      const token = JSON.stringify(mail).match(/#([\w-]{43})/)?.[1] ?? '';
      expect(token).not.toBe('');
      laterApi.clock.forward(VERIFICATION_TTL_MS);
      expect(getCode(await visitor.send(contract.verifyEmail, { body: { token } }))).toBe(
        'EMAIL_LINK_INVALID',
      );
      await laterApi.foundation.privateData.emailAddresses.sweep(laterApi.clock.now());
      const { rowCount } = await laterApi.database.pool.query(
        'SELECT FROM private.email_links WHERE account_id = $1',
        [dataUser.id],
      );
      expect(rowCount).toBe(0);
    } finally {
      await laterApi.close();
    }
  });

  test('gets a newer link on request, which ends the earlier one', async () => {
    const email = createAddress();
    const person = await register(email);
    const first = await findToken(email, 'email-verification');
    await client.ok(contract.changeEmail, { token: person.token, body: { email } });
    const second = await findToken(email, 'email-verification');
    expect(second).not.toBe(first);
    expect(await verify(first)).toBe('EMAIL_LINK_INVALID');
    expect(await verify(second)).toBe(204);
    expect((await change(person, email)).body.code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('is stored with the hash of its token only', async () => {
    const email = createAddress();
    await register(email);
    const token = await findToken(email, 'email-verification');
    const { rows } = await api.database.pool.query('SELECT * FROM private.email_links WHERE email = $1', [
      email,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0].token_hash.toString('latin1')).not.toContain(token);
  });
});

describe('an address that somebody else registered', () => {
  test('belongs to the account that verifies it first', async () => {
    const email = createAddress();
    const squatter = await register(email);
    const squatterToken = await findToken(email, 'email-verification');
    const owner = await register(email.toUpperCase());
    expect(await verify(await findToken(email.toUpperCase(), 'email-verification'))).toBe(204);
    expect(await verify(squatterToken)).toBe('EMAIL_TAKEN');
    expect([(await getStatus(owner)).isVerified, (await getStatus(squatter)).isVerified]).toEqual([
      true,
      false,
    ]);
    await client.send(accounts.forgotPassword, { body: { email } });
    await waitUntil(async () =>
      (await listMails('password-reset')).some(({ to }) => to === owner.dataUser.email),
    );
    expect((await listMails('password-reset')).map(({ accountId }) => accountId)).not.toContain(
      squatter.dataUser.id,
    );
  });

  test('is verified by one of many concurrent links', async () => {
    const email = createAddress();
    const tokens: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await register(email);
      tokens.push(await findToken(email, 'email-verification'));
    }
    expect(new Set(tokens).size).toBe(4);
    const results = await Promise.all(tokens.map(verify));
    expect(results.filter((result) => result === 204)).toHaveLength(1);
    expect(results.filter((result) => result === 'EMAIL_TAKEN')).toHaveLength(3);
  });

  test('cannot be registered or chosen once it is verified', async () => {
    const { dataUser } = await registerVerifiedPerson();
    const { profileData, personalData } = createRegistration(createUsername());
    const again = await client.send(accounts.registerUser, {
      body: { profileData: { ...profileData, email: dataUser.email.toUpperCase() }, personalData },
    });
    expect([again.status, again.body.message]).toEqual([400, 'The email is already registered.']);
    const other = await registerVerifiedPerson();
    expect((await change(other, dataUser.email)).body.code).toBe('EMAIL_TAKEN');
  });
});

describe('a changed address', () => {
  test('replaces the old one when its link is used, which also ends reset links of the old one', async () => {
    const person = await registerVerifiedPerson();
    const old = person.dataUser.email;
    await client.send(accounts.forgotPassword, { body: { email: old } });
    await waitUntil(async () => (await findToken(old, 'password-reset')) !== '');
    const reset = await findToken(old, 'password-reset');
    const next = createAddress();
    expect((await change(person, next)).body).toEqual({
      email: old,
      isVerified: true,
      pendingEmail: next,
      hasPassword: true,
    });
    expect(await verify(await findToken(next, 'email-verification'))).toBe(204);
    expect(await getStatus(person)).toMatchObject({ email: next, isVerified: true, pendingEmail: null });
    const set = await client.send(accounts.resetPassword, {
      body: { token: reset, password: 'Other42Words' },
    });
    expect(getCode(set)).toBe('RESET_LINK_INVALID');
    await registerVerifiedPerson(old);
  });

  test('needs the current password', async () => {
    const person = await registerVerifiedPerson();
    expect((await change(person, createAddress(), 'Wrong0Words')).body.code).toBe('WRONG_PASSWORD');
    const { status } = await client.send(contract.changeEmail, {
      token: person.token,
      body: { email: createAddress() },
    });
    expect(status).toBe(400);
  });

  test('is undone by the old one, which ends all sessions and later links', async () => {
    const person = await registerVerifiedPerson();
    const first = person.dataUser.email;
    const [second, third] = [createAddress(), createAddress()];
    await changeAddress(person, second);
    await changeAddress(person, third);
    expect(await undoChange(await findToken(first, 'email-changed'))).toBe(204);
    expect((await client.send(contract.getEmail, { token: person.token })).status).toBe(401);
    expect(await undoChange(await findToken(second, 'email-changed'))).toBe('EMAIL_LINK_INVALID');
    const body = { username: person.dataUser.nickname, password: PASSWORD };
    expect(await getStatus(await client.ok(accounts.login, { body }))).toMatchObject({ email: first });
  });

  test('can be undone for 7 days', async () => {
    const person = await registerVerifiedPerson();
    const first = person.dataUser.email;
    await changeAddress(person, createAddress());
    const token = await findToken(first, 'email-changed');
    const { rows } = await api.database.pool.query(
      `UPDATE private.email_links SET expires_at = expires_at - interval '7 days'
       WHERE email = $1 AND purpose = 'undo' RETURNING expires_at`,
      [first],
    );
    expect(Date.now() - rows[0].expires_at.getTime()).toBeLessThan(60_000);
    expect(await undoChange(token)).toBe('EMAIL_LINK_INVALID');
  });

  test('is not undone when another account has verified the old one', async () => {
    const person = await registerVerifiedPerson();
    const old = person.dataUser.email;
    await changeAddress(person, createAddress());
    await registerVerifiedPerson(old);
    expect(await undoChange(await findToken(old, 'email-changed'))).toBe('EMAIL_TAKEN');
  });

  test('is not announced to an old one that was never verified', async () => {
    const person = await register(createAddress());
    await changeAddress(person, createAddress());
    expect(await findToken(person.dataUser.email, 'email-changed')).toBe('');
  });
});

describe('a reset', () => {
  test('does not lift a ban', async () => {
    const staff = await registerStaff(api, client, 'ADMIN');
    const person = await registerVerifiedPerson();
    await client.ok(moderation.banProfile, {
      token: staff.token,
      params: { id: person.dataUser.id },
      body: { reason: 'Spam' },
    });
    await client.send(accounts.forgotPassword, { body: { email: person.dataUser.email } });
    await waitUntil(async () => (await findToken(person.dataUser.email, 'password-reset')) !== '');
    const token = await findToken(person.dataUser.email, 'password-reset');
    const password = 'Other42Words';
    expect((await client.send(accounts.resetPassword, { body: { token, password } })).status).toBe(204);
    const body = { username: person.dataUser.nickname, password };
    expect((await client.send(accounts.login, { body })).body).toMatchObject({ type: 'BANNED' });
  });
});

describe('a new device', () => {
  const logIn = (person: AuthResponse, deviceToken?: string) =>
    fetch(`${api.url}/api/login`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
        ...(deviceToken && { 'X-Device-Token': deviceToken }),
      },
      body: JSON.stringify({ username: person.dataUser.nickname, password: PASSWORD }),
    });

  test('is announced by mail once', async () => {
    const person = await registerNewUser(client);
    await verifyAddress(api, person);
    const listNotices = async () =>
      (await listMails('new-device')).filter(({ accountId }) => accountId === person.dataUser.id);
    await logIn(person, person.deviceToken);
    expect(await listNotices()).toEqual([]);
    const response = (await (await logIn(person)).json()) as AuthResponse;
    expect(await listNotices()).toMatchObject([{ content: { device: 'Firefox, Linux' } }]);
    await logIn(person, response.deviceToken);
    expect(await listNotices()).toHaveLength(1);
  });
});
