import { deactivateProfile, getProfile } from '../../contract/accounts.ts';
import { getAnimal } from '../../contract/adoption.ts';
import { getConversation } from '../../contract/conversations.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse, Post } from '../../contract/shapes.ts';
import * as graph from '../../contract/social-graph.ts';
import { createAnimal } from './support/adoption.ts';
import { getNextPath } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

const registerPair = () => Promise.all([registerNewUser(client), registerNewUser(client)]);
const createProfileRequest = (from: AuthResponse, to: AuthResponse) => ({
  token: from.token,
  params: { id: to.dataUser.id },
});
const follow = (from: AuthResponse, to: AuthResponse) =>
  client.send(graph.followProfile, { token: from.token, body: { idProfileToFollow: to.dataUser.id } });
const fetchProfile = (owner: AuthResponse, { token }: AuthResponse) =>
  client.ok(getProfile, { token, params: { nickname: owner.dataUser.nickname } });
const CANNOT_INTERACT = {
  status: 400,
  body: { code: 'CANNOT_INTERACT', params: {}, message: 'You cannot interact with this profile.' },
};

/** Reads a list to its end by following the page links. Returns the posts on each page. */
async function readAllPages(path: string, { token }: AuthResponse): Promise<readonly Post[][]> {
  const pages: Post[][] = [];
  let nextPath: string | null = path;
  while (nextPath) {
    const response: Response = await fetch(api.url + nextPath, {
      headers: { Authorization: `Bearer ${token}` },
    });
    pages.push((await response.json()) as Post[]);
    nextPath = getNextPath(response.headers);
  }
  return pages;
}

describe('a block', () => {
  test('ends follows in both directions and prevents new ones', async () => {
    const [ana, ben] = await registerPair();
    await follow(ana, ben);
    await follow(ben, ana);
    expect(await client.ok(contract.blockProfile, createProfileRequest(ana, ben))).toEqual({
      idProfile: ben.dataUser.id,
      isBlocked: true,
      isMuted: false,
    });
    for (const [account, otherAccount] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      const counts = { followers: 0, following: 0, isItFollowed: false };
      expect(await fetchProfile(account, otherAccount)).toMatchObject(counts);
      expect(await follow(account, otherAccount)).toMatchObject(CANNOT_INTERACT);
    }
    expect(await fetchProfile(ben, ana)).toMatchObject({ isBlocked: true, isMuted: false });
    expect(await fetchProfile(ana, ben)).toMatchObject({ isBlocked: false, isMuted: false });
  });

  test('ends when it is removed; a repeated request changes nothing', async () => {
    const [ana, ben] = await registerPair();
    await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
    const previousHead = await api.foundation.rawLog.head();
    await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
    expect(await client.ok(contract.unblockProfile, createProfileRequest(ana, ben))).toMatchObject({
      isBlocked: false,
    });
    expect(await follow(ben, ana)).toMatchObject({ status: 200 });
  });

  test.each(['the blocked', 'the blocker'])('keeps %s from liking, commenting and writing', async (side) => {
    const [ana, ben] = await registerPair();
    const [actor, otherUser] = side === 'the blocked' ? [ben, ana] : [ana, ben];
    const { id } = await publishPost(client, otherUser.token);
    await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
    const { token } = actor;
    const likeResponse = await client.send(posts.likePublication, { token, body: { idPublication: id } });
    const commentResponse = await client.send(posts.createPublication, {
      token,
      body: { text: 'Hi', idParent: id },
    });
    expect(likeResponse).toMatchObject(CANNOT_INTERACT);
    expect(commentResponse).toMatchObject(CANNOT_INTERACT);
    const socket = await connectSocket(api.url, token);
    socket.send({ receiverId: otherUser.dataUser.id, content: 'Hello?', clientId: 'mine' });
    expect(await socket.waitForError()).toEqual({ error: CANNOT_INTERACT.body, clientId: 'mine' });
    socket.close();
    const { body } = await client.send(getConversation, { token, params: { id: otherUser.dataUser.id } });
    expect(body.messages).toEqual([]);
  });

  test('takes effect before the read models show it', async () => {
    const [ana, ben] = await registerPair();
    const { id } = await publishPost(client, ana.token);
    await api.stopProjections();
    try {
      await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
      const likeRequest = { token: ben.token, body: { idPublication: id } };
      expect(await client.send(posts.likePublication, likeRequest)).toMatchObject(CANNOT_INTERACT);
    } finally {
      await api.startProjections();
    }
  });

  test('hides the posts of each account only from the other, also on its profile', async () => {
    const [ana, ben, eve] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const [anaPost, benPost] = [await publishPost(client, ana.token), await publishPost(client, ben.token)];
    const evePost = await publishPost(client, eve.token);
    const comments = [
      await publishPost(client, ana.token, 'Ana', evePost.id),
      await publishPost(client, ben.token, 'Ben', evePost.id),
    ];
    await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
    const listVisibility = async (reader: AuthResponse, post: Post, author: AuthResponse) => {
      const { token } = reader;
      const feed = await client.ok(posts.forYouPublications, { token });
      const page = await client.ok(posts.profilePublications, {
        token,
        params: { profile: author.dataUser.id },
      });
      const response = await client.send(posts.getPost, { token, params: { id: post.id } });
      const replies = await client.ok(posts.getReplies, { token, params: { id: evePost.id } });
      const repliesPage = await client.ok(posts.getReplies, {
        token,
        params: { id: evePost.id },
        query: { page: '1' },
      });
      const hasAuthor = (list: readonly Post[]) =>
        list.some(({ creatorData }) => creatorData.id === author.dataUser.id);
      return [hasAuthor(feed), hasAuthor(page), response.status, hasAuthor(replies), hasAuthor(repliesPage)];
    };
    expect(await listVisibility(ana, benPost, ben)).toEqual([false, false, 404, false, false]);
    expect(await listVisibility(ben, anaPost, ana)).toEqual([false, false, 404, false, false]);
    expect(await listVisibility(eve, benPost, ben)).toEqual([true, true, 200, true, true]);
    expect(comments).toHaveLength(2);
  });

  test('hides the animals of each account only from the other', async () => {
    const [ana, ben, eve] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const { id } = await createAnimal(client, ana.token);
    await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
    const getStatus = async ({ token }: AuthResponse) =>
      (await client.send(getAnimal, { token, params: { id } })).status;
    expect([await getStatus(ben), await getStatus(ana), await getStatus(eve)]).toEqual([404, 200, 200]);
  });

  test('does not affect staff', async () => {
    const [staff, ben] = await Promise.all([registerStaff(api, client, 'ADMIN'), registerNewUser(client)]);
    const { id } = await publishPost(client, ben.token);
    await client.ok(contract.blockProfile, createProfileRequest(ben, staff));
    const { token } = staff;
    expect(await client.send(posts.getPost, { token, params: { id } })).toMatchObject({ status: 200 });
    const page = await client.ok(posts.profilePublications, { token, params: { profile: ben.dataUser.id } });
    expect(page.map((post) => post.id)).toEqual([id]);
    const eve = await registerNewUser(client);
    const parentPost = await publishPost(client, eve.token);
    const comment = await publishPost(client, ben.token, 'Hidden from staff', parentPost.id);
    const input = { token, params: { id: parentPost.id } };
    const replies = await client.ok(posts.getReplies, input);
    const repliesPage = await client.ok(posts.getReplies, { ...input, query: { page: '1' } });
    expect([...replies, ...repliesPage].map((reply) => reply.id)).toEqual([comment.id, comment.id]);
    expect(await client.send(posts.deletePublication, { token, params: { id } })).toMatchObject({
      status: 200,
    });
  });

  test('of oneself and of an unknown account is refused', async () => {
    const ana = await registerNewUser(client);
    expect(await client.send(contract.blockProfile, createProfileRequest(ana, ana))).toMatchObject({
      status: 400,
      body: { message: 'You cannot block yourself.' },
    });
    const unknownRequest = { token: ana.token, params: { id: api.foundation.ids.next() } };
    for (const call of [contract.blockProfile, contract.unblockProfile, contract.muteProfile])
      expect(await client.send(call, unknownRequest)).toMatchObject({
        status: 404,
        body: { code: 'PROFILE_NOT_FOUND' },
      });
  });
});

describe('muting', () => {
  test('hides posts and comments in feeds but not on the profile, and notifies no one', async () => {
    const [ana, ben] = await registerPair();
    await follow(ana, ben);
    const anaPost = await publishPost(client, ana.token);
    await publishPost(client, ben.token, 'Loud');
    await publishPost(client, ben.token, 'Loud again', anaPost.id);
    const { token } = ana;
    const countVisible = async () => [
      (await client.ok(posts.followingPublications, { token })).length,
      (await client.ok(posts.forYouPublications, { token })).filter((post) => post.text === 'Loud').length,
      (await client.ok(posts.getReplies, { token, params: { id: anaPost.id } })).length,
      (await client.ok(posts.profilePublications, { token, params: { profile: ben.dataUser.id } })).length,
    ];
    expect(await countVisible()).toEqual([1, 1, 1, 1]);
    expect(await client.ok(contract.muteProfile, createProfileRequest(ana, ben))).toMatchObject({
      isMuted: true,
      isBlocked: false,
    });
    expect(await countVisible()).toEqual([0, 0, 0, 1]);
    expect(await fetchProfile(ana, ben)).toMatchObject({ isMuted: false, isBlocked: false, following: 1 });
    const likeRequest = { token: ben.token, body: { idPublication: anaPost.id } };
    expect(await client.send(posts.likePublication, likeRequest)).toMatchObject({ status: 200 });
    await client.ok(contract.unmuteProfile, createProfileRequest(ana, ben));
    expect(await countVisible()).toEqual([1, 1, 1, 1]);
  });

  test('can be ended although the profile is hidden', async () => {
    const [ana, ben] = await registerPair();
    await client.ok(contract.muteProfile, createProfileRequest(ana, ben));
    await client.ok(deactivateProfile, { token: ben.token });
    expect(await client.send(contract.unmuteProfile, createProfileRequest(ana, ben))).toMatchObject({
      status: 200,
      body: { isMuted: false },
    });
    expect(await client.send(contract.muteProfile, createProfileRequest(ana, ben))).toMatchObject({
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
  for (const follower of followers)
    for (const suggestedUser of [ben, eve]) await follow(follower, suggestedUser);
  const listSuggestedIds = async () =>
    (await client.ok(graph.suggestedProfiles, { token: ana.token })).map(({ id }) => id);
  expect(await listSuggestedIds()).toEqual(expect.arrayContaining([ben.dataUser.id, eve.dataUser.id]));
  await client.ok(contract.muteProfile, createProfileRequest(ana, ben));
  await client.ok(contract.blockProfile, createProfileRequest(eve, ana));
  const suggestedIds = await listSuggestedIds();
  expect(suggestedIds).toHaveLength(5);
  expect(suggestedIds).not.toContain(ben.dataUser.id);
  expect(suggestedIds).not.toContain(eve.dataUser.id);
});

test('lists of follows exclude blocked accounts in both directions, on full pages', async () => {
  const [profileOwner, reader, blockedUser, blocker, mutedUser, staff] = await Promise.all([
    ...Array.from({ length: 5 }, () => registerNewUser(client)),
    registerStaff(api, client, 'MOD'),
  ]);
  if (!profileOwner || !reader || !blockedUser || !blocker || !mutedUser || !staff)
    throw new Error('an account is missing');
  const [first, ...otherFollowers] = await Promise.all(
    Array.from({ length: 20 }, () => registerNewUser(client)),
  );
  if (!first) throw new Error('an account is missing');
  for (const person of [first, blockedUser, mutedUser, blocker, ...otherFollowers]) {
    await follow(person, profileOwner);
    await follow(profileOwner, person);
  }
  await client.ok(contract.blockProfile, createProfileRequest(reader, blockedUser));
  await client.ok(contract.blockProfile, createProfileRequest(blocker, reader));
  await client.ok(contract.muteProfile, createProfileRequest(reader, mutedUser));
  await client.ok(contract.blockProfile, createProfileRequest(blockedUser, staff));
  const request = { token: reader.token, params: { nickname: profileOwner.dataUser.nickname } };
  const expectedIds = [first, mutedUser, ...otherFollowers].map(({ dataUser }) => dataUser.id).reverse();
  for (const call of [graph.getFollowers, graph.getFollowing]) {
    const fetchPageIds = async (n: string, { token }: AuthResponse) =>
      (await client.ok(call, { ...request, token, query: { page: n } })).map(({ id }) => id);
    expect(await fetchPageIds('1', reader)).toEqual(expectedIds.slice(0, 20));
    expect(await fetchPageIds('2', reader)).toEqual(expectedIds.slice(20));
    expect(await fetchPageIds('2', first)).toHaveLength(3);
    expect(await fetchPageIds('2', staff)).toHaveLength(3);
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
    expect(await client.send(call, createProfileRequest(ana, ben))).toMatchObject({
      status: 400,
      body: { code: 'TOO_MANY_HIDDEN', message: 'You cannot block or mute more than 1000 profiles.' },
    });
  expect(await client.send(contract.unmuteProfile, createProfileRequest(ana, ben))).toMatchObject({
    status: 200,
  });
});

test('lists hidden profiles with their kind, most recent first, to their owner only', async () => {
  const [ana, ben, eve] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
  ]);
  await client.ok(contract.muteProfile, createProfileRequest(ana, ben));
  await client.ok(contract.blockProfile, createProfileRequest(ana, eve));
  await client.ok(contract.blockProfile, createProfileRequest(ana, ben));
  const listHiddenProfiles = ({ token }: AuthResponse) => client.ok(contract.hiddenProfiles, { token });
  expect(await listHiddenProfiles(ana)).toEqual([
    expect.objectContaining({ id: ben.dataUser.id, isBlocked: true, isMuted: true }),
    expect.objectContaining({ id: eve.dataUser.id, isBlocked: true, isMuted: false }),
  ]);
  expect(await listHiddenProfiles(ben)).toEqual([]);
});

test('feeds without hidden authors have full pages and neither repeat nor skip posts', async () => {
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
  await client.ok(contract.muteProfile, createProfileRequest(reader, frequentAuthor));
  await client.ok(contract.blockProfile, createProfileRequest(rareAuthor, reader));
  const followingPages = await readAllPages('/api/following/publications', reader);
  expect(followingPages.map(({ length }) => length)).toEqual([10, 10, 5]);
  expect(followingPages.flat().map(({ id }) => id)).toEqual([...expectedIds].reverse());
  const forYouPages = await readAllPages('/api/publications', reader);
  expect(forYouPages.slice(0, -1).every(({ length }) => length === 10)).toBe(true);
  const ids = forYouPages.flat().map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const authorIds = forYouPages.flat().map(({ creatorData }) => creatorData.id);
  expect(authorIds.filter((id) => id === commonAuthor.dataUser.id)).toHaveLength(25);
  expect(authorIds).not.toContain(frequentAuthor.dataUser.id);
  expect(authorIds).not.toContain(rareAuthor.dataUser.id);
});
