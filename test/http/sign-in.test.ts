import { randomUUID } from 'node:crypto';
import {
  deactivateProfile,
  googleCode,
  googleLogin,
  login,
  updateProfileAndToken,
} from '../../contract/accounts.ts';
import * as emailAddresses from '../../contract/email-addresses.ts';
import type { ApiError } from '../../contract/fields.ts';
import { scheduleDeletion } from '../../contract/own-data.ts';
import { confirmLogin } from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { MAX_PROOF_AGE_MS } from '../../domain/accounts/recent-proof.ts';
import { getStatusAndCode } from './support/client.ts';
import { createUsername, publishPost, registerNewUser, verifyAddress } from './support/people.ts';
import { getCode, setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

/** Creates a function that fetches a URL, keeps cookies and does not follow redirects. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return async (address: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
}

const getLocation = (response: Response): string =>
  new URL(response.headers.get('location') ?? '', api.url).href;

/** Signs in at the provider. Returns the code and state from the callback URL. */
async function returnFromProvider(form: Record<string, string>): Promise<{ code: string; state: string }> {
  const visit = createBrowser();
  let response = await visit(await client.ok(googleLogin));
  const choiceUrl = getLocation(response);
  expect(await (await visit(choiceUrl)).text()).toContain('Choose an account');
  response = await visit(choiceUrl, form);
  while (response.status === 303 || response.status === 302) {
    const nextUrl = new URL(getLocation(response));
    expect(nextUrl.origin).toBe(api.url);
    if (nextUrl.pathname === '/google/callback') {
      const { code = '', state = '' } = Object.fromEntries(nextUrl.searchParams);
      return { code, state };
    }
    response = await visit(nextUrl.href);
  }
  throw new Error(`the provider returned ${response.status}: ${await response.text()}`);
}

async function signIn(form: Record<string, string>): Promise<AuthResponse> {
  return client.ok(googleCode, { query: await returnFromProvider(form) });
}

test('the authorization URL contains PKCE, state and nonce', async () => {
  const address = new URL(await client.ok(googleLogin));
  expect(address.origin).toBe(api.url);
  expect(address.pathname).toBe('/local-identity/auth');
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^.{20,}$/),
    nonce: expect.stringMatching(/^.{20,}$/),
    redirect_uri: `${api.url}/google/callback`,
  });
});

test('the first sign-in creates an account, and later ones use it', async () => {
  const first = await signIn({ subject: 'made-up-tomas' });
  expect(first.dataUser).toMatchObject({
    role: 'USER',
    name: 'Tomás',
    surnames: 'Iriarte',
    profileName: 'Tomás',
    nickname: 'tomasiriarte',
    email: 'tomas.iriarte@example.org',
    birthdate: null,
    gender: null,
  });
  await publishPost(client, first.token);
  const secondSession = await signIn({ subject: 'made-up-tomas' });
  expect(secondSession.dataUser).toEqual(first.dataUser);
  expect(secondSession.token).not.toBe(first.token);
  const { token, dataUser } = await client.ok(updateProfileAndToken, {
    token: secondSession.token,
    body: { type: 'nickname', newData: 'tomas_i' },
  });
  await publishPost(client, token);
  expect((await signIn({ subject: 'made-up-tomas' })).dataUser).toEqual(dataUser);
  const { rows } = await api.database.pool.query(
    `SELECT key FROM private.names WHERE kind = 'nickname' AND account_id = $1`,
    [dataUser.id],
  );
  expect(rows).toEqual([{ key: 'tomas_i' }]);
});

test('creates another account with the name and address from the provider', async () => {
  const email = `${createUsername()}@example.org`;
  const first = await signIn({ name: 'X Æ 12 <b>Añil</b>', email });
  expect(first.dataUser).toMatchObject({ email, profileName: 'X Æ b Añil b' });
  const secondSession = await signIn({ name: 'Somebody Else', email: email.toUpperCase() });
  expect(secondSession.dataUser.id).toBe(first.dataUser.id);
});

test('a repeated sign-in with the same key returns the same session and creates one account', async () => {
  const email = `${createUsername()}@example.org`;
  const query = await returnFromProvider({ name: 'Once Only', email });
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await client.ok(googleCode, { query, headers });
  const repeatedSession = await client.ok(googleCode, { query, headers });
  expect(repeatedSession).toEqual(first);
  await publishPost(client, repeatedSession.token);
  const conflict = await client.send(googleCode, { query: { ...query, code: 'another' }, headers });
  expect([conflict.status, conflict.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
  expect((await client.send(googleCode, { query })).status).toBe(400);
});

test('a sign-in to an account with an authenticator app requires a code', async () => {
  const form = { name: 'Two Factors', email: `${createUsername()}@example.org` };
  const owner = await signIn(form);
  const { secret } = await setUpAuthenticator(api, client, owner);
  const { status, body } = await client.send(googleCode, { query: await returnFromProvider(form) });
  expect([status, body]).toEqual([403, expect.not.objectContaining({ token: expect.anything() })]);
  const { code, challenge } = body as unknown as ApiError;
  expect([code, challenge?.methods]).toEqual(['SECOND_FACTOR_REQUIRED', ['AUTHENTICATOR', 'RECOVERY_CODE']]);
  const confirmation = { challenge: challenge?.token ?? '', code: getCode(api, secret) };
  expect((await client.ok(confirmLogin, { body: confirmation })).dataUser.id).toBe(owner.dataUser.id);
});

test('finds a free nickname of at most 15 characters when hundreds are taken', async () => {
  const baseNickname = 'manyofthem00';
  const { dataUser: holder } = await registerNewUser(client);
  await api.database.pool.query(
    `INSERT INTO private.names (kind, key, account_id)
     SELECT 'nickname', $1 || CASE WHEN n > 0 THEN n::text ELSE '' END, $2::uuid FROM generate_series(0, 999) n`,
    [baseNickname, holder.id],
  );
  const form = { name: 'Many Of Them', email: `${baseNickname}@example.org` };
  const { dataUser } = await signIn(form);
  expect(dataUser.nickname).toMatch(/^manyofthe\d{6}$/);
  expect((await signIn(form)).dataUser).toEqual(dataUser);
});

test('ignores names of invisible characters', async () => {
  const { dataUser } = await signIn({
    name: '\u3164\u3164\u3164 Otter',
    email: `${createUsername()}@example.org`,
  });
  expect(dataUser).toMatchObject({ name: 'Otter', profileName: 'Otter' });
});

test('concurrent sign-ins of one person create one account', async () => {
  const form = { name: 'Twice Here', email: `${createUsername()}@example.org` };
  const codes = await Promise.all([returnFromProvider(form), returnFromProvider(form)]);
  const responses = await Promise.all(codes.map((query) => client.send(googleCode, { query })));
  const ids = responses.filter(({ status }) => status === 200).map(({ body }) => body.dataUser.id);
  expect(new Set(ids).size).toBe(1);
  expect((await signIn(form)).dataUser.id).toBe(ids[0]);
});

test('a code is valid once and only with its own state', async () => {
  const [firstCode, secondCode] = [
    await returnFromProvider({ subject: 'made-up-noor' }),
    await returnFromProvider({ subject: 'made-up-jonas' }),
  ];
  const mixedResponse = await client.send(googleCode, {
    query: { code: firstCode.code, state: secondCode.state },
  });
  expect([mixedResponse.status, mixedResponse.body.code]).toEqual([400, 'SIGN_IN_FAILED']);
  await client.send(googleCode, { query: firstCode });
  const repeatedResponse = await client.send(googleCode, { query: firstCode });
  expect([repeatedResponse.status, repeatedResponse.body.code]).toEqual([400, 'SIGN_IN_FAILED']);
  const unknownResponse = await client.send(googleCode, { query: { code: 'x', state: 'y' } });
  expect([unknownResponse.status, unknownResponse.body.code]).toEqual([400, 'SIGN_IN_FAILED']);
  expect((await client.send(googleCode, { query: { code: 'x' } })).body.message).toBe(
    'The state is missing.',
  );
  expect((await client.send(googleCode)).body.message).toBe('The code is missing.');
});

test('a sign-in expires after 15 minutes', async () => {
  const query = await returnFromProvider({ subject: 'made-up-noor' });
  api.clock.advance(16 * 60_000);
  expect((await client.send(googleCode, { query })).body.code).toBe('SIGN_IN_FAILED');
});

test('does not take over an account with the same address', async () => {
  const username = createUsername();
  await verifyAddress(api, await registerNewUser(client, username));
  const query = await returnFromProvider({ name: 'Not Them', email: `${username}@example.org` });
  const response = await client.send(googleCode, { query });
  expect([response.status, response.body.message]).toEqual([400, 'The email is already registered.']);
});

test('takes the address over from an account that has not verified it', async () => {
  const username = createUsername();
  const unverifiedUser = await registerNewUser(client, username);
  const { dataUser } = await signIn({ name: 'The Owner', email: `${username}@example.org` });
  expect(dataUser.id).not.toBe(unverifiedUser.dataUser.id);
  const { registry } = api.foundation.privateData;
  expect(await registry.findAccountByEmail(`${username}@example.org`)).toBe(dataUser.id);
});

describe('an account without a password', () => {
  const setPassword = async (token: string, username: string, newPassword = 'Other42Words') => {
    const { status, body } = await client.send(emailAddresses.setPassword, {
      token,
      body: { username, newPassword },
    });
    return status === 204 ? 204 : (body as { code: string }).code;
  };

  test('can set one, log in with it, and is notified by email', async () => {
    const { token, dataUser } = await signIn({
      name: 'Only Google',
      email: `${createUsername()}@example.org`,
    });
    expect(await client.ok(emailAddresses.getEmail, { token })).toMatchObject({
      isVerified: true,
      hasPassword: false,
    });
    const username = createUsername();
    expect(await setPassword(token, username)).toBe(204);
    const body = { username, password: 'Other42Words' };
    expect((await client.ok(login, { body })).dataUser.id).toBe(dataUser.id);
    const emails = await api.foundation.privateData.emails.list(['waiting'], 10);
    expect(emails.filter(({ accountId }) => accountId === dataUser.id).map(({ kind }) => kind)).toContain(
      'password-changed',
    );
    expect(await setPassword(token, createUsername())).toBe('PASSWORD_EXISTS');
  });

  test('cannot set one when the username is taken or the password is common', async () => {
    const { token } = await signIn({ name: 'Only Google', email: `${createUsername()}@example.org` });
    const takenUsername = createUsername();
    await registerNewUser(client, takenUsername);
    expect(await setPassword(token, takenUsername.toUpperCase())).toBe('USERNAME_TAKEN');
    expect(await setPassword(token, createUsername(), 'Passw0rd')).toBe('PASSWORD_COMMON');
    expect((await client.ok(emailAddresses.getEmail, { token })).hasPassword).toBe(false);
  });

  test('sets one of two that are sent at once, and reserves only its username', async () => {
    const { token, dataUser } = await signIn({
      name: 'Only Google',
      email: `${createUsername()}@example.org`,
    });
    const usernames = [createUsername(), createUsername()];
    const results = await Promise.all(usernames.map((username) => setPassword(token, username)));
    expect([...results].sort()).toEqual([204, 'PASSWORD_EXISTS']);
    const { rows } = await api.database.pool.query(
      `SELECT key FROM private.names WHERE kind = 'username' AND account_id = $1`,
      [dataUser.id],
    );
    expect(rows).toEqual([{ key: usernames[results.indexOf(204)] }]);
  });

  test('sets one, changes its address and is deleted only within 10 minutes of a sign-in', async () => {
    const form = { name: 'Only Google', email: `${createUsername()}@example.org` };
    const attemptAll = async ({ token }: AuthResponse) => {
      const body = { email: `${createUsername()}@example.org` };
      return [
        await getStatusAndCode(client.send(emailAddresses.changeEmail, { token, body })),
        await setPassword(token, createUsername()),
        await getStatusAndCode(
          client.send(scheduleDeletion, { token, body: { currentPassword: 'Other42Words' } }),
        ),
      ];
    };
    const session = await signIn(form);
    api.clock.advance(MAX_PROOF_AGE_MS);
    expect(await attemptAll(session)).toEqual([
      [403, 'PROOF_REQUIRED'],
      'PROOF_REQUIRED',
      [403, 'PROOF_REQUIRED'],
    ]);
    expect(await attemptAll(await signIn(form))).toEqual([[200, undefined], 204, [200, undefined]]);
  });
});

test('refuses the sign-in of a deactivated account', async () => {
  const form = { name: 'Leaving Soon', email: `${createUsername()}@example.org` };
  const { token } = await signIn(form);
  await client.ok(deactivateProfile, { token });
  const response = await client.send(googleCode, { query: await returnFromProvider(form) });
  expect([response.status, response.body.type]).toEqual([403, 'INACTIVE']);
});

test('the provider’s page shows errors and escapes input', async () => {
  const visit = createBrowser();
  const choiceUrl = getLocation(await visit(await client.ok(googleLogin)));
  const page = await visit(choiceUrl, { name: 'Somebody', email: 'nowhere' });
  expect(page.status).toBe(400);
  expect(await page.text()).toContain('Email must be valid.');
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const otherBrowserResponse = await fetch(choiceUrl, { redirect: 'manual' });
  expect([otherBrowserResponse.status, otherBrowserResponse.headers.get('location')]).toEqual([
    303,
    '/login',
  ]);
});
