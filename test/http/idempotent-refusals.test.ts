import { postUpdate } from '../../contract/crowdfunding.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import { restorePost, takeDownPost } from '../../contract/take-down.ts';
import type { IdempotencyKeys } from '../../domain/ports/idempotency-keys.ts';
import { type Client, createClient, createKeyHeader } from './support/client.ts';
import { createCrowdfunding } from './support/coins.ts';
import { publishPost, registerNewUser, registerStaff, revokeStaffRole } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondClient: Client;
/** Callback that runs once, before the next response is stored. */
let beforeNextSave: ((owner: string) => Promise<void>) | null = null;

const createObservedKeys = (keys: IdempotencyKeys): IdempotencyKeys => ({
  ...keys,
  saveResponse: async (owner, ...args) => {
    const callback = beforeNextSave;
    beforeNextSave = null;
    await callback?.(owner);
    return keys.saveResponse(owner, ...args);
  },
});

setUpTestApi({
  adapt: (foundation) => ({
    ...foundation,
    privateData: {
      ...foundation.privateData,
      idempotencyKeys: createObservedKeys(foundation.privateData.idempotencyKeys),
    },
  }),
});
beforeAll(async () => {
  secondClient = createClient((await api.startAnotherApi()).url);
});

test('a refused request is refused again under its key, even after changes', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  const blockRequest = { token: ben.token, params: { id: ana.dataUser.id } };
  await client.ok(blockProfile, blockRequest);
  const headers = createKeyHeader();
  const like = (apiClient: Client, keyHeader: Record<string, string>) =>
    apiClient.send(posts.likePublication, {
      token: ana.token,
      headers: keyHeader,
      body: { idPublication: id },
    });
  const first = await like(client, headers);
  expect([first.status, first.body.code]).toEqual([400, 'CANNOT_INTERACT']);
  await client.ok(unblockProfile, blockRequest);
  const repeatedResponse = await like(secondClient, headers);
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([400, first.body]);
  expect((await like(client, createKeyHeader())).body).toMatchObject({ liked: true });
});

test('a request for a missing post fails again under its key, even after the post is restored', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const staff = await registerStaff(api, client, 'MOD');
  const { id } = await publishPost(client, ben.token);
  const decision = { token: staff.token, params: { id }, body: { reason: 'Spam.' } };
  await client.ok(takeDownPost, decision);
  const headers = createKeyHeader();
  const like = (apiClient: Client, keyHeader: Record<string, string>) =>
    apiClient.send(posts.likePublication, {
      token: ana.token,
      headers: keyHeader,
      body: { idPublication: id },
    });
  const first = await like(client, headers);
  expect(first.status).toBe(404);
  await client.ok(restorePost, decision);
  const repeatedResponse = await like(secondClient, headers);
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([404, first.body]);
  expect((await like(client, createKeyHeader())).body).toMatchObject({ liked: true });
});

test('a forbidden request is forbidden again under its key, even after the role of the caller changes', async () => {
  const creator = await registerNewUser(client);
  const staff = await registerStaff(api, client, 'MOD');
  const id = await createCrowdfunding(api, creator.dataUser.id);
  const sendUpdate = (apiClient: Client, headers: Record<string, string>) =>
    apiClient.send(postUpdate, {
      token: staff.token,
      headers,
      params: { id },
      body: { text: 'Wood is here.' },
    });
  const headers = createKeyHeader();
  const first = await sendUpdate(client, headers);
  expect([first.status, first.body.code]).toEqual([403, 'ONLY_CREATOR_POSTS_UPDATES']);
  await revokeStaffRole(api, staff.dataUser.id);
  const repeatedResponse = await sendUpdate(secondClient, headers);
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([403, first.body]);
  expect((await sendUpdate(client, createKeyHeader())).status).toBe(404);
});

test('a refusal does not replace the success of a concurrent request', async () => {
  const { token } = await registerNewUser(client);
  const { privateData } = api.foundation;
  const headers = createKeyHeader();
  const body = { text: 'done in the meantime' };
  beforeNextSave = async (owner) => {
    const refusal = '!{"status":404,"code":"POST_NOT_FOUND","message":"Gone.","details":{}}';
    const [encryptedRefusal = ''] = await api.foundation.vault.seal([{ owner, text: refusal }]);
    await privateData.idempotencyKeys.saveResponse(owner, headers['Idempotency-Key'], encryptedRefusal);
  };
  const firstResponse = await client.send(posts.createPublication, { token, headers, body });
  expect([firstResponse.status, firstResponse.body.text]).toEqual([200, body.text]);
  const repeatedResponse = await client.send(posts.createPublication, { token, headers, body });
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([200, firstResponse.body]);
});

test('a refused request returns the refusal of a concurrent request that ended first', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  await client.ok(blockProfile, { token: ben.token, params: { id: ana.dataUser.id } });
  const headers = createKeyHeader();
  const { vault, privateData } = api.foundation;
  beforeNextSave = async (owner) => {
    const refusal = '!{"status":404,"code":"POST_NOT_FOUND","params":{},"message":"Gone.","details":{}}';
    const [encryptedRefusal = ''] = await vault.seal([{ owner, text: refusal }]);
    await privateData.idempotencyKeys.saveResponse(owner, headers['Idempotency-Key'], encryptedRefusal);
  };
  const like = () =>
    client.send(posts.likePublication, { token: ana.token, headers, body: { idPublication: id } });
  const [first, repeatedResponse] = [await like(), await like()];
  expect([first.status, first.body.code]).toEqual([404, 'POST_NOT_FOUND']);
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([404, first.body]);
});
