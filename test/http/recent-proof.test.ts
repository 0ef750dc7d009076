import * as accounts from '../../contract/accounts.ts';
import * as adjustments from '../../contract/adjustments.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as moderation from '../../contract/moderation.ts';
import { deletePublication } from '../../contract/posts.ts';
import * as contract from '../../contract/second-factors.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getStatusAndCode } from './support/client.ts';
import { createAuthenticator } from './support/passkey.ts';
import { PASSWORD, publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { addPasskey, getCode, setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApiPerTest } from './support/shared-api.ts';

const PROOF_TTL_MS = 10 * 60_000;
const UNKNOWN_ID = '01980000-0000-7000-8000-00000000dead';

let staff: AuthResponse;
let person: AuthResponse;

setUpTestApiPerTest();
beforeEach(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
  person = await registerNewUser(client);
});

const PROOF_REQUIRED = [403, 'PROOF_REQUIRED'];
const propose = (token = staff.token) =>
  client.send(adjustments.proposeAdjustment, {
    token,
    body: { profile: person.dataUser.id, amount: 100, reason: 'A gift' },
  });
const proveIdentity = (body: object) => client.send(contract.proveIdentity, { token: staff.token, body });

test('staff actions on money require a proof from the last 10 minutes', async () => {
  const { token } = staff;
  api.clock.advance(PROOF_TTL_MS);
  const params = { id: UNKNOWN_ID };
  const body = { reason: 'Because' };
  expect(await getStatusAndCode(propose())).toEqual(PROOF_REQUIRED);
  expect(await getStatusAndCode(client.send(adjustments.approveAdjustment, { token, params, body }))).toEqual(
    PROOF_REQUIRED,
  );
  expect(await getStatusAndCode(client.send(adjustments.declineAdjustment, { token, params, body }))).toEqual(
    PROOF_REQUIRED,
  );
  const identification = { token, params: { id: 'pi_1' }, body: { ...body, profile: person.dataUser.id } };
  expect(await getStatusAndCode(client.send(adjustments.identifySuspense, identification))).toEqual(
    PROOF_REQUIRED,
  );
  expect(
    await getStatusAndCode(client.send(crowdfunding.cancelCrowdfundingAsStaff, { token, params, body })),
  ).toEqual(PROOF_REQUIRED);
  const banRequest = { token, params: { id: person.dataUser.id } };
  const cancellingBan = { ...banRequest, body: { ...body, cancelCampaigns: true } };
  expect(await getStatusAndCode(client.send(moderation.banProfile, cancellingBan))).toEqual(PROOF_REQUIRED);
  expect((await client.send(moderation.banProfile, { ...banRequest, body })).status).toBe(200);
});

test('the password proves one login session for 10 minutes, and no other', async () => {
  const body = { username: staff.dataUser.nickname, password: PASSWORD };
  const otherSession = await client.ok(accounts.login, { body });
  api.clock.advance(PROOF_TTL_MS);
  expect((await proveIdentity({ password: PASSWORD })).status).toBe(204);
  expect((await propose()).status).toBe(200);
  expect(await getStatusAndCode(propose(otherSession.token))).toEqual(PROOF_REQUIRED);
  api.clock.advance(PROOF_TTL_MS);
  expect(await getStatusAndCode(propose())).toEqual(PROOF_REQUIRED);
});

test('a code and a passkey prove the session too, each once', async () => {
  const { secret } = await setUpAuthenticator(api, client, staff);
  const { authenticator } = await addPasskey(api, client, staff);
  api.clock.advance(PROOF_TTL_MS);
  const code = getCode(api, secret);
  expect((await proveIdentity({ code })).status).toBe(204);
  expect(await getStatusAndCode(proveIdentity({ code }))).toEqual([400, 'WRONG_CODE']);
  api.clock.advance(PROOF_TTL_MS);
  const { options } = await client.ok(contract.beginProof, { token: staff.token });
  const passkey = authenticator.answer(options);
  expect((await proveIdentity({ passkey })).status).toBe(204);
  expect(await getStatusAndCode(proveIdentity({ passkey }))).toEqual([400, 'PASSKEY_REFUSED']);
  expect((await propose()).status).toBe(200);
});

test('a wrong proof changes nothing', async () => {
  api.clock.advance(PROOF_TTL_MS);
  expect(await getStatusAndCode(proveIdentity({ password: 'Wrong0Words' }))).toEqual([400, 'WRONG_PASSWORD']);
  expect(await getStatusAndCode(proveIdentity({ code: '123456' }))).toEqual([400, 'WRONG_CODE']);
  expect(await getStatusAndCode(proveIdentity({}))).toEqual([400, 'PROOF_MISSING']);
  expect(await getStatusAndCode(propose())).toEqual(PROOF_REQUIRED);
});

test('an account proves its identity at most 10 times in 5 minutes', async () => {
  const throttledApi = await startTestApi({ isThrottled: true });
  try {
    const visitor = createClient(throttledApi.url);
    const { token } = await registerNewUser(visitor);
    const tryPassword = (password: string) =>
      getStatusAndCode(visitor.send(contract.proveIdentity, { token, body: { password } }));
    for (let n = 0; n < 10; n += 1) expect(await tryPassword('Wrong0Words')).toEqual([400, 'WRONG_PASSWORD']);
    expect(await tryPassword(PASSWORD)).toEqual([429, expect.any(String)]);
  } finally {
    await throttledApi.close();
  }
});

test('a session that is renewed by a new nickname still requires a proof', async () => {
  api.clock.advance(PROOF_TTL_MS);
  const { token } = await client.ok(accounts.updateProfileAndToken, {
    token: staff.token,
    body: { type: 'nickname', newData: 'newname1' },
  });
  expect(await getStatusAndCode(propose(token))).toEqual(PROOF_REQUIRED);
});

test('changes of second factors require a proof', async () => {
  const { token } = staff;
  const { options } = await client.ok(contract.beginPasskey, { token });
  const passkey = createAuthenticator(api.url).create(options);
  api.clock.advance(PROOF_TTL_MS);
  const calls = [
    client.send(contract.beginAuthenticator, { token }),
    client.send(contract.removeAuthenticator, { token }),
    client.send(contract.renewRecoveryCodes, { token }),
    client.send(contract.activateAuthenticator, { token, body: { code: '123456' } }),
    client.send(contract.beginPasskey, { token }),
    client.send(contract.addPasskey, { token, body: { passkey, name: 'My phone' } }),
    client.send(contract.removePasskey, { token, params: { id: 'abc' } }),
  ];
  for (const call of calls) expect(await getStatusAndCode(call)).toEqual(PROOF_REQUIRED);
});

test('staff tools require a second factor in production', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const productionClient = createClient((await api.startAnotherApi({ settings })).url);
  const { token } = staff;
  const fetchAnalyticsAs = (account: AuthResponse) =>
    getStatusAndCode(productionClient.send(moderation.getAnalytics, { token: account.token }));
  const fetchAnalytics = () => fetchAnalyticsAs(staff);
  expect(await fetchAnalyticsAs(person)).toEqual([403, 'FORBIDDEN']);
  expect((await client.send(moderation.getAnalytics, { token })).status).toBe(200);
  expect(await fetchAnalytics()).toEqual([403, 'STAFF_FACTOR_REQUIRED']);
  const { id } = await publishPost(client, person.token);
  const deletePost = ({ token }: AuthResponse) =>
    getStatusAndCode(productionClient.send(deletePublication, { token, params: { id } }));
  expect(await deletePost(staff)).toEqual([403, 'STAFF_FACTOR_REQUIRED']);
  expect(await deletePost(await registerNewUser(client))).toEqual([403, 'FORBIDDEN']);
  expect(await productionClient.ok(contract.getSecondFactors, { token })).toMatchObject({ isRequired: true });
  await setUpAuthenticator(api, client, staff);
  expect(await fetchAnalytics()).toEqual([200, undefined]);
});

test('an administrator in production starts campaigns without a second factor', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const productionClient = createClient((await api.startAnotherApi({ settings })).url);
  const request = { token: staff.token, body: {} };
  expect(await getStatusAndCode(productionClient.send(crowdfunding.createCrowdfunding, request))).toEqual([
    400,
    'CROWDFUNDING_INCOMPLETE',
  ]);
});
