import * as accounts from '../../contract/accounts.ts';
import * as adjustments from '../../contract/adjustments.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as moderation from '../../contract/moderation.ts';
import * as contract from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { createAuthenticator } from './support/passkey.ts';
import { PASSWORD, registerNewUser, registerStaff } from './support/people.ts';
import { addPasskey, getCode, setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

const AGE_MS = 10 * 60_000;
const UNKNOWN_ID = '01980000-0000-7000-8000-00000000dead';

let staff: AuthResponse;
let person: AuthResponse;

setUpTestApiPerTest();
beforeEach(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
  person = await registerNewUser(client);
});

const REFUSED = [403, 'PROOF_REQUIRED'];
const propose = (token = staff.token) =>
  client.send(adjustments.proposeAdjustment, {
    token,
    body: { profile: person.dataUser.id, amount: 100, reason: 'A gift' },
  });
const prove = (body: object) => client.send(contract.proveIdentity, { token: staff.token, body });

test('staff actions on money need a proof from the last 10 minutes', async () => {
  const { token } = staff;
  api.clock.forward(AGE_MS);
  const params = { id: UNKNOWN_ID };
  const body = { reason: 'Because' };
  expect(await getStatusAndCode(propose())).toEqual(REFUSED);
  expect(await getStatusAndCode(client.send(adjustments.approveAdjustment, { token, params, body }))).toEqual(
    REFUSED,
  );
  expect(await getStatusAndCode(client.send(adjustments.declineAdjustment, { token, params, body }))).toEqual(
    REFUSED,
  );
  const identification = { token, params: { id: 'pi_1' }, body: { ...body, profile: person.dataUser.id } };
  expect(await getStatusAndCode(client.send(adjustments.identifySuspense, identification))).toEqual(REFUSED);
  expect(
    await getStatusAndCode(client.send(crowdfunding.cancelCrowdfundingAsStaff, { token, params, body })),
  ).toEqual(REFUSED);
  const ban = { token, params: { id: person.dataUser.id } };
  const cancelling = { ...ban, body: { ...body, cancelCampaigns: true } };
  expect(await getStatusAndCode(client.send(moderation.banProfile, cancelling))).toEqual(REFUSED);
  expect((await client.send(moderation.banProfile, { ...ban, body })).status).toBe(200);
});

test('the password proves one login session for 10 minutes, and no other', async () => {
  const body = { username: staff.dataUser.nickname, password: PASSWORD };
  const other = await client.ok(accounts.login, { body });
  api.clock.forward(AGE_MS);
  expect((await prove({ password: PASSWORD })).status).toBe(204);
  expect((await propose()).status).toBe(200);
  expect(await getStatusAndCode(propose(other.token))).toEqual(REFUSED);
  api.clock.forward(AGE_MS);
  expect(await getStatusAndCode(propose())).toEqual(REFUSED);
});

test('a code and a passkey prove the session too, each once', async () => {
  const { secret } = await setUpAuthenticator(api, client, staff);
  const { authenticator } = await addPasskey(api, client, staff);
  api.clock.forward(AGE_MS);
  const code = getCode(api, secret);
  expect((await prove({ code })).status).toBe(204);
  expect(await getStatusAndCode(prove({ code }))).toEqual([400, 'WRONG_CODE']);
  api.clock.forward(AGE_MS);
  const { options } = await client.ok(contract.beginProof, { token: staff.token });
  const passkey = authenticator.answer(options);
  expect((await prove({ passkey })).status).toBe(204);
  expect(await getStatusAndCode(prove({ passkey }))).toEqual([400, 'PASSKEY_REFUSED']);
  expect((await propose()).status).toBe(200);
});

test('a wrong proof changes nothing', async () => {
  api.clock.forward(AGE_MS);
  expect(await getStatusAndCode(prove({ password: 'Wrong0Words' }))).toEqual([400, 'WRONG_PASSWORD']);
  expect(await getStatusAndCode(prove({ code: '123456' }))).toEqual([400, 'WRONG_CODE']);
  expect(await getStatusAndCode(prove({}))).toEqual([400, 'PROOF_MISSING']);
  expect(await getStatusAndCode(propose())).toEqual(REFUSED);
});

test('an account proves its identity at most 10 times in 5 minutes', async () => {
  const limited = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(limited.url);
    const { token } = await registerNewUser(visitor);
    const tryPassword = (password: string) =>
      getStatusAndCode(visitor.send(contract.proveIdentity, { token, body: { password } }));
    for (let n = 0; n < 10; n += 1) expect(await tryPassword('Wrong0Words')).toEqual([400, 'WRONG_PASSWORD']);
    expect(await tryPassword(PASSWORD)).toEqual([429, expect.any(String)]);
  } finally {
    await limited.close();
  }
});

test('the new session of a new nickname needs a proof as the old one did', async () => {
  api.clock.forward(AGE_MS);
  const { token } = await client.ok(accounts.updateProfileAndToken, {
    token: staff.token,
    body: { type: 'nickname', newData: 'newname1' },
  });
  expect(await getStatusAndCode(propose(token))).toEqual(REFUSED);
});

test('second factors change only after a proof', async () => {
  const { token } = staff;
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = createAuthenticator(api.url).create(options);
  api.clock.forward(AGE_MS);
  const calls = [
    client.send(contract.beginAuthenticator, { token }),
    client.send(contract.removeAuthenticator, { token }),
    client.send(contract.renewRecoveryCodes, { token }),
    client.send(contract.activateAuthenticator, { token, body: { code: '123456' } }),
    client.send(contract.beginPasskey, { token }),
    client.send(contract.addPasskey, { token, body: { passkey, name: 'My phone' } }),
    client.send(contract.removePasskey, { token, params: { id: 'abc' } }),
  ];
  for (const call of calls) expect(await getStatusAndCode(call)).toEqual(REFUSED);
});

test('staff in production need a second factor for their tools', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const production = createClient((await api.startAnother({ settings })).url);
  const { token } = staff;
  const readAs = (account: AuthResponse) =>
    getStatusAndCode(production.send(moderation.getAnalytics, { token: account.token }));
  const read = () => readAs(staff);
  expect(await readAs(person)).toEqual([403, 'FORBIDDEN']);
  expect((await client.send(moderation.getAnalytics, { token })).status).toBe(200);
  expect(await read()).toEqual([403, 'STAFF_FACTOR_REQUIRED']);
  expect(await production.ok(contract.getSecondFactors, { token })).toMatchObject({ isRequired: true });
  await setUpAuthenticator(api, client, staff);
  expect(await read()).toEqual([200, undefined]);
});

test('an administrator in production starts campaigns without a second factor', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const production = createClient((await api.startAnother({ settings })).url);
  const request = { token: staff.token, body: {} };
  expect(await getStatusAndCode(production.send(crowdfunding.createCrowdfunding, request))).toEqual([
    400,
    'CROWDFUNDING_INCOMPLETE',
  ]);
});
