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
import { createClient, getNextAddress } from './support/client.ts';
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
    const second = createClient((await api.startAnother()).url);
    const { token, dataUser } = await registerNewUser(client);
    for (let n = 0; n < 40; n += 1) {
      const { id } = await publishPost(n % 2 ? client : second, token, `number ${n}`);
      const readers = [client, second, client].map((reader) =>
        reader.send(posts.getPost, { params: { id } }),
      );
      for (const { status, headers } of await Promise.all(readers)) {
        expect(status).toBe(200);
        expect(headers.get('x-read-model')).toBeNull();
      }
      const [newest] = await second.ok(posts.profilePublications, { params: { profile: dataUser.id } });
      expect(newest?.id).toBe(id);
    }
  });

  test('responds when the read models are behind, marked as such', async () => {
    const { token } = await registerNewUser(client);
    await api.stopProjections();
    waits = [];
    const started = performance.now();
    const response = await client.send(posts.createPublication, { token, body: { text: 'early' } });
    expect([response.status, response.headers.get('x-read-model')]).toEqual([200, 'behind']);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_990);
    expect(waits.map(({ waitMs }) => waitMs)).toEqual([2_000]);
    expect((await client.send(posts.getPost, { params: { id: response.body.id } })).status).toBe(404);
    const registered = await client.send(accounts.registerUser, {
      body: createRegistration(createUsername()),
    });
    expect([registered.status, registered.headers.get('x-read-model')]).toEqual([200, 'behind']);
    const renamed = await client.send(accounts.updateProfile, {
      token,
      body: { type: 'profileName', newData: 'Ahead of All' },
    });
    expect(renamed.body.profileName).toBe('Ahead of All');
    await api.startProjections();
    const laterPost = await client.send(posts.createPublication, { token, body: { text: 'later' } });
    expect(laterPost.headers.get('x-read-model')).toBeNull();
    await client.ok(posts.getPost, { params: { id: response.body.id } });
  });

  test('waits once, for the projections that handle its events', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const { id } = await publishPost(client, token);
    const other = await registerNewUser(client);
    const listWaits = async (write: () => Promise<unknown>) => {
      waits = [];
      await write();
      return waits.map(({ projections }) => projections);
    };
    const like = () => client.ok(posts.likePublication, { token, body: { idPublication: id } });
    expect(await listWaits(like)).toEqual([['posts', 'notifications']]);
    const body = { idProfileToFollow: other.dataUser.id };
    expect(await listWaits(() => client.ok(socialGraph.followProfile, { token, body }))).toEqual([
      ['follows', 'notifications'],
    ]);
    const params = { id: other.dataUser.id };
    const block = () => client.ok(hiddenProfiles.blockProfile, { token, params });
    expect(await listWaits(block)).toEqual([['follows', 'hidden', 'notifications']]);
    const rename = { type: 'profileName', newData: `${dataUser.profileName} Otter` } as const;
    expect(await listWaits(() => client.ok(accounts.updateProfile, { token, body: rename }))).toEqual([
      ['profiles', 'search'],
    ]);
  });
});

describe('readiness', () => {
  test('is looked up once for concurrent requests', async () => {
    const headSpy = jest.spyOn(api.foundation.rawLog, 'head');
    const responses = await Promise.all(Array.from({ length: 40 }, () => client.send(healthReady)));
    expect(responses.map(({ status }) => status)).toEqual(Array(40).fill(200));
    expect(headSpy.mock.calls.length).toBeLessThan(40);
    headSpy.mockRestore();
  });

  test('lists what is down and how far each projection is behind', async () => {
    const ready = await client.send(healthReady);
    expect(ready.body).toMatchObject({ status: 'ready', parts: [{ up: true }, { up: true }] });
    const { token } = await registerNewUser(client);
    await api.stopProjections();
    await publishPost(client, token);
    const down = await client.send(healthReady);
    expect([down.status, down.headers.get('retry-after')]).toEqual([503, '2']);
    expect(down.body).toMatchObject({ status: 'down', code: 'NOT_READY' });
    expect(down.body.projections.find(({ name }) => name === 'posts')).toMatchObject({
      healthy: false,
      state: 'stopped',
      lag: expect.any(Number),
    });
    await api.startProjections();
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
  const walk = async (
    start: string,
    beforePage: () => Promise<unknown>,
    token?: string,
  ): Promise<string[]> => {
    const ids: string[] = [];
    for (let address: string | null = start; address; ) {
      const response: Response = await fetch(api.url + address, {
        headers: token ? { Authorization: `Bearer ${token}` } : {},
      });
      expect(response.status).toBe(200);
      ids.push(...((await response.json()) as { id: string }[]).map(({ id }) => id));
      address = getNextAddress(response.headers);
      await beforePage();
    }
    return ids;
  };

  test('neither repeats nor skips while posts are added', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const written: string[] = [];
    for (let n = 0; n < 34; n += 1) written.unshift((await publishPost(client, token, `walk ${n}`)).id);
    const add = () => Promise.all([1, 2, 3].map(() => publishPost(client, token, 'in between')));
    const own = await walk(`/api/profilePublications/${dataUser.nickname}`, add);
    expect(new Set(own).size).toBe(own.length);
    expect(own.filter((id) => written.includes(id))).toEqual(written);
    // For you defers posts of the same author.
    const forYou = await walk('/api/publications', add);
    expect(new Set(forYou).size).toBe(forYou.length);
    expect(forYou.filter((id) => written.includes(id)).toSorted()).toEqual(written.toSorted());
  });

  test('ends at the end of the list, also on a page that is exactly full', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const parent = await publishPost(client, token);
    for (let n = 0; n < 20; n += 1) await publishPost(client, token, `reply ${n}`, parent.id);
    const ids = await walk(`/api/replies/${parent.id}?page=1`, async () => {});
    expect(ids).toHaveLength(20);
    const all = await client.send(posts.getReplies, { params: { id: parent.id } });
    expect(all.body.map(({ id }) => id)).toEqual(ids);
    const last = await client.send(posts.getReplies, { params: { id: parent.id }, query: { page: 2 } });
    expect([last.body.length, getNextAddress(last.headers)]).toEqual([10, null]);
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
    const next = getNextAddress(first.headers);
    const response = await fetch(`${api.url}${next}&page=1`);
    const ids = ((await response.json()) as Post[]).map((reply) => reply.id);
    expect(ids).toHaveLength(1);
    expect(first.body.map((reply) => reply.id)).not.toContain(ids[0]);
  });
});
