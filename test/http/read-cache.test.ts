import { findReadProjections } from '../../api/http/read-recorder.ts';
import { updateProfile } from '../../contract/accounts.ts';
import { blockProfile, muteProfile } from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import { removeAuthenticator } from '../../contract/second-factors.ts';
import type { AuthResponse, Post } from '../../contract/shapes.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { takeDownPost } from '../../contract/take-down.ts';
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

/** Without `Cache-Control`, fetch sends headers that bypass the cache. */
const asRobot = { 'User-Agent': 'robot (bot)', 'Cache-Control': 'max-age=0' };
const read = (headers: Readonly<Record<string, string>> = {}, token?: string) =>
  fetch(`${api.url}/api/post/${post.id}`, {
    headers: { ...asRobot, ...headers, ...(token && { Authorization: `Bearer ${token}` }) },
  });
const like = () =>
  client.ok(posts.likePublication, { token: author.token, body: { idPublication: post.id } });

async function countReads(outcome: string): Promise<number> {
  const metric = await api.foundation.metrics?.getSingleMetric('kindra_read_cache_requests_total')?.get();
  return metric?.values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0;
}

test('answers 304 to a visitor whose response is current, and 200 after a change', async () => {
  const first = await read();
  const etag = first.headers.get('etag') ?? '';
  const again = await read({ 'If-None-Match': etag });
  await like();
  const secondResponse = await read({ 'If-None-Match': etag });
  expect([first.status, again.status, secondResponse.status]).toEqual([200, 304, 200]);
  expect(again.headers.get('x-read-position')).toBe(first.headers.get('x-read-position'));
  expect(first.headers.get('cache-control')).toBe('no-cache');
  expect(first.headers.get('vary')).toContain('Authorization');
  expect(await secondResponse.json()).toMatchObject({ likes: 1 });
});

test('lets no browser keep the response to an account', async () => {
  const { headers } = await read({}, author.token);
  expect([headers.get('cache-control'), headers.get('etag')]).toEqual(['no-store', null]);
});

test('answers a repeated read from memory until a projection that it reads changes rows', async () => {
  await read();
  const before = [await countReads('hit'), await countReads('stale')] as const;
  await read();
  await client.ok(updateProfile, {
    token: author.token,
    body: { type: 'profileName', newData: 'Another Name' },
  });
  const renamed = (await (await read()).json()) as Post;
  expect(renamed.creatorData.profileName).toBe('Another Name');
  expect(await countReads('hit')).toBe(before[0] + 1);
  expect(await countReads('stale')).toBe(before[1] + 1);
});

test('keeps a Following page for its account only, until a followed account posts', async () => {
  const [reader, other] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  await client.ok(followProfile, {
    token: reader.token,
    body: { idProfileToFollow: author.dataUser.id },
  });
  const readFollowing = ({ token }: AuthResponse) => client.ok(posts.followingPublications, { token });
  // The views of the first reads are counted some time later, which changes the posts once.
  await waitUntil(async () => {
    const before = await countReads('hit');
    await readFollowing(reader);
    return (await countReads('hit')) === before + 1;
  });
  const keptResponse = await readFollowing(reader);
  expect(await readFollowing(other)).toEqual([]);
  const added = await publishPost(client, author.token);
  expect((await readFollowing(reader)).map(({ id }) => id)).toEqual([
    added.id,
    ...keptResponse.map(({ id }) => id),
  ]);
});

test.each([
  ['mutes', muteProfile, true],
  ['blocks', blockProfile, true],
  ['is blocked by', blockProfile, false],
] as const)(
  'gives an account that %s a writer no kept response with its posts',
  async (_, hide, isReader) => {
    const [reader, writer] = [await registerNewUser(client), await registerNewUser(client)];
    const { id } = await publishPost(client, writer.token);
    const [by, hidden] = isReader ? [reader, writer] : [writer, reader];
    await client.ok(hide, { token: by.token, params: { id: hidden.dataUser.id } });
    const isShown = async (token?: string) =>
      (await client.ok(posts.forYouPublications, { token, headers: asRobot })).some((one) => one.id === id);
    for (let n = 0; n < 3; n += 1)
      expect([await isShown(), await isShown(reader.token)]).toEqual([true, false]);
  },
);

test('keeps no Following page of staff for the time after they remove their second factor', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const production = createClient((await api.startAnother({ settings })).url);
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
    (await production.ok(posts.followingPublications, { token, headers: asRobot })).some(
      (one) => one.id === id,
    );
  // The second read is kept, and the third one is answered from memory.
  for (let n = 0; n < 3; n += 1) expect(await isShown()).toBe(true);
  await client.ok(removeAuthenticator, { token });
  expect(await isShown()).toBe(false);
});

test('sends a kept response compressed to a client that accepts it, with its length', async () => {
  const { id } = await publishPost(client, author.token, 'word '.repeat(50));
  for (let n = 0; n < 5; n += 1) await publishPost(client, author.token, 'word '.repeat(50), id);
  const readReplies = (encoding: string) =>
    fetch(`${api.url}/api/replies/${id}`, { headers: { ...asRobot, 'Accept-Encoding': encoding } });
  const [brotli, gzip, plain] = [
    await readReplies('gzip, br'),
    await readReplies('gzip, br;q=0'),
    await readReplies('identity'),
  ];
  const encodings = [brotli, gzip, plain].map(({ headers }) => headers.get('content-encoding'));
  expect(encodings).toEqual(['br', 'gzip', null]);
  const text = await plain.text();
  expect([await brotli.text(), await gzip.text()]).toEqual([text, text]);
  expect(Number(brotli.headers.get('content-length'))).toBeLessThan(text.length / 2);
  expect(brotli.headers.get('vary')).toContain('Accept-Encoding');
});

test('keeps no reads of the time or of private data', () => {
  expect(findReadProjections('SELECT * FROM read.posts post JOIN read.profiles p ON true')).toEqual(
    new Set(['posts', 'profiles']),
  );
  expect(findReadProjections('SELECT * FROM read.posts WHERE published_at < now()')).toBeNull();
  expect(findReadProjections('SELECT * FROM read.posts, private.sessions')).toBeNull();
  expect(findReadProjections('SELECT 1')).toBeNull();
});

describe('with a cache of a few responses', () => {
  test('removes responses for lack of space and answers all reads', async () => {
    const settings = { ...api.foundation.settings, readCacheBytes: 4_000 };
    const small = createClient((await api.startAnother({ settings })).url);
    const others = await Promise.all(
      [1, 2, 3, 4, 5].map((n) => publishPost(client, author.token, `Post ${n}`)),
    );
    for (let round = 0; round < 2; round += 1)
      for (const { id, text } of others)
        expect((await small.ok(posts.getPost, { params: { id } })).text).toBe(text);
  });
});
