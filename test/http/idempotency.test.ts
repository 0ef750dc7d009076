import { randomUUID } from 'node:crypto';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import { deactivateProfile, registerOrganization, registerUser } from '../../contract/accounts.ts';
import { calls } from '../../contract/calls.ts';
import { postUpdate } from '../../contract/crowdfunding.ts';
import { blockProfile, unblockProfile } from '../../contract/hidden-profiles.ts';
import { createPaymentIntent } from '../../contract/payments.ts';
import * as posts from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { restorePost, takeDownPost } from '../../contract/take-down.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import type { IdempotencyKeys } from '../../domain/ports/private-data.ts';
import { type Client, createClient, type Sent } from './support/client.ts';
import { createActiveCrowdfunding } from './support/coins.ts';
import {
  createOrganizationForm,
  createRegistration,
  createUsername,
  publishPost,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let second: Client;
/** Called once before a response is stored. */
let refusedFirst: ((owner: string) => Promise<void>) | null = null;
/** While set, a process dies before it stores a response. */
let isCrashing = false;

const createCrashingKeys = (keys: IdempotencyKeys): IdempotencyKeys => ({
  ...keys,
  saveResponse: async (owner, ...args) => {
    if (isCrashing) throw new Error('crashed');
    const beforeStore = refusedFirst;
    refusedFirst = null;
    await beforeStore?.(owner);
    return keys.saveResponse(owner, ...args);
  },
});

setUpTestApi({
  adapt: (foundation) => ({
    ...foundation,
    privateData: {
      ...foundation.privateData,
      idempotencyKeys: createCrashingKeys(foundation.privateData.idempotencyKeys),
    },
  }),
});
beforeAll(async () => {
  second = createClient((await api.startAnother()).url);
});

const createKeyHeader = () => ({ 'Idempotency-Key': randomUUID() });

test('every creating POST honours an idempotency key', () => {
  const others = [
    /^login$|^logout$|^(forgot|reset)Password$|Webhook$|^readNotifications$|^endOtherSessions$|^scheduleDeletion$/,
    /^verifyEmail$|^undoEmailChange$|^unsubscribe$/,
    // Their challenges work once, and answers with secrets are not kept.
    /^begin(Authenticator|Passkey|PasskeyLogin|Proof)$|^confirmLogin$|^logInWithPasskey$|^proveIdentity$/,
    /^addPasskey$|^renewRecoveryCodes$/,
  ];
  const creating = calls.filter(
    ({ method, name }) => method === 'POST' && !others.some((pattern) => pattern.test(name)),
  );
  expect(creating.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([]);
});

test('the same key returns the first response and creates one post', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const headers = createKeyHeader();
  const publish = () => client.send(posts.createPublication, { token, headers, body: { text: 'once' } });
  const first = await publish();
  await client.ok(posts.likePublication, { token, body: { idPublication: first.body.id } });
  const again = await publish();
  expect([again.status, again.body]).toEqual([200, first.body]);
  const upperCaseHeaders = { 'Idempotency-Key': headers['Idempotency-Key'].toUpperCase() };
  const upperCaseResponse = await client.send(posts.createPublication, {
    token,
    headers: upperCaseHeaders,
    body: { text: 'once' },
  });
  expect(upperCaseResponse.body.id).toBe(first.body.id);
  const list = await client.ok(posts.profilePublications, { params: { profile: dataUser.nickname } });
  expect(list).toHaveLength(1);
});

test('a repeated request gets the read position of the first answer', async () => {
  const [{ token }, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const [published, followed] = [createKeyHeader(), createKeyHeader()];
  const body = { text: 'at its position' };
  const publish = (api: Client) => api.send(posts.createPublication, { token, headers: published, body });
  const follow = (api: Client) =>
    api.send(followProfile, { token, headers: followed, body: { idProfileToFollow: ben.dataUser.id } });
  const getPosition = ({ headers }: { headers: Headers }) => Number(headers.get('X-Read-Position'));
  const first = getPosition(await publish(client));
  expect(first).toBeGreaterThan(0);
  expect(getPosition(await follow(client))).toBeGreaterThan(first);
  expect(getPosition(await publish(second))).toBe(first);
  expect(getPosition(await follow(second))).toBeGreaterThan(first);
});

test('a repeated request gets the first answer if that has no read position', async () => {
  const { token } = await registerNewUser(client);
  const headers = createKeyHeader();
  const start = (api: Client) => api.send(createPaymentIntent, { token, headers, body: { amount: 100 } });
  const first = await start(client);
  expect([first.status, first.headers.get('X-Read-Position')]).toEqual([200, null]);
  const again = await start(second);
  expect([again.status, again.body]).toEqual([200, first.body]);
});

test('concurrent requests to two processes create one post and get the same response', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const headers = createKeyHeader();
  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      (n % 2 ? client : second).ok(posts.createPublication, { token, headers, body: { text: 'at once' } }),
    ),
  );
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  const list = await client.ok(posts.profilePublications, { params: { profile: dataUser.nickname } });
  expect(list).toHaveLength(1);
});

test('concurrent requests get the same response while the read models are behind', async () => {
  const { token } = await registerNewUser(client);
  await api.stopProjections();
  const headers = createKeyHeader();
  const body = { text: 'at once and behind' };
  const responses = await Promise.all(
    [client, second, client].map((api) => api.send(posts.createPublication, { token, headers, body })),
  );
  await api.startProjections();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
});

test('toggles take effect once over all processes', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  const [like, follow] = [createKeyHeader(), createKeyHeader()];
  for (const api of [client, second, client]) {
    const likedPost = await api.ok(posts.likePublication, {
      token: ana.token,
      headers: like,
      body: { idPublication: id },
    });
    expect(likedPost).toEqual({ idPublication: id, liked: true, likes: 1 });
    const followed = await api.ok(followProfile, {
      token: ana.token,
      headers: follow,
      body: { idProfileToFollow: ben.dataUser.id },
    });
    expect(followed).toEqual({ idProfile: ben.dataUser.id, isItFollowed: true, followers: 1 });
  }
});

test('a repeated unfollow of a hidden account returns the first response', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { token } = ana;
  const body = { idProfileToFollow: ben.dataUser.id };
  await client.ok(followProfile, { token, body });
  await client.ok(deactivateProfile, { token: ben.token });
  const headers = createKeyHeader();
  isCrashing = true;
  expect((await client.send(followProfile, { token, headers, body })).status).toBe(500);
  isCrashing = false;
  const again = await second.send(followProfile, { token, headers, body });
  expect([again.status, again.body.isItFollowed]).toEqual([200, false]);
});

test('another payload under the same key is refused', async () => {
  const { token } = await registerNewUser(client);
  const headers = createKeyHeader();
  await client.ok(posts.createPublication, { token, headers, body: { text: 'one thing' } });
  const conflict = await client.send(posts.createPublication, { token, headers, body: { text: 'another' } });
  expect([conflict.status, conflict.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
  const { id } = await publishPost(client, token);
  const otherCall = await client.send(posts.likePublication, { token, headers, body: { idPublication: id } });
  expect([otherCall.status, otherCall.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a refused request is refused again under its key, even after changes', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  const block = { token: ben.token, params: { id: ana.dataUser.id } };
  await client.ok(blockProfile, block);
  const headers = createKeyHeader();
  const like = (api: Client, sent: Record<string, string>) =>
    api.send(posts.likePublication, { token: ana.token, headers: sent, body: { idPublication: id } });
  const first = await like(client, headers);
  expect([first.status, first.body.code]).toEqual([400, 'CANNOT_INTERACT']);
  await client.ok(unblockProfile, block);
  const again = await like(second, headers);
  expect([again.status, again.body]).toEqual([400, first.body]);
  expect((await like(client, createKeyHeader())).body).toMatchObject({ liked: true });
});

test('a request for a missing post fails again under its key, even after the post is restored', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const staff = await registerStaff(api, client, 'MOD');
  const { id } = await publishPost(client, ben.token);
  const decision = { token: staff.token, params: { id }, body: { reason: 'Spam.' } };
  await client.ok(takeDownPost, decision);
  const headers = createKeyHeader();
  const like = (client: Client, sent: Record<string, string>) =>
    client.send(posts.likePublication, { token: ana.token, headers: sent, body: { idPublication: id } });
  const first = await like(client, headers);
  expect(first.status).toBe(404);
  await client.ok(restorePost, decision);
  const again = await like(second, headers);
  expect([again.status, again.body]).toEqual([404, first.body]);
  expect((await like(client, createKeyHeader())).body).toMatchObject({ liked: true });
});

test('the same text under the same key is refused for another crowdfunding', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const [one, other] = [
    await createActiveCrowdfunding(api, dataUser.id),
    await createActiveCrowdfunding(api, dataUser.id),
  ];
  const headers = createKeyHeader();
  const post = (id: string) =>
    client.send(postUpdate, { token, headers, params: { id }, body: { text: 'The roof is on.' } });
  expect((await post(one)).status).toBe(200);
  const conflict = await post(other);
  expect([conflict.status, conflict.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('a refusal does not replace the success of a concurrent request', async () => {
  const { token } = await registerNewUser(client);
  const { privateData } = api.foundation;
  const headers = createKeyHeader();
  const body = { text: 'done all the same' };
  refusedFirst = async (owner) => {
    const refusal = '!{"status":404,"code":"POST_NOT_FOUND","message":"Gone.","details":{}}';
    const [sealed = ''] = await api.foundation.vault.seal([{ owner, text: refusal }]);
    await privateData.idempotencyKeys.saveResponse(owner, headers['Idempotency-Key'], sealed);
  };
  const firstResponse = await client.send(posts.createPublication, { token, headers, body });
  expect([firstResponse.status, firstResponse.body.text]).toEqual([200, body.text]);
  const again = await client.send(posts.createPublication, { token, headers, body });
  expect([again.status, again.body]).toEqual([200, firstResponse.body]);
});

test('a refused request gets the refusal of a concurrent request that ended first', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  await client.ok(blockProfile, { token: ben.token, params: { id: ana.dataUser.id } });
  const headers = createKeyHeader();
  const { vault, privateData } = api.foundation;
  refusedFirst = async (owner) => {
    const refusal = '!{"status":404,"code":"POST_NOT_FOUND","params":{},"message":"Gone.","details":{}}';
    const [sealed = ''] = await vault.seal([{ owner, text: refusal }]);
    await privateData.idempotencyKeys.saveResponse(owner, headers['Idempotency-Key'], sealed);
  };
  const like = () =>
    client.send(posts.likePublication, { token: ana.token, headers, body: { idPublication: id } });
  const [first, again] = [await like(), await like()];
  expect([first.status, first.body.code]).toEqual([404, 'POST_NOT_FOUND']);
  expect([again.status, again.body]).toEqual([404, first.body]);
});

test('keys of different accounts are independent', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const headers = createKeyHeader();
  const publish = (token: string) =>
    client.ok(posts.createPublication, { token, headers, body: { text: 'mine' } });
  expect((await publish(ana.token)).id).not.toBe((await publish(ben.token)).id);
});

test('keys of different visitors are independent', async () => {
  const headers = createKeyHeader();
  const register = () => client.ok(registerUser, { headers, body: createRegistration(createUsername()) });
  const [one, other] = [await register(), await register()];
  expect(other.dataUser.id).not.toBe(one.dataUser.id);
});

test.each(['garbage', '1', 'x'.repeat(300), '00000000-0000-0000-0000-00000000000g'])(
  'the key %j is refused',
  async (given) => {
    const { token } = await registerNewUser(client);
    const response = await client.send(posts.createPublication, {
      token,
      headers: { 'Idempotency-Key': given },
      body: { text: 'never' },
    });
    expect([response.status, response.body.code]).toEqual([400, 'INVALID_IDEMPOTENCY_KEY']);
  },
);

describe('after a crash between the append and the response', () => {
  test.each([
    ['a post', posts.createPublication, async () => ({ text: 'crashed' }), { text: 'crashed' }],
    [
      'a like',
      posts.likePublication,
      async (token: string) => ({ idPublication: (await publishPost(client, token)).id }),
      { liked: true, likes: 1 },
    ],
    [
      'a follow',
      followProfile,
      async () => ({ idProfileToFollow: (await registerNewUser(client)).dataUser.id }),
      { isItFollowed: true, followers: 1 },
    ],
  ] as const)('%s takes effect once', async (_, call, createBody, outcome) => {
    const { token } = await registerNewUser(client);
    const headers = createKeyHeader();
    const body = await createBody(token);
    const before = await api.foundation.rawLog.head();
    isCrashing = true;
    const lost = await client.send(call, { token, headers, body });
    isCrashing = false;
    expect(lost.status).toBe(500);
    const repeated = await second.ok(call, { token, headers, body });
    expect(await client.ok(call, { token, headers, body })).toEqual(repeated);
    expect(repeated).toMatchObject(outcome);
    const events = await api.foundation.rawLog.readAll({ after: before });
    expect(events.filter(({ type }) => type !== 'PostsViewed')).toHaveLength(1);
  });

  describe('a process that has not cached the stream', () => {
    let elsewhere: RunningApi;
    let other: Client;

    beforeAll(async () => {
      const { rawLog, vault, history } = api.foundation;
      const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
      const handler = createHandler({ log, history, versions: eventCatalogue });
      const foundation = { ...api.foundation, handler, metrics: undefined, paymentSimulator: null };
      elsewhere = await startApi(foundation, { clientFolder: '/nowhere' });
      other = createClient(elsewhere.url);
    });
    afterAll(() => elsewhere.close());

    async function crashAfterCall(
      call: typeof posts.createPublication | typeof posts.likePublication | typeof postUpdate,
      input: Sent,
    ) {
      isCrashing = true;
      const { status } = await client.send(call, input);
      isCrashing = false;
      expect(status).toBe(500);
    }

    test('returns the post as it was published', async () => {
      const { token, dataUser } = await registerNewUser(client);
      const input = { token, headers: createKeyHeader(), body: { text: 'published once' } };
      await crashAfterCall(posts.createPublication, input);
      const [published] = await client.ok(posts.profilePublications, {
        params: { profile: dataUser.nickname },
      });
      expect(await other.ok(posts.createPublication, input)).toEqual(published);
    });

    test.each([
      ['post', posts.createPublication, async () => ({})],
      [
        'update',
        postUpdate,
        async (creatorId: string) => ({ params: { id: await createActiveCrowdfunding(api, creatorId) } }),
      ],
    ] as const)('does not return a deleted %s', async (_, call, createParams) => {
      const { token, dataUser } = await registerNewUser(client);
      const body = { text: 'deleted since' };
      const request = { ...(await createParams(dataUser.id)), token, headers: createKeyHeader(), body };
      await crashAfterCall(call, request);
      const params = { profile: dataUser.nickname };
      const [published] = await client.ok(posts.profilePublications, { params });
      await client.ok(posts.deletePublication, { token, params: { id: published?.id ?? '' } });
      expect((await other.send(call, request)).status).toBe(404);
    });

    test('does not repeat a like that was removed since', async () => {
      const { token } = await registerNewUser(client);
      const { id: idPublication } = await publishPost(client, token);
      const input = { token, headers: createKeyHeader(), body: { idPublication } };
      await crashAfterCall(posts.likePublication, input);
      await client.ok(posts.likePublication, { token, body: { idPublication } });
      const repeated = await other.ok(posts.likePublication, input);
      expect(repeated).toEqual({ idPublication, liked: false, likes: 0 });
    });
  });

  test('registers an account once', async () => {
    const headers = createKeyHeader();
    const body = createRegistration(createUsername());
    isCrashing = true;
    expect((await client.send(registerUser, { headers, body })).status).toBe(500);
    isCrashing = false;
    const first = await client.ok(registerUser, { headers, body });
    expect(await second.ok(registerUser, { headers, body })).toEqual(first);
    await publishPost(client, first.token);
  });
});

describe('registering under a key', () => {
  test('returns the first session again', async () => {
    const headers = createKeyHeader();
    const body = createRegistration(createUsername());
    const register = (client: Client) => client.ok(registerUser, { headers, body });
    const responses = await Promise.all([client, second, client, second].map(register));
    expect(new Set(responses.map(({ token }) => token)).size).toBe(1);
    const other = await client.send(registerUser, {
      headers,
      body: { ...body, profileData: { ...body.profileData, password: 'An0therOne' } },
    });
    expect(other.body.code).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  test('reports again that an organization awaits approval', async () => {
    const headers = createKeyHeader();
    const body = createOrganizationForm(createUsername());
    for (const api of [client, second]) {
      const response = await api.send(registerOrganization, { headers, body });
      expect([response.status, response.body.type]).toEqual([403, 'NOT_APPROVED']);
    }
  });
});

test('stored responses are encrypted', async () => {
  const { token, dataUser } = await registerNewUser(client);
  await client.ok(posts.createPublication, {
    token,
    headers: createKeyHeader(),
    body: { text: 'my very own words' },
  });
  const { rows } = await api.database.pool.query<{ answer: string }>(
    'SELECT answer FROM private.idempotency_keys WHERE owner = $1',
    [dataUser.id],
  );
  expect(rows[0]?.answer).toMatch(/^k1\./);
  await client.ok(deactivateProfile, { token });
});
