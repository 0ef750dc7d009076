import { setTimeout } from 'node:timers/promises';
import { registerUser } from '../../contract/accounts.ts';
import { healthLive, healthReady } from '../../contract/health.ts';
import * as posts from '../../contract/posts.ts';
import { type CuttableProxy, createCuttableProxy } from '../support/cuttable-proxy.ts';
import { waitUntil } from '../support/wait.ts';
import { createRegistration, createUsername, publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let proxy: CuttableProxy;

setUpTestApi({
  isThrottled: true,
  createDatabaseUrl: async (url) => {
    proxy = await createCuttableProxy(url);
    return proxy.url;
  },
});
afterAll(() => proxy.cut());

/** Repeats a call until it returns 200, for up to 40 s. Returns the last status. */
async function callUntilOk(call: () => Promise<{ status: number }>): Promise<number> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    const { status } = await call();
    if (status === 200 || Date.now() > deadline) return status;
    await setTimeout(100);
  }
}

test('calls return 503 with Retry-After while the database is down, and work afterwards', async () => {
  const { token } = await registerNewUser(client);
  const post = await publishPost(client, token);
  await proxy.cut();

  const attempts = [
    client.send(posts.forYouPublications),
    client.send(posts.getPost, { params: { id: post.id }, token }),
    client.send(posts.createPublication, { token, body: { text: 'not stored' } }),
    client.send(registerUser, { body: createRegistration(createUsername()) }),
  ];
  for (const { status, headers, body } of await Promise.all(attempts)) {
    expect([status, body.code]).toEqual([503, 'TEMPORARILY_UNAVAILABLE']);
    expect(headers.get('retry-after')).toBe('2');
  }
  expect((await client.send(healthLive)).status).toBe(200);
  const readiness = await client.send(healthReady);
  expect(readiness.status).toBe(503);
  expect(readiness.body.parts).toEqual([
    { name: 'event log', up: false },
    { name: 'database', up: false },
  ]);

  await proxy.restore();
  expect(await callUntilOk(() => client.send(posts.getPost, { params: { id: post.id }, token }))).toBe(200);
  expect(await callUntilOk(() => client.send(healthReady))).toBe(200);
  const laterPost = await publishPost(client, token, 'back again');
  await client.ok(posts.getPost, { params: { id: laterPost.id } });
}, 120_000);

test('metrics are served while the database is down, without the gauges that need it', async () => {
  const readMetrics = async () => (await api.foundation.metrics?.metrics()) ?? '';
  const DATABASE_GAUGES = [
    /^kindra_suspense_coins \d/m,
    /^kindra_projection_failing{projection="posts"} 0$/m,
  ];
  for (const gauge of DATABASE_GAUGES) expect(await readMetrics()).toMatch(gauge);
  await proxy.cut();
  const metrics = await readMetrics();
  for (const gauge of DATABASE_GAUGES) expect(metrics).not.toMatch(gauge);
  expect(metrics).toMatch(/^kindra_call_seconds_count{/m);
  await proxy.restore();
  for (const gauge of DATABASE_GAUGES) await waitUntil(async () => gauge.test(await readMetrics()));
}, 120_000);

test('writes that are acknowledged on a flapping connection exist once', async () => {
  const { token, dataUser } = await registerNewUser(client);
  const acknowledgedIds: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const attempt = client.send(posts.createPublication, { token, body: { text: `attempt ${n}` } });
    if (n % 5 === 2) {
      await proxy.cut();
      await proxy.restore();
    }
    const { status, body } = await attempt;
    expect([200, 503]).toContain(status);
    if (status === 200) acknowledgedIds.push(body.id);
  }
  await callUntilOk(() => client.send(healthReady));
  const { rows } = await api.database.pool.query<{ id: string; text: string }>(
    'SELECT id, text FROM read.posts WHERE author_id = $1',
    [dataUser.id],
  );
  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledgedIds));
  expect(new Set(rows.map(({ text }) => text)).size).toBe(rows.length);
  expect(acknowledgedIds.length).toBeGreaterThan(10);
}, 60_000);
