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

const createBrowserHeaders = (address: string, agent = 'Mozilla/5.0 (a browser)') => ({
  'X-Forwarded-For': address,
  'User-Agent': agent,
});

/** Returns the views without adding one. */
const getViews = async (id: string): Promise<number> =>
  (await client.ok(posts.getPost, { params: { id }, headers: { 'User-Agent': 'a-robot bot/1.0' } })).views;

/** Waits until a post has at least this many views. */
async function waitForViews(id: string, least: number): Promise<number> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const views = await getViews(id);
    if (views >= least || Date.now() > deadline) return views;
  }
}

/** Returns the number of events with views. */
async function countViewEvents(): Promise<number> {
  const { rows } = await api.database.pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM log.events WHERE type = 'PostsViewed'",
  );
  return rows[0]?.count ?? 0;
}

/** Waits until all earlier views are processed. */
async function waitForCount(): Promise<void> {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  await client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.200') });
  expect(await waitForViews(id, 1)).toBe(1);
}

test('are counted once per viewer in feeds, on profiles and as detail, never the author’s', async () => {
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
  await waitForCount();
  expect(await getViews(id)).toBe(4);
});

test('count five browsers of an address a day', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const viewPost = (address: string, agent: string) =>
    client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders(address, agent) });
  for (let n = 0; n < 20; n += 1) await viewPost('192.0.2.40', `browser ${n}`);
  await viewPost('192.0.2.40', 'browser 1');
  await viewPost('192.0.2.41', 'browser 1');
  expect(await waitForViews(id, 6)).toBe(6);
  await waitForCount();
  expect(await getViews(id)).toBe(6);
});

test('count an IPv6 /48 as one address', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  for (const address of ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::9', '2001:db8:8:1::1'])
    await client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders(address) });
  expect(await waitForViews(id, 2)).toBe(2);
  await waitForCount();
  expect(await getViews(id)).toBe(2);
});

test('of a burst of new addresses are written in batches', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const before = await countViewEvents();
  for (let n = 0; n < 300; n += 1)
    await client.ok(posts.getPost, {
      params: { id },
      headers: createBrowserHeaders(`198.51.${Math.floor(n / 250)}.${n % 250}`),
    });
  expect(await waitForViews(id, 300)).toBe(300);
  const events = (await countViewEvents()) - before;
  expect(events).toBeGreaterThan(0);
  expect(events).toBeLessThan(30);
});

test('of one viewer over two processes count once', async () => {
  const second = createClient((await api.startAnother()).url);
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  for (const api of [client, second, client, second])
    await api.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.9') });
  expect(await waitForViews(id, 1)).toBe(1);
  await waitForCount();
  expect(await getViews(id)).toBe(1);
});

test('of a logged-in viewer count once over all browsers', async () => {
  const [author, ...readers] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  const { id } = await publishPost(client, author.token);
  const agents = ['Googlebot/2.1', ''];
  for (const [n, { token }] of readers.entries())
    await client.ok(posts.getPost, {
      params: { id },
      token,
      headers: createBrowserHeaders('192.0.2.30', agents[n]),
    });
  expect(await waitForViews(id, 2)).toBe(2);
});

test('are counted again the next day', async () => {
  const { token } = await registerNewUser(client);
  const { id } = await publishPost(client, token);
  const viewPost = () =>
    client.ok(posts.getPost, { params: { id }, headers: createBrowserHeaders('192.0.2.10') });
  await viewPost();
  expect(await waitForViews(id, 1)).toBe(1);
  api.clock.forward(86_400_000);
  await viewPost();
  expect(await waitForViews(id, 2)).toBe(2);
});

test('are neither lost nor doubled by a crash before they are logged', async () => {
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
    readCache: null,
    requiresStaffFactor: false,
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
  const next = createViewCounter(system);
  next.recordViews(
    { caller: null, clientAddress: '192.0.2.20', clientNetwork: '192.0.2.0/24', userAgent: 'a browser' },
    [post],
  );
  await Promise.all([next.flush(), createFlushedBatches(system)]);
  await next.close();
  expect(await waitForViews(post.id, 2)).toBe(2);
  await waitForCount();
  expect(await getViews(post.id)).toBe(2);
  const { rows } = await api.database.pool.query('SELECT 1 FROM private.view_batches');
  expect(rows).toHaveLength(0);
});

/** Flushes the same batches in another process. */
async function createFlushedBatches(system: ApiSystem): Promise<void> {
  const other = createViewCounter(system);
  await other.flush();
  await other.close();
}

test('do not reveal the viewer', async () => {
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
