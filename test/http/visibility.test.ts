import { jest } from '@jest/globals';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import * as accounts from '../../contract/accounts.ts';
import { healthReady } from '../../contract/health.ts';
import * as hiddenProfiles from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { Post } from '../../contract/shapes.ts';
import * as socialGraph from '../../contract/social-graph.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { followsProjection } from '../../projections/social-graph/follows/project.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient, getNextPath } from './support/client.ts';
import { createRegistration, createUsername, publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let waits: { readonly projections: readonly string[]; readonly waitMs: number }[] = [];

setUpTestApi({
  adapt: (foundation) => ({
    ...foundation,
    progress: {
      ...foundation.progress,
      waitFor: (projections, position, waitMs) => {
        waits.push({ projections, waitMs });
        return foundation.progress.waitFor(projections, position, waitMs);
      },
    },
  }),
});

describe('a write', () => {
  test('is visible in every process to reads that start after its response', async () => {
    const secondClient = createClient((await api.startAnotherApi()).url);
    const { token, dataUser } = await registerNewUser(client);
    for (let n = 0; n < 40; n += 1) {
      const { id } = await publishPost(n % 2 ? client : secondClient, token, `number ${n}`);
      const reads = [client, secondClient, client].map((apiClient) =>
        apiClient.send(posts.getPost, { params: { id } }),
      );
      for (const { status, headers } of await Promise.all(reads)) {
        expect(status).toBe(200);
        expect(headers.get('x-read-model')).toBeNull();
      }
      const [post] = await secondClient.ok(posts.profilePublications, { params: { profile: dataUser.id } });
      expect(post?.id).toBe(id);
    }
  });

  test('is marked as behind when the read models are behind', async () => {
    const { token } = await registerNewUser(client);
    await api.stopProjections();
    waits = [];
    const startedAt = performance.now();
    const response = await client.send(posts.createPublication, { token, body: { text: 'early' } });
    expect([response.status, response.headers.get('x-read-model')]).toEqual([200, 'behind']);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(1_990);
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([2_000]);
    expect((await client.send(posts.getPost, { params: { id: response.body.id } })).status).toBe(404);
    const registration = await client.send(accounts.registerUser, {
      body: createRegistration(createUsername()),
    });
    expect([registration.status, registration.headers.get('x-read-model')]).toEqual([200, 'behind']);
    const renameResponse = await client.send(accounts.updateProfile, {
      token,
      body: { type: 'profileName', newData: 'Ahead of All' },
    });
    expect(renameResponse.body.profileName).toBe('Ahead of All');
    await api.startProjections();
    const laterPost = await client.send(posts.createPublication, { token, body: { text: 'later' } });
    expect(laterPost.headers.get('x-read-model')).toBeNull();
    await client.ok(posts.getPost, { params: { id: response.body.id } });
  });

  test('waits once, for the projections that handle its events', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const { id } = await publishPost(client, token);
    const otherUser = await registerNewUser(client);
    const recordWaits = async (write: () => Promise<unknown>) => {
      waits = [];
      await write();
      return waits.map(({ projections }) => projections);
    };
    const like = () => client.ok(posts.likePublication, { token, body: { idPublication: id } });
    expect(await recordWaits(like)).toEqual([['posts', 'notifications']]);
    const body = { idProfileToFollow: otherUser.dataUser.id };
    expect(await recordWaits(() => client.ok(socialGraph.followProfile, { token, body }))).toEqual([
      ['follows', 'notifications'],
    ]);
    const params = { id: otherUser.dataUser.id };
    const block = () => client.ok(hiddenProfiles.blockProfile, { token, params });
    expect(await recordWaits(block)).toEqual([['follows', 'hidden', 'notifications']]);
    const renameBody = { type: 'profileName', newData: `${dataUser.profileName} Otter` } as const;
    expect(await recordWaits(() => client.ok(accounts.updateProfile, { token, body: renameBody }))).toEqual([
      ['profiles', 'search'],
    ]);
  });
});

describe('readiness', () => {
  test('is checked once for concurrent requests', async () => {
    const headSpy = jest.spyOn(api.foundation.rawLog, 'head');
    const responses = await Promise.all(Array.from({ length: 40 }, () => client.send(healthReady)));
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(headSpy.mock.calls.length).toBeLessThan(40);
    headSpy.mockRestore();
  });

  test('lists the parts that are down and the lag of each projection', async () => {
    const readyResponse = await client.send(healthReady);
    expect(readyResponse.body).toMatchObject({ status: 'ready', parts: [{ up: true }, { up: true }] });
    const { token } = await registerNewUser(client);
    await api.stopProjections();
    await publishPost(client, token);
    const unreadyResponse = await client.send(healthReady);
    expect([unreadyResponse.status, unreadyResponse.headers.get('retry-after')]).toEqual([503, '2']);
    expect(unreadyResponse.body).toMatchObject({ status: 'down', code: 'NOT_READY' });
    expect(unreadyResponse.body.projections.find(({ name }) => name === 'posts')).toMatchObject({
      healthy: false,
      state: 'stopped',
      lag: expect.any(Number),
    });
    const metrics = await api.foundation.metrics?.metrics();
    expect(metrics).toMatch(/^kindra_projection_failing{projection="posts"} 1$/m);
    expect(metrics).toMatch(/^kindra_projection_lag_events{projection="posts"} [1-9]/m);
    expect(metrics).toMatch(/^kindra_projection_lag_seconds{projection="posts"} \d/m);
    await api.startProjections();
  });

  test('continues while a projection fails, which is listed as unhealthy', async () => {
    const setError = (error: string | null) =>
      api.database.pool.query(
        "UPDATE engine.checkpoints SET error = $1, failing_since = now() WHERE projection = 'follows'",
        [error],
      );
    await setError('violates check constraint');
    const { status, body } = await client.send(healthReady);
    expect([status, body.status, body.code]).toEqual([200, 'ready', undefined]);
    expect(body.projections.filter(({ healthy }) => !healthy)).toMatchObject([
      { name: 'follows', state: 'failing' },
    ]);
    const metrics = await api.foundation.metrics?.metrics();
    expect(metrics).toMatch(/^kindra_projection_failing{projection="follows"} 1$/m);
    expect(metrics).toMatch(/^kindra_projection_failing{projection="posts"} 0$/m);
    await setError(null);
  });

  test('lists read models that are ahead of the log until they are rebuilt', async () => {
    await api.stopProjections();
    await api.database.pool.query(
      "UPDATE engine.checkpoints SET event_id = gen_random_uuid() WHERE projection = 'follows'",
    );
    await api.startProjections();
    const { status, body } = await client.send(healthReady);
    expect([status, body.message]).toEqual([
      503,
      'Read models are ahead of the log: follows. Repair: npx kindra replay follows',
    ]);
    const log = createPostgresEventLog({ pool: api.database.pool });
    await rebuild({ log, pool: api.database.pool, projection: followsProjection });
    await log.close();
    await waitUntil(async () => (await client.send(healthReady)).status === 200);
  });
});

describe('following the links of a list', () => {
  const collectIds = async (
    path: string,
    beforePage: () => Promise<unknown>,
    token?: string,
  ): Promise<string[]> => {
    const ids: string[] = [];
    for (let address: string | null = path; address; ) {
      const response: Response = await fetch(api.url + address, {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      });
      expect(response.status).toBe(200);
      ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
      address = getNextPath(response.headers);
      await beforePage();
    }
    return ids;
  };

  test('neither repeats nor skips while posts are added', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const publishedIds: string[] = [];
    for (let n = 0; n < 34; n += 1) publishedIds.unshift((await publishPost(client, token, `walk ${n}`)).id);
    const publishPosts = () => Promise.all([1, 2, 3].map(() => publishPost(client, token, 'in between')));
    const profileIds = await collectIds(`/api/profilePublications/${dataUser.nickname}`, publishPosts);
    expect(new Set(profileIds).size).toBe(profileIds.length);
    expect(profileIds.filter((id) => publishedIds.includes(id))).toEqual(publishedIds);
    // The "For you" feed defers posts by the same author.
    const forYouIds = await collectIds('/api/publications', publishPosts);
    expect(new Set(forYouIds).size).toBe(forYouIds.length);
    expect(forYouIds.filter((id) => publishedIds.includes(id)).toSorted()).toEqual(publishedIds.toSorted());
  });

  test('ends at the end of the list, also on a page that is exactly full', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const parent = await publishPost(client, token);
    for (let n = 0; n < 20; n += 1) await publishPost(client, token, `reply ${n}`, parent.id);
    const ids = await collectIds(`/api/replies/${parent.id}?page=1`, async () => {});
    expect(ids).toHaveLength(20);
    const replies = await client.send(posts.getReplies, { params: { id: parent.id } });
    expect(replies.body.map(({ id }) => id)).toEqual(ids);
    const secondPage = await client.send(posts.getReplies, { params: { id: parent.id }, query: { page: 2 } });
    expect([secondPage.body.length, getNextPath(secondPage.headers)]).toEqual([10, null]);
    const pageBeyondEnd = await client.send(posts.getReplies, {
      params: { id: parent.id },
      query: { page: 3 },
    });
    expect(pageBeyondEnd.body).toEqual([]);
    const { body } = await client.send(accounts.getProfile, { params: { nickname: dataUser.nickname } });
    expect(body.id).toBe(dataUser.id);
  });

  test('continues from the cursor when the address also has a page number', async () => {
    const { token } = await registerNewUser(client);
    const { id } = await publishPost(client, token);
    for (let n = 0; n < 11; n += 1) await publishPost(client, token, `reply ${n}`, id);
    const first = await client.send(posts.getReplies, { params: { id }, query: { page: 1 } });
    const nextPath = getNextPath(first.headers);
    const response = await fetch(`${api.url}${nextPath}&page=1`);
    const ids = ((await response.json()) as Post[]).map((reply) => reply.id);
    expect(ids).toHaveLength(1);
    expect(first.body.map((reply) => reply.id)).not.toContain(ids[0]);
  });
});
