import { deactivateProfile, getProfile } from '../../contract/accounts.ts';
import { getConversation } from '../../contract/conversations.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse, Post } from '../../contract/shapes.ts';
import * as graph from '../../contract/social-graph.ts';
import { getNextAddress } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

const registerPair = () => Promise.all([registerNewUser(client), registerNewUser(client)]);
const createRequestOn = (from: AuthResponse, to: AuthResponse) => ({
  token: from.token,
  params: { id: to.dataUser.id },
});
const follow = (from: AuthResponse, to: AuthResponse) =>
  client.send(graph.followProfile, { token: from.token, body: { idProfileToFollow: to.dataUser.id } });
const fetchProfile = (of: AuthResponse, { token }: AuthResponse) =>
  client.ok(getProfile, { token, params: { nickname: of.dataUser.nickname } });
const REFUSED = {
  status: 400,
  body: { code: 'CANNOT_INTERACT', params: {}, message: 'You cannot interact with this profile.' },
};

/** Returns all posts of a list, page by page. */
async function readAllPages(path: string, { token }: AuthResponse): Promise<readonly Post[][]> {
  const pages: Post[][] = [];
  let next: string | null = path;
  while (next) {
    const response: Response = await fetch(api.url + next, { headers: { Authorization: `Bearer ${token}` } });
    pages.push((await response.json()) as Post[]);
    next = getNextAddress(response.headers);
  }
  return pages;
}

describe('a block', () => {
  test('ends follows in both directions and prevents new ones', async () => {
    const [ana, ben] = await registerPair();
    await follow(ana, ben);
    await follow(ben, ana);
    expect(await client.ok(contract.blockProfile, createRequestOn(ana, ben))).toEqual({
      idProfile: ben.dataUser.id,
      isBlocked: true,
      isMuted: false,
    });
    for (const [one, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const counts = { followers: 0, following: 0, isItFollowed: false };
      expect(await fetchProfile(one, other)).toMatchObject(counts);
      expect(await follow(one, other)).toMatchObject(REFUSED);
    }
    expect(await fetchProfile(ben, ana)).toMatchObject({ isBlocked: true, isMuted: false });
    expect(await fetchProfile(ana, ben)).toMatchObject({ isBlocked: false, isMuted: false });
  });

  test('ends when it is removed; a repeated request changes nothing', async () => {
    const [ana, ben] = await registerPair();
    await client.ok(contract.blockProfile, createRequestOn(ana, ben));
    const head = await api.foundation.rawLog.head();
    await client.ok(contract.blockProfile, createRequestOn(ana, ben));
    expect(await api.foundation.rawLog.head()).toBe(head);
    expect(await client.ok(contract.unblockProfile, createRequestOn(ana, ben))).toMatchObject({
      isBlocked: false,
    });
    expect(await follow(ben, ana)).toMatchObject({ status: 200 });
  });

  test.each(['the blocked', 'the blocker'])('keeps %s from liking, commenting and writing', async (side) => {
    const [ana, ben] = await registerPair();
    const [actor, other] = side === 'the blocked' ? [ben, ana] : [ana, ben];
    const { id } = await publishPost(client, other.token);
    await client.ok(contract.blockProfile, createRequestOn(ana, ben));
    const { token } = actor;
    const like = await client.send(posts.likePublication, { token, body: { idPublication: id } });
    const comment = await client.send(posts.createPublication, { token, body: { text: 'Hi', idParent: id } });
    expect(like).toMatchObject(REFUSED);
    expect(comment).toMatchObject(REFUSED);
    const socket = await connectSocket(api.url, token);
    socket.send({ receiverId: other.dataUser.id, content: 'Hello?', clientId: 'mine' });
    expect(await socket.error()).toEqual({ error: REFUSED.body, clientId: 'mine' });
    socket.close();
    const { body } = await client.send(getConversation, { token, params: { id: other.dataUser.id } });
    expect(body.messages).toEqual([]);
  });

  test('takes effect before the read models show it', async () => {
    const [ana, ben] = await registerPair();
    const { id } = await publishPost(client, ana.token);
    await api.stopProjections();
    try {
      await client.ok(contract.blockProfile, createRequestOn(ana, ben));
      const like = { token: ben.token, body: { idPublication: id } };
      expect(await client.send(posts.likePublication, like)).toMatchObject(REFUSED);
    } finally {
      await api.startProjections();
    }
  });

  test('hides the posts of each from the other, on their pages too, and from nobody else', async () => {
    const [ana, ben, eve] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const [postOfAna, postOfBen] = [
      await publishPost(client, ana.token),
      await publishPost(client, ben.token),
    ];
    const postOfEve = await publishPost(client, eve.token);
    const comments = [
      await publishPost(client, ana.token, 'Ana', postOfEve.id),
      await publishPost(client, ben.token, 'Ben', postOfEve.id),
    ];
    await client.ok(contract.blockProfile, createRequestOn(ana, ben));
    const listReads = async (reader: AuthResponse, post: Post, author: AuthResponse) => {
      const { token } = reader;
      const feed = await client.ok(posts.forYouPublications, { token });
      const page = await client.ok(posts.profilePublications, {
        token,
        params: { profile: author.dataUser.id },
      });
      const detail = await client.send(posts.getPost, { token, params: { id: post.id } });
      const all = await client.ok(posts.getReplies, { token, params: { id: postOfEve.id } });
      const paged = await client.ok(posts.getReplies, {
        token,
        params: { id: postOfEve.id },
        query: { page: '1' },
      });
      const has = (list: readonly Post[]) =>
        list.some(({ creatorData }) => creatorData.id === author.dataUser.id);
      return [has(feed), has(page), detail.status, has(all), has(paged)];
    };
    expect(await listReads(ana, postOfBen, ben)).toEqual([false, false, 404, false, false]);
    expect(await listReads(ben, postOfAna, ana)).toEqual([false, false, 404, false, false]);
    expect(await listReads(eve, postOfBen, ben)).toEqual([true, true, 200, true, true]);
    expect(comments).toHaveLength(2);
  });

  test('does not affect staff', async () => {
    const [staff, ben] = await Promise.all([registerStaff(api, client, 'ADMIN'), registerNewUser(client)]);
    const { id } = await publishPost(client, ben.token);
    await client.ok(contract.blockProfile, createRequestOn(ben, staff));
    const { token } = staff;
    expect(await client.send(posts.getPost, { token, params: { id } })).toMatchObject({ status: 200 });
    const page = await client.ok(posts.profilePublications, { token, params: { profile: ben.dataUser.id } });
    expect(page.map((post) => post.id)).toEqual([id]);
    const eve = await registerNewUser(client);
    const discussed = await publishPost(client, eve.token);
    const comment = await publishPost(client, ben.token, 'Not for the eyes of staff', discussed.id);
    const input = { token, params: { id: discussed.id } };
    const all = await client.ok(posts.getReplies, input);
    const paged = await client.ok(posts.getReplies, { ...input, query: { page: '1' } });
    expect([...all, ...paged].map((reply) => reply.id)).toEqual([comment.id, comment.id]);
    expect(await client.send(posts.deletePublication, { token, params: { id } })).toMatchObject({
      status: 200,
    });
  });

  test('of oneself and of an unknown account is refused', async () => {
    const ana = await registerNewUser(client);
    expect(await client.send(contract.blockProfile, createRequestOn(ana, ana))).toMatchObject({
      status: 400,
      body: { message: 'You cannot block yourself.' },
    });
    const nobody = { token: ana.token, params: { id: api.foundation.ids.next() } };
    for (const call of [contract.blockProfile, contract.unblockProfile, contract.muteProfile])
      expect(await client.send(call, nobody)).toMatchObject({
        status: 404,
        body: { code: 'PROFILE_NOT_FOUND' },
      });
  });
});

describe('muting', () => {
  test('hides posts and comments in feeds but not on the profile, and notifies no one', async () => {
    const [ana, ben] = await registerPair();
    await follow(ana, ben);
    const postOfAna = await publishPost(client, ana.token);
    await publishPost(client, ben.token, 'Loud');
    await publishPost(client, ben.token, 'Loud again', postOfAna.id);
    const { token } = ana;
    const countListed = async () => [
      (await client.ok(posts.followingPublications, { token })).length,
      (await client.ok(posts.forYouPublications, { token })).filter((post) => post.text === 'Loud').length,
      (await client.ok(posts.getReplies, { token, params: { id: postOfAna.id } })).length,
      (await client.ok(posts.profilePublications, { token, params: { profile: ben.dataUser.id } })).length,
    ];
    expect(await countListed()).toEqual([1, 1, 1, 1]);
    expect(await client.ok(contract.muteProfile, createRequestOn(ana, ben))).toMatchObject({
      isMuted: true,
      isBlocked: false,
    });
    expect(await countListed()).toEqual([0, 0, 0, 1]);
    expect(await fetchProfile(ana, ben)).toMatchObject({ isMuted: false, isBlocked: false, following: 1 });
    const like = { token: ben.token, body: { idPublication: postOfAna.id } };
    expect(await client.send(posts.likePublication, like)).toMatchObject({ status: 200 });
    await client.ok(contract.unmuteProfile, createRequestOn(ana, ben));
    expect(await countListed()).toEqual([1, 1, 1, 1]);
  });

  test('can be ended although the profile is hidden', async () => {
    const [ana, ben] = await registerPair();
    await client.ok(contract.muteProfile, createRequestOn(ana, ben));
    await client.ok(deactivateProfile, { token: ben.token });
    expect(await client.send(contract.unmuteProfile, createRequestOn(ana, ben))).toMatchObject({
      status: 200,
      body: { isMuted: false },
    });
    expect(await client.send(contract.muteProfile, createRequestOn(ana, ben))).toMatchObject({
      status: 404,
      body: { code: 'PROFILE_NOT_FOUND' },
    });
  });
});

test('suggestions exclude hidden accounts and accounts that block the reader', async () => {
  const [ana, ben, eve] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  const followers = await Promise.all(Array.from({ length: 12 }, () => registerNewUser(client)));
  for (const fan of followers) for (const star of [ben, eve]) await follow(fan, star);
  const listSuggested = async () =>
    (await client.ok(graph.suggestedProfiles, { token: ana.token })).map(({ id }) => id);
  expect(await listSuggested()).toEqual(expect.arrayContaining([ben.dataUser.id, eve.dataUser.id]));
  await client.ok(contract.muteProfile, createRequestOn(ana, ben));
  await client.ok(contract.blockProfile, createRequestOn(eve, ana));
  const left = await listSuggested();
  expect(left).toHaveLength(5);
  expect(left).not.toContain(ben.dataUser.id);
  expect(left).not.toContain(eve.dataUser.id);
});

test('lists of follows exclude blocked accounts in both directions, on full pages', async () => {
  const [star, reader, blocked, blocker, muted, staff] = await Promise.all([
    ...Array.from({ length: 5 }, () => registerNewUser(client)),
    registerStaff(api, client, 'MOD'),
  ]);
  if (!star || !reader || !blocked || !blocker || !muted || !staff) throw new Error('Nobody came.');
  const [first, ...others] = await Promise.all(Array.from({ length: 20 }, () => registerNewUser(client)));
  if (!first) throw new Error('Nobody came.');
  for (const person of [first, blocked, muted, blocker, ...others]) {
    await follow(person, star);
    await follow(star, person);
  }
  await client.ok(contract.blockProfile, createRequestOn(reader, blocked));
  await client.ok(contract.blockProfile, createRequestOn(blocker, reader));
  await client.ok(contract.muteProfile, createRequestOn(reader, muted));
  await client.ok(contract.blockProfile, createRequestOn(blocked, staff));
  const lists = { token: reader.token, params: { nickname: star.dataUser.nickname } };
  const expectedIds = [first, muted, ...others].map(({ dataUser }) => dataUser.id).reverse();
  for (const call of [graph.getFollowers, graph.getFollowing]) {
    const page = async (n: string, { token }: AuthResponse) =>
      (await client.ok(call, { ...lists, token, query: { page: n } })).map(({ id }) => id);
    expect(await page('1', reader)).toEqual(expectedIds.slice(0, 20));
    expect(await page('2', reader)).toEqual(expectedIds.slice(20));
    expect(await page('2', first)).toHaveLength(3);
    expect(await page('2', staff)).toHaveLength(3);
  }
});

test('the number of hidden profiles is limited', async () => {
  const [ana, ben] = await registerPair();
  await api.database.pool.query(
    `INSERT INTO read.mutes SELECT $1, ('01980000-0000-7000-9000-' || lpad(n::text, 12, '0'))::uuid, n
     FROM generate_series(1, 1000) n`,
    [ana.dataUser.id],
  );
  for (const call of [contract.blockProfile, contract.muteProfile])
    expect(await client.send(call, createRequestOn(ana, ben))).toMatchObject({
      status: 400,
      body: { code: 'TOO_MANY_HIDDEN', message: 'You cannot block or mute more than 1000 profiles.' },
    });
  expect(await client.send(contract.unmuteProfile, createRequestOn(ana, ben))).toMatchObject({ status: 200 });
});

test('lists hidden profiles with their kind, most recent first, to their owner only', async () => {
  const [ana, ben, eve] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  await client.ok(contract.muteProfile, createRequestOn(ana, ben));
  await client.ok(contract.blockProfile, createRequestOn(ana, eve));
  await client.ok(contract.blockProfile, createRequestOn(ana, ben));
  const list = ({ token }: AuthResponse) => client.ok(contract.hiddenProfiles, { token });
  expect(await list(ana)).toEqual([
    expect.objectContaining({ id: ben.dataUser.id, isBlocked: true, isMuted: true }),
    expect.objectContaining({ id: eve.dataUser.id, isBlocked: true, isMuted: false }),
  ]);
  expect(await list(ben)).toEqual([]);
});

test('feeds without hidden authors have full pages, and their cursors neither repeat nor skip', async () => {
  const [reader, frequentAuthor, rareAuthor, commonAuthor] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  const expectedIds: string[] = [];
  for (const author of [frequentAuthor, commonAuthor]) await follow(reader, author);
  for (let n = 0; n < 25; n += 1) {
    expectedIds.push((await publishPost(client, commonAuthor.token, `Calm ${n}`)).id);
    await publishPost(client, frequentAuthor.token, `Loud ${n}`);
    await publishPost(client, rareAuthor.token, `Shy ${n}`);
  }
  await client.ok(contract.muteProfile, createRequestOn(reader, frequentAuthor));
  await client.ok(contract.blockProfile, createRequestOn(rareAuthor, reader));
  const following = await readAllPages('/api/following/publications', reader);
  expect(following.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(following.flat().map(({ id }) => id)).toEqual([...expectedIds].reverse());
  const forYou = await readAllPages('/api/publications', reader);
  expect(forYou.slice(0, -1).every(({ length }) => length === 10)).toBe(true);
  const ids = forYou.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const authorIds = forYou.flat().map(({ creatorData }) => creatorData.id);
  expect(authorIds.filter((id) => id === commonAuthor.dataUser.id)).toHaveLength(25);
  expect(authorIds).not.toContain(frequentAuthor.dataUser.id);
  expect(authorIds).not.toContain(rareAuthor.dataUser.id);
});
