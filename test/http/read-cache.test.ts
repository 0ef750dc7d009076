import { findReadProjections } from '../../api/http/read-recorder.ts';
import { updateProfile } from '../../contract/accounts.ts';
import { activeCrowdfundings } from '../../contract/crowdfunding.ts';
import { blockProfile, muteProfile } from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import { removeAuthenticator } from '../../contract/second-factors.ts';
import type { AuthResponse, Post } from '../../contract/shapes.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { takeDownPost } from '../../contract/take-down.ts';
import { postsProjection } from '../../projections/posts/posts/project.ts';
import { rebuildProjection } from '../../projections/rebuild.ts';
import { waitUntil } from '../support/wait.ts';
import { createClient } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let author: AuthResponse;
let post: Post;

setUpTestApi();
beforeAll(async () => {
  author = await registerNewUser(client);
  post = await publishPost(client, author.token);
});

/** Without an invalidation, a response would be served for 60 s. */
const MAX_STALE_MS = 30_000;
/** Request headers of a bot. `Cache-Control` is set, because otherwise `fetch` sends headers that bypass the cache. */
const ROBOT_HEADERS = { 'User-Agent': 'robot (bot)', 'Cache-Control': 'max-age=0' };
const fetchPost = (headers: Readonly<Record<string, string>> = {}, token?: string) =>
  fetch(`${api.url}/api/post/${post.id}`, {
    headers: { ...ROBOT_HEADERS, ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
  });
const likePost = () =>
  client.ok(posts.likePublication, { token: author.token, body: { idPublication: post.id } });

async function countReads(outcome: string): Promise<number> {
  const metric = await api.foundation.metrics?.getSingleMetric('kindra_read_cache_requests_total')?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

test('returns 304 to a visitor whose response is current, and 200 after a change', async () => {
  const first = await fetchPost();
  const etag = first.headers.get('etag') ?? '';
  const unchangedResponse = await fetchPost({ 'If-None-Match': etag });
  await likePost();
  const changedResponse = await fetchPost({ 'If-None-Match': etag });
  expect([first.status, unchangedResponse.status, changedResponse.status]).toEqual([200, 304, 200]);
  expect(unchangedResponse.headers.get('x-read-position')).toBe(first.headers.get('x-read-position'));
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('vary')).toContain('Authorization');
  expect(await changedResponse.json()).toMatchObject({ likes: 1 });
});

test('shares no parameters of the request that computed a response', async () => {
  const { id } = await publishPost(client, author.token, 'With many replies');
  for (let n = 0; n < 11; n += 1) await publishPost(client, author.token, `Reply ${n}`, id);
  const readNextLink = async (query: string) =>
    (await fetch(`${api.url}/api/replies/${id}${query}`, { headers: ROBOT_HEADERS })).headers.get('link');
  const nextLink = await readNextLink('?other=1&page=1');
  expect(nextLink).toMatch(new RegExp(`^</api/replies/${id}\\?cursor=[^&]+>; rel="next"$`));
  expect(await readNextLink('?page=1')).toBe(nextLink);
});

test('caches lists of campaigns that do not depend on the time, although others do', async () => {
  const readCampaigns = (sort: 'newest' | 'ending') =>
    client.ok(activeCrowdfundings, { query: { sort }, headers: ROBOT_HEADERS });
  const countHits = async (sort: 'newest' | 'ending') => {
    const previousHits = await countReads('hit');
    for (let n = 0; n < 3; n += 1) await readCampaigns(sort);
    return (await countReads('hit')) - previousHits;
  };
  for (let n = 0; n < 3; n += 1)
    expect([await countHits('ending'), (await countHits('newest')) > 0]).toEqual([0, true]);
});

test('serves repaired rows after a rebuild', async () => {
  const { pool } = api.database;
  const readText = async () => ((await (await fetchPost()).json()) as Post).text;
  await pool.query(`UPDATE read.posts SET text = 'Damaged' WHERE id = $1`, [post.id]);
  await likePost();
  expect(await readText()).toBe('Damaged');
  const report = await rebuildProjection({ ...api.foundation, pool, projection: postsProjection });
  expect(report.equal).toBe(false);
  await waitUntil(async () => (await readText()) === post.text, MAX_STALE_MS);
});

test('forbids browsers to store responses to accounts', async () => {
  const { headers } = await fetchPost({}, author.token);
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
});

test('serves a repeated read from memory until a projection that it reads changes rows', async () => {
  await fetchPost();
  const previousCounts = [await countReads('hit'), await countReads('stale')] as const;
  await fetchPost();
  await client.ok(updateProfile, {
    token: author.token,
    body: { type: 'profileName', newData: 'Another Name' },
  });
  const updatedPost = (await (await fetchPost()).json()) as Post;
  expect(updatedPost.creatorData.profileName).toBe('Another Name');
  expect(await countReads('hit')).toBe(previousCounts[0] + 1);
  expect(await countReads('stale')).toBe(previousCounts[1] + 1);
});

test('caches a Following page for its account only, until a followed account posts', async () => {
  const [reader, otherUser] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  await client.ok(followProfile, {
    token: reader.token,
    body: { idProfileToFollow: author.dataUser.id },
  });
  const readFollowing = ({ token }: AuthResponse) => client.ok(posts.followingPublications, { token });
  // The views caused by the first reads are counted later, which changes the posts once.
  await waitUntil(async () => {
    const previousHits = await countReads('hit');
    await readFollowing(reader);
    return (await countReads('hit')) === previousHits + 1;
  });
  const cachedPosts = await readFollowing(reader);
  expect(await readFollowing(otherUser)).toEqual([]);
  const newPost = await publishPost(client, author.token);
  expect((await readFollowing(reader)).map(({ id }) => id)).toEqual([
    newPost.id,
    ...cachedPosts.map(({ id }) => id),
  ]);
});

test.each([
  ['mutes', muteProfile, true],
  ['blocks', blockProfile, true],
  ['is blocked by', blockProfile, false],
] as const)(
  'sends an account that %s an author no cached response with posts of the author',
  async (_, hideProfile, isHiddenByReader) => {
    const [reader, writer] = [await registerNewUser(client), await registerNewUser(client)];
    const { id } = await publishPost(client, writer.token);
    const [actor, target] = isHiddenByReader ? [reader, writer] : [writer, reader];
    await client.ok(hideProfile, { token: actor.token, params: { id: target.dataUser.id } });
    const isShown = async (token?: string) =>
      (await client.ok(posts.forYouPublications, { token, headers: ROBOT_HEADERS })).some(
        (item) => item.id === id,
      );
    for (let n = 0; n < 3; n += 1)
      expect([await isShown(), await isShown(reader.token)]).toEqual([true, false]);
  },
);

test('does not reuse a cached Following page after staff remove their second factor', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const productionClient = createClient((await api.startAnotherApi({ settings })).url);
  const [reader, moderator] = [
    await registerStaff(api, client, 'MOD'),
    await registerStaff(api, client, 'MOD'),
  ];
  const { token } = reader;
  await client.ok(followProfile, { token, body: { idProfileToFollow: author.dataUser.id } });
  const { id } = await publishPost(client, author.token, 'Taken down');
  const decision = { token: moderator.token, params: { id }, body: { reason: 'Spam.' } };
  await client.ok(takeDownPost, decision);
  await setUpAuthenticator(api, client, reader);
  const isShown = async () =>
    (await productionClient.ok(posts.followingPublications, { token, headers: ROBOT_HEADERS })).some(
      (item) => item.id === id,
    );
  // The second read is cached, and the third one is served from memory.
  for (let n = 0; n < 3; n += 1) expect(await isShown()).toBe(true);
  await client.ok(removeAuthenticator, { token });
  expect(await isShown()).toBe(false);
});

test('sends a cached response compressed to a client that accepts it, with its length', async () => {
  const { id } = await publishPost(client, author.token, 'word '.repeat(50));
  for (let n = 0; n < 5; n += 1) await publishPost(client, author.token, 'word '.repeat(50), id);
  const readReplies = (encoding: string) =>
    fetch(`${api.url}/api/replies/${id}`, { headers: { ...ROBOT_HEADERS, 'Accept-Encoding': encoding } });
  const [brotliResponse, gzipResponse, plainResponse] = [
    await readReplies('gzip, br'),
    await readReplies('gzip, br;q=0'),
    await readReplies('identity'),
  ];
  const encodings = [brotliResponse, gzipResponse, plainResponse].map(({ headers }) =>
    headers.get('content-encoding'),
  );
  expect(encodings).toEqual(['br', 'gzip', null]);
  const text = await plainResponse.text();
  expect([await brotliResponse.text(), await gzipResponse.text()]).toEqual([text, text]);
  expect(Number(brotliResponse.headers.get('content-length'))).toBeLessThan(text.length / 2);
  expect(brotliResponse.headers.get('vary')).toContain('Accept-Encoding');
});

test('does not cache reads that depend on the time or on private data', () => {
  expect(findReadProjections('SELECT * FROM read.posts post JOIN read.profiles p ON true')).toEqual(
    new Set(['posts', 'profiles']),
  );
  expect(findReadProjections('SELECT * FROM read.posts WHERE published_at < now()')).toBeNull();
  expect(findReadProjections('SELECT * FROM read.posts, private.sessions')).toBeNull();
  expect(findReadProjections('SELECT 1')).toBeNull();
});

describe('with a cache of a few responses', () => {
  test('evicts responses when the cache is full and serves all reads', async () => {
    const settings = { ...api.foundation.settings, readCacheBytes: 4_000 };
    const smallCacheClient = createClient((await api.startAnotherApi({ settings })).url);
    const publishedPosts = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => publishPost(client, author.token, `Post ${n}`)),
    );
    for (let round = 0; round < 2; round += 1)
      for (const { id, text } of publishedPosts)
        expect((await smallCacheClient.ok(posts.getPost, { params: { id } })).text).toBe(text);
  });
});
