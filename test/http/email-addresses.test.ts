import { VERIFICATION_TTL_MS } from '../../application/email-addresses.ts';
import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/email-addresses.ts';
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

const listEmails = async (kind?: string) =>
  (await api.foundation.privateData.emails.list(['waiting'], 500)).filter(
    (email) => !kind || email.kind === kind,
  );

/** Returns the token from the newest email of this kind to an address. */
async function findToken(to: string, kind: 'email-verification' | 'email-changed' | 'password-reset') {
  const emails = (await listEmails(kind)).filter((email) => email.to === to);
  const { link = '' } = (emails[0]?.content ?? {}) as { link?: string };
  return link.split('#')[1] ?? '';
}

const registerWithEmail = (email: string): Promise<AuthResponse> => {
  const { profileData, personalData } = createRegistration(createUsername());
  return client.ok(accounts.registerUser, {
    body: { profileData: { ...profileData, email }, personalData },
  });
};
const getErrorCode = ({ body }: { readonly body: unknown }) => (body as { code?: string }).code;
const verifyEmail = async (token: string) => {
  const response = await client.send(contract.verifyEmail, { body: { token } });
  return response.status === 204 ? 204 : getErrorCode(response);
};
const undoChange = async (token: string) => {
  const response = await client.send(contract.undoEmailChange, { body: { token } });
  return response.status === 204 ? 204 : getErrorCode(response);
};
const getEmailStatus = ({ token }: AuthResponse) => client.ok(contract.getEmail, { token });
const changeEmail = ({ token }: AuthResponse, email: string, currentPassword = PASSWORD) =>
  client.send(contract.changeEmail, { token, body: { email, currentPassword } });
const createEmailAddress = () => `${createUsername()}@example.org`;

/** Registers a person with a verified email address. */
async function registerVerifiedPerson(email = createEmailAddress()): Promise<AuthResponse> {
  const person = await registerWithEmail(email);
  expect(await verifyEmail(await findToken(email, 'email-verification'))).toBe(204);
  return person;
}

const NEW_PASSWORD = 'Other42Words';

const changePassword = ({ token }: AuthResponse) =>
  client.send(accounts.changePassword, {
    token,
    body: { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
  });

/** Resets the password of a person with the link from the email. */
async function resetPassword({ dataUser: { email } }: AuthResponse) {
  await client.send(accounts.forgotPassword, { body: { email } });
  await waitUntil(async () => (await findToken(email, 'password-reset')) !== '');
  const token = await findToken(email, 'password-reset');
  return client.send(accounts.resetPassword, { body: { token, password: NEW_PASSWORD } });
}

/** Changes the email address of a person and verifies it with the link from the email. */
async function changeAndVerifyEmail(person: AuthResponse, email: string): Promise<void> {
  expect((await changeEmail(person, email)).status).toBe(200);
  expect(await verifyEmail(await findToken(email, 'email-verification'))).toBe(204);
}

describe('a new address', () => {
  test('receives a link that verifies it once', async () => {
    const email = createEmailAddress();
    const person = await registerWithEmail(email);
    expect(await getEmailStatus(person)).toEqual({
      email,
      isVerified: false,
      pendingEmail: null,
      hasPassword: true,
    });
    const token = await findToken(email, 'email-verification');
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await Promise.all([verifyEmail(token), verifyEmail(token)])).toEqual(
      expect.arrayContaining([204, 'EMAIL_LINK_INVALID']),
    );
    expect((await getEmailStatus(person)).isVerified).toBe(true);
  });

  test('receives no password reset link and no other email until it is verified', async () => {
    const email = createEmailAddress();
    const person = await registerWithEmail(email);
    const verifiedPerson = await registerVerifiedPerson();
    for (const address of [email, verifiedPerson.dataUser.email])
      await client.send(accounts.forgotPassword, { body: { email: address } });
    await waitUntil(async () => (await findToken(verifiedPerson.dataUser.email, 'password-reset')) !== '');
    await client.ok(accounts.changePassword, {
      token: person.token,
      body: { currentPassword: PASSWORD, newPassword: 'Other42Words' },
    });
    const kinds = (await listEmails()).filter(({ to }) => to === email).map(({ kind }) => kind);
    expect(kinds).toEqual(['email-verification']);
  });

  test('receives the link in the language of the browser', async () => {
    const { profileData, personalData } = createRegistration(createUsername());
    await fetch(`${api.url}/api/register/USER`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Accept-Language': 'es-ES,es;q=0.9' },
      body: JSON.stringify({ profileData, personalData }),
    });
    const [email] = await listEmails();
    expect(email).toMatchObject({ to: profileData.email, language: 'es' });
  });

  test('can be verified for 3 days', async () => {
    const isolatedApi = await startTestApi();
    try {
      const visitor = createClient(isolatedApi.url);
      const { dataUser } = await registerNewUser(visitor);
      const [email] = await isolatedApi.foundation.privateData.emails.list(['waiting'], 1);
      const token = JSON.stringify(email).match(/#([\w-]{43})/)?.[1] ?? '';
      expect(token).not.toBe('');
      isolatedApi.clock.advance(VERIFICATION_TTL_MS);
      expect(getErrorCode(await visitor.send(contract.verifyEmail, { body: { token } }))).toBe(
        'EMAIL_LINK_INVALID',
      );
      await isolatedApi.foundation.privateData.emailAddresses.sweep(isolatedApi.clock.now());
      const { rowCount } = await isolatedApi.database.pool.query(
        'SELECT FROM private.email_links WHERE account_id = $1',
        [dataUser.id],
      );
      expect(rowCount).toBe(0);
    } finally {
      await isolatedApi.close();
    }
  });

  test('receives at most five links an hour, from all accounts that claim it', async () => {
    const throttledApi = await startTestApi({ isThrottled: true });
    try {
      const visitor = createClient(throttledApi.url);
      const email = createEmailAddress();
      const register = async () => {
        const { profileData, personalData } = createRegistration(createUsername());
        const body = { profileData: { ...profileData, email }, personalData };
        return visitor.ok(accounts.registerUser, { body });
      };
      for (let n = 0; n < 7; n += 1) await register();
      expect(await throttledApi.foundation.privateData.emails.count()).toBe(5);
      const { token } = await register();
      const change = visitor.send(contract.changeEmail, { token, body: { email } });
      expect((await change).status).toBe(429);
    } finally {
      await throttledApi.close();
    }
  });

  test('receives a new link on request, which invalidates the earlier one', async () => {
    const email = createEmailAddress();
    const person = await registerWithEmail(email);
    const first = await findToken(email, 'email-verification');
    await client.ok(contract.changeEmail, { token: person.token, body: { email } });
    const second = await findToken(email, 'email-verification');
    expect(second).not.toBe(first);
    expect(await verifyEmail(first)).toBe('EMAIL_LINK_INVALID');
    expect(await verifyEmail(second)).toBe(204);
    expect((await changeEmail(person, email)).body.code).toBe('EMAIL_ALREADY_VERIFIED');
  });

  test('is stored with only the hash of its token', async () => {
    const email = createEmailAddress();
    await registerWithEmail(email);
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
    const email = createEmailAddress();
    const otherPerson = await registerWithEmail(email);
    const otherToken = await findToken(email, 'email-verification');
    const owner = await registerWithEmail(email.toUpperCase());
    expect(await verifyEmail(await findToken(email.toUpperCase(), 'email-verification'))).toBe(204);
    expect(await verifyEmail(otherToken)).toBe('EMAIL_TAKEN');
    expect([
      (await getEmailStatus(owner)).isVerified,
      (await getEmailStatus(otherPerson)).isVerified,
    ]).toEqual([true, false]);
    await client.send(accounts.forgotPassword, { body: { email } });
    await waitUntil(async () =>
      (await listEmails('password-reset')).some(({ to }) => to === owner.dataUser.email),
    );
    expect((await listEmails('password-reset')).map(({ accountId }) => accountId)).not.toContain(
      otherPerson.dataUser.id,
    );
  });

  test('is verified by one of many concurrent links', async () => {
    const email = createEmailAddress();
    const tokens: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      await registerWithEmail(email);
      tokens.push(await findToken(email, 'email-verification'));
    }
    expect(new Set(tokens).size).toBe(4);
    const results = await Promise.all(tokens.map(verifyEmail));
    expect(results.filter((result) => result === 204)).toHaveLength(1);
    expect(results.filter((result) => result === 'EMAIL_TAKEN')).toHaveLength(3);
  });

  test('cannot be used by others once it is verified', async () => {
    const { dataUser } = await registerVerifiedPerson();
    const { profileData, personalData } = createRegistration(createUsername());
    const response = await client.send(accounts.registerUser, {
      body: { profileData: { ...profileData, email: dataUser.email.toUpperCase() }, personalData },
    });
    expect([response.status, response.body.message]).toEqual([400, 'The email is already registered.']);
    const otherPerson = await registerVerifiedPerson();
    expect((await changeEmail(otherPerson, dataUser.email)).body.code).toBe('EMAIL_TAKEN');
  });
});

describe('a changed address', () => {
  test('replaces the old one when its link is used, and invalidates reset links of the old one', async () => {
    const person = await registerVerifiedPerson();
    const oldEmail = person.dataUser.email;
    await client.send(accounts.forgotPassword, { body: { email: oldEmail } });
    await waitUntil(async () => (await findToken(oldEmail, 'password-reset')) !== '');
    const resetToken = await findToken(oldEmail, 'password-reset');
    const newEmail = createEmailAddress();
    expect((await changeEmail(person, newEmail)).body).toEqual({
      email: oldEmail,
      isVerified: true,
      pendingEmail: newEmail,
      hasPassword: true,
    });
    expect(await verifyEmail(await findToken(newEmail, 'email-verification'))).toBe(204);
    expect(await getEmailStatus(person)).toMatchObject({
      email: newEmail,
      isVerified: true,
      pendingEmail: null,
    });
    const response = await client.send(accounts.resetPassword, {
      body: { token: resetToken, password: 'Other42Words' },
    });
    expect(getErrorCode(response)).toBe('RESET_LINK_INVALID');
    await registerVerifiedPerson(oldEmail);
  });

  test.each<[string, (person: AuthResponse) => ReturnType<typeof client.send>]>([
    ['change', changePassword],
    ['reset', resetPassword],
  ])('is not verified by its link after a %s of the password', async (_, replacePassword) => {
    const person = await registerVerifiedPerson();
    const newEmail = createEmailAddress();
    await changeEmail(person, newEmail);
    expect((await replacePassword(person)).status).toBe(204);
    expect(await verifyEmail(await findToken(newEmail, 'email-verification'))).toBe('EMAIL_LINK_INVALID');
  });

  test('requires the current password', async () => {
    const person = await registerVerifiedPerson();
    expect((await changeEmail(person, createEmailAddress(), 'Wrong0Words')).body.code).toBe('WRONG_PASSWORD');
    const { status } = await client.send(contract.changeEmail, {
      token: person.token,
      body: { email: createEmailAddress() },
    });
    expect(status).toBe(400);
  });

  test('is undone by the link to the old address, which ends all sessions and invalidates later links', async () => {
    const person = await registerVerifiedPerson();
    const first = person.dataUser.email;
    const [second, third] = [createEmailAddress(), createEmailAddress()];
    await changeAndVerifyEmail(person, second);
    await changeAndVerifyEmail(person, third);
    expect(await undoChange(await findToken(first, 'email-changed'))).toBe(204);
    expect((await client.send(contract.getEmail, { token: person.token })).status).toBe(401);
    expect(await undoChange(await findToken(second, 'email-changed'))).toBe('UNDO_LINK_INVALID');
    const body = { username: person.dataUser.nickname, password: PASSWORD };
    expect(await getEmailStatus(await client.ok(accounts.login, { body }))).toMatchObject({ email: first });
  });

  test('can be undone for 7 days', async () => {
    const person = await registerVerifiedPerson();
    const first = person.dataUser.email;
    await changeAndVerifyEmail(person, createEmailAddress());
    const token = await findToken(first, 'email-changed');
    const { rows } = await api.database.pool.query(
      `UPDATE private.email_links SET expires_at = expires_at - interval '7 days'
       WHERE email = $1 AND purpose = 'undo' RETURNING expires_at`,
      [first],
    );
    expect(Date.now() - rows[0].expires_at.getTime()).toBeLessThan(60_000);
    expect(await undoChange(token)).toBe('UNDO_LINK_INVALID');
  });

  test('is not undone when another account has verified the old address', async () => {
    const person = await registerVerifiedPerson();
    const oldEmail = person.dataUser.email;
    await changeAndVerifyEmail(person, createEmailAddress());
    await registerVerifiedPerson(oldEmail);
    expect(await undoChange(await findToken(oldEmail, 'email-changed'))).toBe('EMAIL_TAKEN');
  });

  test('is not announced to an old address that was never verified', async () => {
    const person = await registerWithEmail(createEmailAddress());
    await changeAndVerifyEmail(person, createEmailAddress());
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
    expect((await resetPassword(person)).status).toBe(204);
    const body = { username: person.dataUser.nickname, password: NEW_PASSWORD };
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

  test('is announced by email once', async () => {
    const person = await registerNewUser(client);
    await verifyAddress(api, person);
    const listNotices = async () =>
      (await listEmails('new-device')).filter(({ accountId }) => accountId === person.dataUser.id);
    await logIn(person, person.deviceToken);
    expect(await listNotices()).toEqual([]);
    const response = (await (await logIn(person)).json()) as AuthResponse;
    expect(await listNotices()).toMatchObject([{ content: { device: 'Firefox, Linux' } }]);
    await logIn(person, response.deviceToken);
    expect(await listNotices()).toHaveLength(1);
  });
});
