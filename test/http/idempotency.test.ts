import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { type RunningApi, startApi } from '../../api/main.ts';
import { deactivateProfile, registerUser } from '../../contract/accounts.ts';
import { calls } from '../../contract/calls.ts';
import { postUpdate } from '../../contract/crowdfunding.ts';
import { createPaymentIntent } from '../../contract/payments.ts';
import * as posts from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import type { IdempotencyKeys } from '../../domain/ports/idempotency-keys.ts';
import { type CallInput, type Client, createClient, createKeyHeader } from './support/client.ts';
import { createActiveCrowdfunding } from './support/coins.ts';
import { createRegistration, createUsername, publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondClient: Client;
/** Whether storing a response fails, as if the process crashed at this point. */
let isCrashing = false;

const createCrashingKeys = (keys: IdempotencyKeys): IdempotencyKeys => ({
  ...keys,
  saveResponse: async (owner, ...args) => {
    if (isCrashing) throw new Error('crashed');
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
  secondClient = createClient((await api.startAnotherApi()).url);
});

test('every POST that creates something accepts an idempotency key', () => {
  const exemptPatterns = [
    /^login$|^logout$|^(forgot|reset)Password$|Webhook$|^readNotifications$|^endOtherSessions$|^scheduleDeletion$/,
    /^verifyEmail$|^undoEmailChange$|^unsubscribe$/,
    // Challenges are valid once, and responses with secrets are not stored.
    /^begin(Authenticator|Passkey|PasskeyLogin|Proof)$|^confirmLogin$|^logInWithPasskey$|^proveIdentity$/,
    /^addPasskey$|^renewRecoveryCodes$/,
  ];
  const creatingCalls = calls.filter(
    ({ method, name }) => method === 'POST' && !exemptPatterns.some((pattern) => pattern.test(name)),
  );
  expect(creatingCalls.filter(({ idempotent }) => !idempotent).map(({ name }) => name)).toEqual([]);
});

test('the same key returns the first response and creates one post', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const headers = createKeyHeader();
  const publish = () => client.send(posts.createPublication, { token, headers, body: { text: 'once' } });
  const first = await publish();
  await client.ok(posts.likePublication, { token, body: { idPublication: first.body.id } });
  const repeatedResponse = await publish();
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([200, first.body]);
  const upperCaseHeaders = { 'Idempotency-Key': headers['Idempotency-Key'].toUpperCase() };
  const upperCaseResponse = await client.send(posts.createPublication, {
    token,
    headers: upperCaseHeaders,
    body: { text: 'once' },
  });
  expect(upperCaseResponse.body.id).toBe(first.body.id);
  const publishedPosts = await client.ok(posts.profilePublications, {
    params: { profile: dataUser.nickname },
  });
  expect(publishedPosts).toHaveLength(1);
});

test('a repeated request returns the read position of the first response', async () => {
  const [{ token }, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const [postHeaders, followHeaders] = [createKeyHeader(), createKeyHeader()];
  const body = { text: 'at its position' };
  const publish = (api: Client) => api.send(posts.createPublication, { token, headers: postHeaders, body });
  const follow = (api: Client) =>
    api.send(followProfile, { token, headers: followHeaders, body: { idProfileToFollow: ben.dataUser.id } });
  const getPosition = ({ headers }: { headers: Headers }) => Number(headers.get('X-Read-Position'));
  const first = getPosition(await publish(client));
  expect(first).toBeGreaterThan(0);
  expect(getPosition(await follow(client))).toBeGreaterThan(first);
  expect(getPosition(await publish(secondClient))).toBe(first);
  expect(getPosition(await follow(secondClient))).toBeGreaterThan(first);
});

test('a repeated request returns a first response without a read position', async () => {
  const { token } = await registerNewUser(client);
  const headers = createKeyHeader();
  const startPayment = (api: Client) =>
    api.send(createPaymentIntent, { token, headers, body: { amount: 100 } });
  const first = await startPayment(client);
  expect([first.status, first.headers.get('X-Read-Position')]).toEqual([200, null]);
  const repeatedResponse = await startPayment(secondClient);
  expect([repeatedResponse.status, repeatedResponse.body]).toEqual([200, first.body]);
});

test('concurrent requests to two processes create one post and return the same response', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const headers = createKeyHeader();
  const responses = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      (n % 2 ? client : secondClient).ok(posts.createPublication, {
        token,
        headers,
        body: { text: 'at once' },
      }),
    ),
  );
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  const publishedPosts = await client.ok(posts.profilePublications, {
    params: { profile: dataUser.nickname },
  });
  expect(publishedPosts).toHaveLength(1);
});

test('concurrent requests return the same response while the read models are behind', async () => {
  const { token } = await registerNewUser(client);
  await api.stopProjections();
  const headers = createKeyHeader();
  const body = { text: 'at once and behind' };
  const responses = await Promise.all(
    [client, secondClient, client].map((api) => api.send(posts.createPublication, { token, headers, body })),
  );
  await api.startProjections();
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(responses.map((response) => JSON.stringify(response.body))).size).toBe(1);
});

test('toggles take effect once over all processes', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, ben.token);
  const [likeHeaders, followHeaders] = [createKeyHeader(), createKeyHeader()];
  for (const api of [client, secondClient, client]) {
    const likeResult = await api.ok(posts.likePublication, {
      token: ana.token,
      headers: likeHeaders,
      body: { idPublication: id },
    });
    expect(likeResult).toEqual({ idPublication: id, liked: true, likes: 1 });
    const followResult = await api.ok(followProfile, {
      token: ana.token,
      headers: followHeaders,
      body: { idProfileToFollow: ben.dataUser.id },
    });
    expect(followResult).toEqual({ idProfile: ben.dataUser.id, isItFollowed: true, followers: 1 });
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
  const repeatedResponse = await secondClient.send(followProfile, { token, headers, body });
  expect([repeatedResponse.status, repeatedResponse.body.isItFollowed]).toEqual([200, false]);
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

test('the same text under the same key is refused for another crowdfunding', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const [firstId, secondId] = [
    await createActiveCrowdfunding(api, dataUser.id),
    await createActiveCrowdfunding(api, dataUser.id),
  ];
  const headers = createKeyHeader();
  const sendUpdate = (id: string) =>
    client.send(postUpdate, { token, headers, params: { id }, body: { text: 'The roof is on.' } });
  expect((await sendUpdate(firstId)).status).toBe(200);
  const conflict = await sendUpdate(secondId);
  expect([conflict.status, conflict.body.code]).toEqual([400, 'IDEMPOTENCY_KEY_REUSED']);
});

test('keys of different accounts are independent', async () => {
  const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const headers = createKeyHeader();
  const publish = (token: string) =>
    client.ok(posts.createPublication, { token, headers, body: { text: 'mine' } });
  expect((await publish(ana.token)).id).not.toBe((await publish(ben.token)).id);
});

test.each(['garbage', '1', 'x'.repeat(300), '00000000-0000-0000-0000-00000000000g'])(
  'the key %j is refused',
  async (key) => {
    const { token } = await registerNewUser(client);
    const response = await client.send(posts.createPublication, {
      token,
      headers: { 'Idempotency-Key': key },
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
    const previousHead = await api.foundation.rawLog.head();
    isCrashing = true;
    const failedResponse = await client.send(call, { token, headers, body });
    isCrashing = false;
    expect(failedResponse.status).toBe(500);
    const result = await secondClient.ok(call, { token, headers, body });
    expect(await client.ok(call, { token, headers, body })).toEqual(result);
    expect(result).toMatchObject(outcome);
    const events = await api.foundation.rawLog.readAll({ after: previousHead });
    expect(events.filter(({ type }) => type !== 'PostsViewed')).toHaveLength(1);
  });

  describe('a process that has not cached the stream', () => {
    let uncachedApi: RunningApi;
    let uncachedClient: Client;

    beforeAll(async () => {
      const { rawLog, vault, history } = api.foundation;
      const log = createEncryptedLog(rawLog, { catalogue: eventCatalogue, vault });
      const handler = createHandler({ log, history, versions: eventCatalogue });
      const foundation = { ...api.foundation, handler, metrics: undefined, paymentSimulator: null };
      uncachedApi = await startApi(foundation, { clientFolder: '/nowhere' });
      uncachedClient = createClient(uncachedApi.url);
    });
    afterAll(() => uncachedApi.close());

    async function crashAfterCall(
      call: typeof posts.createPublication | typeof posts.likePublication | typeof postUpdate,
      input: CallInput,
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
      const [post] = await client.ok(posts.profilePublications, {
        params: { profile: dataUser.nickname },
      });
      expect(await uncachedClient.ok(posts.createPublication, input)).toEqual(post);
    });

    test.each([
      ['post', posts.createPublication, async () => ({})],
      [
        'update',
        postUpdate,
        async (creatorId: string) => ({ params: { id: await createActiveCrowdfunding(api, creatorId) } }),
      ],
    ] as const)('returns 404 for a %s that has been deleted', async (_, call, createParams) => {
      const { token, dataUser } = await registerNewUser(client);
      const body = { text: 'deleted since' };
      const request = { ...(await createParams(dataUser.id)), token, headers: createKeyHeader(), body };
      await crashAfterCall(call, request);
      const params = { profile: dataUser.nickname };
      const [post] = await client.ok(posts.profilePublications, { params });
      await client.ok(posts.deletePublication, { token, params: { id: post?.id ?? '' } });
      expect((await uncachedClient.send(call, request)).status).toBe(404);
    });

    test('does not repeat a like that has been removed', async () => {
      const { token } = await registerNewUser(client);
      const { id: idPublication } = await publishPost(client, token);
      const input = { token, headers: createKeyHeader(), body: { idPublication } };
      await crashAfterCall(posts.likePublication, input);
      await client.ok(posts.likePublication, { token, body: { idPublication } });
      const result = await uncachedClient.ok(posts.likePublication, input);
      expect(result).toEqual({ idPublication, liked: false, likes: 0 });
    });
  });

  test('registers an account once', async () => {
    const headers = createKeyHeader();
    const body = createRegistration(createUsername());
    isCrashing = true;
    expect((await client.send(registerUser, { headers, body })).status).toBe(500);
    isCrashing = false;
    const first = await client.ok(registerUser, { headers, body });
    expect(await secondClient.ok(registerUser, { headers, body })).toEqual(first);
    await publishPost(client, first.token);
  });
});

test('stored responses are encrypted', async () => {
  const { token, dataUser } = await registerNewUser(client);
  await client.ok(posts.createPublication, {
    token,
    headers: createKeyHeader(),
    body: { text: 'a private text' },
  });
  const { rows } = await api.database.pool.query<{ answer: string }>(
    'SELECT answer FROM private.idempotency_keys WHERE owner = $1',
    [dataUser.id],
  );
  expect(rows[0]?.answer).toMatch(/^k1\./);
  await client.ok(deactivateProfile, { token });
});
