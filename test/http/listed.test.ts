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

/** Creates an author with a post, and a follower who comments on the post and offers an animal. */
async function createAuthorAndFollower() {
  const [author, follower] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const post = await publishPost(client, author.token, 'Who is there?');
  await publishPost(client, follower.token, 'I am', post.id);
  const followerPost = await publishPost(client, follower.token, 'A post of mine');
  const animal = await createAnimal(client, follower.token, {});
  await Promise.all([follow(follower, author), follow(author, follower)]);
  return { author, follower, post, followerPost, animal };
}

type AuthorAndFollower = Awaited<ReturnType<typeof createAuthorAndFollower>>;

/** Returns the counts that are shown to an account, and the lengths of the corresponding lists. */
async function countVisible({ token }: AuthResponse, { author, post }: AuthorAndFollower) {
  const params = { nickname: author.dataUser.nickname };
  const profile = await client.ok(accounts.getProfile, { token, params });
  const postDetail = await client.ok(posts.getPost, { token, params: { id: post.id } });
  const [listedPost] = await client.ok(posts.profilePublications, { token, params: { profile: profile.id } });
  const [followers, following, replies] = await Promise.all([
    client.ok(graph.getFollowers, { token, params }),
    client.ok(graph.getFollowing, { token, params }),
    client.ok(posts.getReplies, { token, params: { id: post.id } }),
  ]);
  return {
    counts: [profile.followers, profile.following, postDetail.comments, listedPost?.comments],
    lengths: [followers.length, following.length, replies.length, replies.length],
  };
}

const ALL_VISIBLE = { counts: [1, 1, 1, 1], lengths: [1, 1, 1, 1] };
const NONE_VISIBLE = { counts: [0, 0, 0, 0], lengths: [0, 0, 0, 0] };

test('counts equal the lengths of the lists when accounts change their state', async () => {
  const authorAndFollower = await createAuthorAndFollower();
  const { follower, author } = authorAndFollower;
  const { id } = follower.dataUser;
  expect(await countVisible(reader, authorAndFollower)).toEqual(ALL_VISIBLE);
  await client.ok(accounts.deactivateProfile, { token: follower.token });
  expect([
    await countVisible(reader, authorAndFollower),
    await countVisible(staff, authorAndFollower),
  ]).toEqual([NONE_VISIBLE, ALL_VISIBLE]);
  await client.ok(reactivateProfile, { token: staff.token, params: { id }, body: {} });
  expect(await countVisible(reader, authorAndFollower)).toEqual(ALL_VISIBLE);
  await client.ok(banProfile, { token: staff.token, params: { id }, body: { reason: 'Sells puppies.' } });
  expect([
    await countVisible(reader, authorAndFollower),
    await countVisible(staff, authorAndFollower),
  ]).toEqual([NONE_VISIBLE, ALL_VISIBLE]);
  expect(await follow(reader, author)).toMatchObject({ followers: 1 });
});

test('lists for staff contain content of deactivated accounts, but not of erased ones', async () => {
  const authorAndFollower = await createAuthorAndFollower();
  const { follower, followerPost, animal } = authorAndFollower;
  const { token } = staff;
  await follow(staff, follower);
  const listVisibility = async () => [
    (await client.ok(posts.forYouPublications, { token })).some(({ id }) => id === followerPost.id),
    (await client.ok(posts.followingPublications, { token })).some(({ id }) => id === followerPost.id),
    (await client.ok(getAnimals, { token })).some(({ id }) => id === animal.id),
  ];
  await client.ok(accounts.deactivateProfile, { token: follower.token });
  expect(await listVisibility()).toEqual([true, true, true]);
  await erase(follower.dataUser.id);
  expect(await listVisibility()).toEqual([false, false, false]);
  expect(await countVisible(staff, authorAndFollower)).toEqual(NONE_VISIBLE);
});
