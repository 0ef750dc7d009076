import { createClientAddresses } from '../../api/http/client-address.ts';
import type { ApiSystem } from '../../api/http/system.ts';
import { createTokens } from '../../api/http/tokens.ts';
import { createViewCounter } from '../../api/posts/views.ts';
import * as posts from '../../contract/posts.ts';
import { TEST_SECRET } from './support/api.ts';
import { createClient } from './support/client.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const createBrowserHeaders = (address: string, userAgent = 'Mozilla/5.0 (a browser)') => ({
  'X-Forwarded-For': address,
  'User-Agent': userAgent,
});

/** Returns the view count of a post without adding a view. */
const getViews = async (id: string): Promise<number> =>
  (await client.ok(posts.getPost, { params: { id }, headers: { 'User-Agent': 'a-robot bot/1.0' } })).views;

/** Waits up to 10 s until a post has at least `minimum` views. Returns its view count. */
async function waitForViews(id: string, minimum: number): Promise<number> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const views = await getViews(id);
    if (views >= minimum || Date.now() > deadline) return views;
  }
}

/** Returns the number of view events in the log. */
async function countViewEvents(): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM log.events WHERE type = 'PostsViewed'",
  );
  return rows[0]?.count ?? 0;
}

/** Waits until all earlier views are counted. */
async function waitForEarlierViews(): Promise<void> {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  await client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.200') });
  expect(await waitForViews(id, 1)).toBe(1);
}

test('views are counted once per viewer in feeds, on profiles and on the page of the post, except for the author', async () => {
  const [author, reader] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const { id } = await publishPost(client, author.token);
  const params = { id };
  await client.ok(posts.getPost, { params, token: author.token });
  await client.ok(posts.profilePublications, {
    params: { profile: author.dataUser.id },
    token: author.token,
  });
  await client.ok(posts.getPost, { params, token: reader.token });
  await client.ok(posts.forYouPublications, { token: reader.token });
  await client.ok(posts.profilePublications, {
    params: { profile: author.dataUser.id },
    token: reader.token,
  });
  await client.ok(posts.getPost, { params, headers: createBrowserHeaders('192.0.2.1') });
  await client.ok(posts.forYouPublications, { headers: createBrowserHeaders('192.0.2.1') });
  await client.ok(posts.forYouPublications, {
    headers: createBrowserHeaders('192.0.2.1', 'Another browser'),
  });
  await client.ok(posts.forYouPublications, { headers: createBrowserHeaders('192.0.2.2') });
  await client.ok(posts.forYouPublications, { headers: createBrowserHeaders('192.0.2.3', 'Googlebot/2.1') });
  await client.ok(posts.getReplies, { params, headers: createBrowserHeaders('192.0.2.4') });
  expect(await waitForViews(id, 4)).toBe(4);
  await waitForEarlierViews();
  expect(await getViews(id)).toBe(4);
});

test('views of at most five browsers of an address count each day', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const viewPost = (address: string, userAgent: string) =>
    client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders(address, userAgent) });
  for (let n = 0; n < 20; n += 1) await viewPost('192.0.2.40', `browser ${n}`);
  await viewPost('192.0.2.40', 'browser 1');
  await viewPost('192.0.2.41', 'browser 1');
  expect(await waitForViews(id, 6)).toBe(6);
  await waitForEarlierViews();
  expect(await getViews(id)).toBe(6);
});

test('views from an IPv6 /48 count as views from one address', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  for (const address of ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::9', '2001:db8:8:1::1'])
    await client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders(address) });
  expect(await waitForViews(id, 2)).toBe(2);
  await waitForEarlierViews();
  expect(await getViews(id)).toBe(2);
});

test('views of a burst of new addresses are written in batches', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const previousCount = await countViewEvents();
  for (let n = 0; n < 300; n += 1)
    await client.ok(posts.getPost, {
      params: { id },
      headers: createBrowserHeaders(`198.51.${Math.floor(n / 250)}.${n % 250}`),
    });
  expect(await waitForViews(id, 300)).toBe(300);
  const events = (await countViewEvents()) - previousCount;
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThan(30);
});

test('views of one viewer over two processes count once', async () => {
  const secondClient = createClient((await api.startAnotherApi()).url);
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  for (const api of [client, secondClient, client, secondClient])
    await api.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.9') });
  expect(await waitForViews(id, 1)).toBe(1);
  await waitForEarlierViews();
  expect(await getViews(id)).toBe(1);
});

test('views of a logged-in viewer count once over all browsers', async () => {
  const [author, ...readers] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  const { id } = await publishPost(client, author.token);
  const userAgents = ['Googlebot/2.1', ''];
  for (const [n, { token }] of readers.entries())
    await client.ok(posts.getPost, {
      params: { id },
      token,
      headers: createBrowserHeaders('192.0.2.30', userAgents[n]),
    });
  expect(await waitForViews(id, 2)).toBe(2);
});

test('views are counted again the next day', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const viewPost = () =>
    client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.10') });
  await viewPost();
  expect(await waitForViews(id, 1)).toBe(1);
  api.clock.advance(86_400_000);
  await viewPost();
  expect(await waitForViews(id, 2)).toBe(2);
});

test('views are neither lost nor duplicated by a crash before they are logged', async () => {
  const { token } = await registerNewUser(client);
  const post = await publishPost(client, token);
  const handler: ApiSystem['handler'] = {
    ...api.foundation.handler,
    handle: () => Promise.reject(new Error('crashed')),
  };
  const system = {
    ...api.foundation,
    identity: { begin: () => Promise.reject(), finish: () => Promise.reject() },
    tokens: createTokens(TEST_SECRET),
    clientAddresses: createClientAddresses([], () => {}),
    readsPerMinute: { perAccount: 1_200, perAddress: 12_000 },
    peers: {
      getExclusivePeriod: () => null,
      isRegistered: () => true,
      register: async () => {},
      unregister: async () => {},
    },
    readCache: null,
    findSessionHolder: api.foundation.privateData.sessions.findHolder,
    isStaffFactorRequired: false,
  };
  const crashingCounter = createViewCounter({ ...system, handler });
  crashingCounter.recordViews(
    { caller: null, clientAddress: '192.0.2.20', clientNetwork: '192.0.2.0/24', userAgent: 'a browser' },
    [post],
  );
  crashingCounter.recordViews(
    { caller: null, clientAddress: '192.0.2.21', clientNetwork: '192.0.2.0/24', userAgent: 'a browser' },
    [post],
  );
  await crashingCounter.close();
  const counter = createViewCounter(system);
  counter.recordViews(
    { caller: null, clientAddress: '192.0.2.20', clientNetwork: '192.0.2.0/24', userAgent: 'a browser' },
    [post],
  );
  await Promise.all([counter.flush(), flushBatches(system)]);
  await counter.close();
  expect(await waitForViews(post.id, 2)).toBe(2);
  await waitForEarlierViews();
  expect(await getViews(post.id)).toBe(2);
  const { rows } = await api.database.pool.query('SELECT 1 FROM private.view_batches');
  expect(rows).toHaveLength(0);
});

/** Flushes the pending batches with a new view counter, as another process would. */
async function flushBatches(system: ApiSystem): Promise<void> {
  const counter = createViewCounter(system);
  await counter.flush();
  await counter.close();
}

test('views do not reveal the viewer', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  await client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.77') });
  await waitForViews(id, 1);
  const { rows } = await api.database.pool.query<{ viewer: Buffer }>(
    'SELECT viewer FROM private.view_marks WHERE post_id = $1',
    [id],
  );
  expect(rows.map(({ viewer }) => viewer.length)).toEqual([12]);
});
