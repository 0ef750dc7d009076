import * as accounts from '../../contract/accounts.ts';
import { getAnimals } from '../../contract/adoption.ts';
import { banProfile, reactivateProfile } from '../../contract/moderation.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as graph from '../../contract/social-graph.ts';
import { createAnimal } from './support/adoption.ts';
import { erase } from './support/erasure.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let staff: AuthResponse;
let reader: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  [staff, reader] = [await registerStaff(api, client, 'MOD'), await registerNewUser(client)];
});

const follow = (from: AuthResponse, to: AuthResponse) =>
  client.ok(graph.followProfile, { token: from.token, body: { idProfileToFollow: to.dataUser.id } });

/** Creates an author with a post, and a follower who comments on it and offers an animal. */
async function createAuthorAndFollower() {
  const [somebody, other] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const post = await publishPost(client, somebody.token, 'Who is there?');
  await publishPost(client, other.token, 'I am', post.id);
  const theirs = await publishPost(client, other.token, 'A post of mine');
  const animal = await createAnimal(client, other.token, {});
  await Promise.all([follow(other, somebody), follow(somebody, other)]);
  return { somebody, other, post, theirs, animal };
}

type AuthorAndFollower = Awaited<ReturnType<typeof createAuthorAndFollower>>;

/** Returns the counts that a reader sees, and the lengths of the lists. */
async function countVisible({ token }: AuthResponse, { somebody, post }: AuthorAndFollower) {
  const params = { nickname: somebody.dataUser.nickname };
  const profile = await client.ok(accounts.getProfile, { token, params });
  const detail = await client.ok(posts.getPost, { token, params: { id: post.id } });
  const [listed] = await client.ok(posts.profilePublications, { token, params: { profile: profile.id } });
  const [followers, following, replies] = await Promise.all([
    client.ok(graph.getFollowers, { token, params }),
    client.ok(graph.getFollowing, { token, params }),
    client.ok(posts.getReplies, { token, params: { id: post.id } }),
  ]);
  return {
    counts: [profile.followers, profile.following, detail.comments, listed?.comments],
    shown: [followers.length, following.length, replies.length, replies.length],
  };
}

const all = { counts: [1, 1, 1, 1], shown: [1, 1, 1, 1] };
const none = { counts: [0, 0, 0, 0], shown: [0, 0, 0, 0] };

test('counts equal the lengths of the lists when accounts change their state', async () => {
  const acquaintance = await createAuthorAndFollower();
  const { other, somebody } = acquaintance;
  const { id } = other.dataUser;
  expect(await countVisible(reader, acquaintance)).toEqual(all);
  await client.ok(accounts.deactivateProfile, { token: other.token });
  expect([await countVisible(reader, acquaintance), await countVisible(staff, acquaintance)]).toEqual([
    none,
    all,
  ]);
  await client.ok(reactivateProfile, { token: staff.token, params: { id }, body: {} });
  expect(await countVisible(reader, acquaintance)).toEqual(all);
  await client.ok(banProfile, { token: staff.token, params: { id }, body: { reason: 'Sells puppies.' } });
  expect([await countVisible(reader, acquaintance), await countVisible(staff, acquaintance)]).toEqual([
    none,
    all,
  ]);
  expect(await follow(reader, somebody)).toMatchObject({ followers: 1 });
});

test('lists for staff contain deactivated accounts but nothing of erased ones', async () => {
  const acquaintance = await createAuthorAndFollower();
  const { other, theirs, animal } = acquaintance;
  const { token } = staff;
  await follow(staff, other);
  const findListed = async () => [
    (await client.ok(posts.forYouPublications, { token })).some(({ id }) => id === theirs.id),
    (await client.ok(posts.followingPublications, { token })).some(({ id }) => id === theirs.id),
    (await client.ok(getAnimals, { token })).some(({ id }) => id === animal.id),
  ];
  await client.ok(accounts.deactivateProfile, { token: other.token });
  expect(await findListed()).toEqual([true, true, true]);
  await erase(other.dataUser.id);
  expect(await findListed()).toEqual([false, false, false]);
  expect(await countVisible(staff, acquaintance)).toEqual(none);
});
