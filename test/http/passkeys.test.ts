import * as accounts from '../../contract/accounts.ts';
import { banProfile } from '../../contract/moderation.ts';
import * as contract from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { createAttestationCertificate } from '../support/certificates.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { createAuthenticator, type Deviation, type TestAuthenticator } from './support/passkey.ts';
import { PASSWORD, registerNewUser, registerStaff } from './support/people.ts';
import { sendRaw } from './support/request.ts';
import { addPasskey, beginLogin, setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const MINUTE_MS = 60_000;

let person: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  person = await registerNewUser(client);
});

const beginPasskeyLogin = async () => (await client.ok(contract.beginPasskeyLogin)).options;
const finishLogin = (passkey: unknown) => client.send(contract.logInWithPasskey, { body: { passkey } });
const logIn = async (authenticator: TestAuthenticator, deviation?: Deviation) =>
  finishLogin(authenticator.answer(await beginPasskeyLogin(), deviation));
const getPasskeys = async () =>
  (await client.ok(contract.getSecondFactors, { token: person.token })).passkeys;
const createOwnAuthenticator = () => createAuthenticator(api.url.replace('127.0.0.1', 'localhost'));

const PASSKEY_REFUSED = [400, 'PASSKEY_REFUSED'];

test('a passkey logs in without a password, and records its use', async () => {
  const { authenticator, recoveryCodes } = await addPasskey(api, client, person);
  expect(recoveryCodes).toHaveLength(10);
  const response = await logIn(authenticator);
  expect(response.status).toBe(200);
  const { token, dataUser } = response.body as unknown as AuthResponse;
  expect(dataUser.id).toBe(person.dataUser.id);
  expect((await client.send(getWallet, { token })).status).toBe(200);
  expect(await getPasskeys()).toEqual([
    { id: authenticator.id, name: 'My phone', createdAt: expect.any(String), lastUsedAt: expect.any(String) },
  ]);
});

test('an account with a passkey needs it after the password', async () => {
  await addPasskey(api, client, person);
  expect((await beginLogin(client, person.dataUser.nickname)).methods).toEqual(['PASSKEY', 'RECOVERY_CODE']);
});

test('an account has several passkeys with names, and removes each', async () => {
  const { token } = person;
  const first = await addPasskey(api, client, person);
  const second = await addPasskey(api, client, person, 'Key ring');
  expect(second.recoveryCodes).toEqual([]);
  const params = { id: second.authenticator.id };
  expect(
    (await client.send(contract.renamePasskey, { token, params, body: { name: 'Blue key' } })).status,
  ).toBe(204);
  expect((await getPasskeys()).map(({ name }) => name)).toEqual(['My phone', 'Blue key']);
  expect((await client.send(contract.removePasskey, { token, params })).status).toBe(204);
  expect(await getStatusAndCode(client.send(contract.removePasskey, { token, params }))).toEqual([
    404,
    'PASSKEY_NOT_FOUND',
  ]);
  expect(await getStatusAndCode(logIn(second.authenticator))).toEqual(PASSKEY_REFUSED);
  expect((await logIn(first.authenticator)).status).toBe(200);
});

test('removing the last factor removes the recovery codes', async () => {
  const { token } = person;
  await setUpAuthenticator(api, client, person);
  const { authenticator } = await addPasskey(api, client, person);
  await client.send(contract.removeAuthenticator, { token });
  expect((await client.ok(contract.getSecondFactors, { token })).recoveryCodes).toBe(10);
  await client.send(contract.removePasskey, { token, params: { id: authenticator.id } });
  expect((await client.ok(contract.getSecondFactors, { token })).recoveryCodes).toBe(0);
  const login = client.send(accounts.login, {
    body: { username: person.dataUser.nickname, password: PASSWORD },
  });
  expect((await login).status).toBe(200);
});

test('an account does not change the passkeys of another', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const { token } = await registerNewUser(client);
  const params = { id: authenticator.id };
  const responses = [
    getStatusAndCode(client.send(contract.removePasskey, { token, params })),
    getStatusAndCode(client.send(contract.renamePasskey, { token, params, body: { name: 'Mine' } })),
  ];
  expect(await Promise.all(responses)).toEqual([
    [404, 'PASSKEY_NOT_FOUND'],
    [404, 'PASSKEY_NOT_FOUND'],
  ]);
});

test('a passkey is added once, to one account', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const otherUser = await registerNewUser(client);
  for (const { token } of [person, otherUser]) {
    const { options } = await client.ok(contract.beginPasskey, { token });
    const body = { passkey: authenticator.create(options), name: 'Again' };
    expect(await getStatusAndCode(client.send(contract.addPasskey, { token, body }))).toEqual(
      PASSKEY_REFUSED,
    );
  }
  expect((await getPasskeys()).map(({ name }) => name)).toEqual(['My phone']);
});

test.each<[string, Deviation]>([
  ['of another origin', { origin: 'https://kindra.example.evil' }],
  ['of another port', { origin: 'http://localhost:1' }],
  ['of another relying party', { relyingParty: 'evil.example' }],
  ['without verification of the user', { flags: 0x01 }],
])('a response %s is refused', async (_, deviation) => {
  const { authenticator } = await addPasskey(api, client, person);
  expect(await getStatusAndCode(logIn(authenticator, deviation))).toEqual(PASSKEY_REFUSED);
  expect((await logIn(authenticator)).status).toBe(200);
});

test.each<[string, Deviation]>([
  ['of another origin', { origin: 'https://kindra.example.evil' }],
  ['of another relying party', { relyingParty: 'evil.example' }],
  ['without verification of the user', { flags: 0x41 }],
  ['with a certificate', { attestation: await createAttestationCertificate() }],
])('a new passkey %s is refused', async (_, deviation) => {
  const { token } = person;
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = createOwnAuthenticator().create(options, deviation);
  const request = client.send(contract.addPasskey, { token, body: { passkey, name: 'Key' } });
  expect(await getStatusAndCode(request)).toEqual(PASSKEY_REFUSED);
  expect(await getPasskeys()).toEqual([]);
});

test('origin and relying party do not depend on the Host header', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const headers = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    Origin: 'https://evil.example',
    'Content-Type': 'application/json',
  };
  const post = async ({ path }: { readonly path: string }, body: object) => {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await sendRaw(`${api.url}${path}`, request);
    return { status: response.status, body: JSON.parse(String(response.body)) };
  };
  const { options } = (await post(contract.beginPasskeyLogin, {})).body;
  expect(options.rpId).toBe('localhost');
  const passkey = authenticator.answer(options, {
    origin: 'https://evil.example',
    relyingParty: 'evil.example',
  });
  const login = await post(contract.logInWithPasskey, { passkey });
  expect([login.status, login.body.code]).toEqual(PASSKEY_REFUSED);
});

test('a challenge is valid once, also in another process', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const publicUrl = api.url.replace('127.0.0.1', 'localhost');
  const settings = { ...api.foundation.settings, publicUrl };
  const otherClient = createClient((await api.startAnotherApi({ settings, publicUrl })).url);
  const passkey = authenticator.answer(await beginPasskeyLogin());
  const responses = await Promise.all([
    finishLogin(passkey),
    otherClient.send(contract.logInWithPasskey, { body: { passkey } }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await getStatusAndCode(finishLogin(passkey))).toEqual(PASSKEY_REFUSED);
});

test('a challenge is valid for 5 minutes', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const passkey = authenticator.answer(await beginPasskeyLogin());
  api.clock.advance(5 * MINUTE_MS);
  expect(await getStatusAndCode(finishLogin(passkey))).toEqual(PASSKEY_REFUSED);
});

test('a challenge for a proof and an unknown challenge do not log in', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const { options } = await client.ok(contract.beginProof, { token: person.token });
  expect(await getStatusAndCode(finishLogin(authenticator.answer(options)))).toEqual(PASSKEY_REFUSED);
  expect(await getStatusAndCode(finishLogin(authenticator.answer({ challenge: 'bm9ib2R5' })))).toEqual(
    PASSKEY_REFUSED,
  );
});

test('a challenge for a new passkey is valid only for the account that requested it', async () => {
  const otherUser = await registerNewUser(client);
  const { options } = await client.ok(contract.beginPasskey, { token: otherUser.token });
  const passkey = createOwnAuthenticator().create(options);
  const request = client.send(contract.addPasskey, { token: person.token, body: { passkey, name: 'Key' } });
  expect(await getStatusAndCode(request)).toEqual(PASSKEY_REFUSED);
});

test('a passkey does not log in a banned account', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  const staff = await registerStaff(api, client, 'ADMIN');
  await client.ok(banProfile, {
    token: staff.token,
    params: { id: person.dataUser.id },
    body: { reason: 'Spam' },
  });
  expect((await logIn(authenticator)).body).toMatchObject({ code: 'BANNED', type: 'BANNED' });
});

test('a passkey does not log in a deactivated account', async () => {
  const { authenticator } = await addPasskey(api, client, person);
  await client.ok(accounts.deactivateProfile, { token: person.token });
  expect((await logIn(authenticator)).body).toMatchObject({ code: 'INACTIVE', type: 'INACTIVE' });
});

test.each(['', 'x'.repeat(41)])('the name %p is refused', async (name) => {
  const { token } = person;
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = createOwnAuthenticator().create(options);
  const { status } = await client.send(contract.addPasskey, { token, body: { passkey, name } });
  expect(status).toBe(400);
});

test('an account has at most 20 passkeys', async () => {
  for (let n = 0; n < 20; n += 1) await addPasskey(api, client, person, `Key ${n}`);
  const { token } = person;
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = createOwnAuthenticator().create(options);
  const request = client.send(contract.addPasskey, { token, body: { passkey, name: 'One more' } });
  expect(await getStatusAndCode(request)).toEqual([400, 'PASSKEY_LIMIT']);
});
