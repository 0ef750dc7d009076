import * as accounts from '../../contract/accounts.ts';
import * as contract from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import { createClient } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const UNKNOWN_ID = '01920000-0000-7000-8000-000000000000';
const POST_NOT_FOUND = {
  status: 404,
  body: { code: 'POST_NOT_FOUND', params: {}, message: 'The post to load does not exist.' },
};

describe('publishing', () => {
  test('returns the post as all reads show it', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const post = await publishPost(client, token, '  A cat,\nasleep 🐈‍⬛  ');
    expect(post).toMatchObject({
      text: 'A cat,\nasleep 🐈‍⬛',
      comments: 0,
      likes: 0,
      views: 0,
      liked: false,
      idParent: null,
      creatorData: { id: dataUser.id, idProfile: dataUser.id, nickname: dataUser.nickname, role: 'USER' },
    });
    expect(post.modDate).toBe(post.pubDate);
    expect(await client.ok(contract.getPost, { params: { id: post.id } })).toEqual(post);
    const feed = await client.ok(contract.forYouPublications);
    expect(feed[0]).toEqual(post);
  });

  test.each([
    ['nothing', undefined, 'The post cannot be empty.'],
    ['blanks', ' \n ', 'The post cannot be empty.'],
    ['301 characters', '🐕'.repeat(301), 'The post cannot exceed 300 characters.'],
    ['a hidden character', 'ca\u200bt', 'The text contains characters that are not allowed.'],
    ['a bidirectional override', 'abc\u202edef', 'The text contains characters that are not allowed.'],
    ['a control character', 'a\u0000b', 'The text contains characters that are not allowed.'],
  ])('refuses %s', async (_, text, message) => {
    const { token } = await registerNewUser(client);
    const response = await client.send(contract.createPublication, { token, body: { text } });
    expect([response.status, response.body.message]).toEqual([400, message]);
  });

  test('counts code points, not UTF-16 code units', async () => {
    const { token } = await registerNewUser(client);
    expect((await publishPost(client, token, '🐕'.repeat(300))).text).toHaveLength(600);
  });

  test('encrypts the text in the log', async () => {
    const { token } = await registerNewUser(client);
    const post = await publishPost(client, token, 'a very particular sentence');
    const { rows } = await api.database.pool.query<{ data: { text: string } }>(
      'SELECT data FROM log.events WHERE stream = $1',
      [`post-${post.id}`],
    );
    expect(rows[0]?.data.text).toMatch(/^k1\./);
  });
});

describe('comments', () => {
  test('are posts, listed oldest first, and counted', async () => {
    const { token } = await registerNewUser(client);
    const parent = await publishPost(client, token, 'What do you think?');
    const first = await publishPost(client, token, 'One', parent.id);
    const second = await publishPost(client, token, 'Two', parent.id.toUpperCase());
    expect(first.idParent).toBe(parent.id);
    const replies = await client.ok(contract.getReplies, { params: { id: parent.id } });
    expect(replies.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect((await client.ok(contract.getPost, { params: { id: parent.id } })).comments).toBe(2);
    const feed = await client.ok(contract.forYouPublications);
    expect(feed.some(({ id }) => id === first.id)).toBe(false);
  });

  test('are no longer counted when they are deleted', async () => {
    const { token } = await registerNewUser(client);
    const parent = await publishPost(client, token);
    const comment = await publishPost(client, token, 'a comment', parent.id);
    const countComments = async () =>
      (await client.ok(contract.getPost, { params: { id: parent.id } })).comments;
    expect(await countComments()).toBe(1);
    await client.ok(contract.deletePublication, { params: { id: comment.id }, token });
    expect(await countComments()).toBe(0);
  });

  test('remain when their post is deleted', async () => {
    const { token } = await registerNewUser(client);
    const parent = await publishPost(client, token);
    const comment = await publishPost(client, token, 'Still here', parent.id);
    await client.ok(contract.deletePublication, { params: { id: parent.id }, token });
    expect((await client.ok(contract.getPost, { params: { id: comment.id } })).idParent).toBe(parent.id);
    expect((await client.send(contract.getPost, { params: { id: parent.id } })).status).toBe(404);
    const request = { params: { id: parent.id } };
    for (const input of [request, { ...request, query: { page: 1 } }])
      expect(await client.send(contract.getReplies, input)).toMatchObject(POST_NOT_FOUND);
    const lateComment = await client.send(contract.createPublication, {
      token,
      body: { text: 'Too late', idParent: parent.id },
    });
    expect([lateComment.status, lateComment.body.message]).toEqual([404, 'The post to load does not exist.']);
  });

  test('to a post that does not exist are refused', async () => {
    const { token } = await registerNewUser(client);
    expect(await client.send(contract.getReplies, { params: { id: UNKNOWN_ID } })).toMatchObject(
      POST_NOT_FOUND,
    );
    for (const idParent of [UNKNOWN_ID, 'garbage', '']) {
      const { status, body } = await client.send(contract.createPublication, {
        token,
        body: { text: 'Hello?', idParent },
      });
      expect([status, body.code]).toEqual([404, 'POST_NOT_FOUND']);
    }
  });
});

describe('likes', () => {
  test('are added, and removed by a second like of the same account', async () => {
    const { token } = await registerNewUser(client);
    const author = await registerNewUser(client);
    const { id } = await publishPost(client, author.token);
    const like = () => client.ok(contract.likePublication, { token, body: { idPublication: id } });
    expect(await like()).toEqual({ idPublication: id, liked: true, likes: 1 });
    expect(await client.ok(contract.getPost, { params: { id }, token })).toMatchObject({
      liked: true,
      likes: 1,
    });
    expect(await client.ok(contract.getPost, { params: { id } })).toMatchObject({ liked: false, likes: 1 });
    expect(await like()).toEqual({ idPublication: id, liked: false, likes: 0 });
  });

  test('sent concurrently by one account toggle once each', async () => {
    const { token } = await registerNewUser(client);
    const { id } = await publishPost(client, token);
    const likes = Array.from({ length: 15 }, () =>
      client.ok(contract.likePublication, { token, body: { idPublication: id } }),
    );
    const outcomes = (await Promise.all(likes)).map(({ liked }) => liked);
    expect(outcomes.filter((isLiked) => isLiked)).toHaveLength(8);
    expect(await client.ok(contract.getPost, { params: { id }, token })).toMatchObject({
      liked: true,
      likes: 1,
    });
  });

  test('of many accounts over two processes are all counted', async () => {
    const { url } = await api.startAnotherApi();
    const secondClient = createClient(url);
    const people = await Promise.all(Array.from({ length: 12 }, () => registerNewUser(client)));
    const { id } = await publishPost(client, people[0]?.token ?? '');
    await Promise.all(
      people.map(({ token }, n) =>
        (n % 2 ? client : secondClient).ok(contract.likePublication, { token, body: { idPublication: id } }),
      ),
    );
    expect((await client.ok(contract.getPost, { params: { id } })).likes).toBe(12);
    expect((await secondClient.ok(contract.getPost, { params: { id } })).likes).toBe(12);
  });

  test('of a post that does not exist return 404', async () => {
    const { token } = await registerNewUser(client);
    for (const idPublication of [UNKNOWN_ID, 'x']) {
      const { status, body } = await client.send(contract.likePublication, {
        token,
        body: { idPublication },
      });
      expect([status, body.message]).toEqual([404, 'The post to load does not exist.']);
    }
    expect((await client.send(contract.likePublication, { token, body: {} })).status).toBe(400);
  });
});

describe('deleting', () => {
  test('is allowed once, to the author and an ADMIN', async () => {
    const author = await registerNewUser(client);
    const admin = await registerStaff(api, client, 'ADMIN');
    for (const { token } of [author, admin]) {
      const { id } = await publishPost(client, author.token);
      const response = await client.ok(contract.deletePublication, { params: { id }, token });
      expect(response.message).toBe('Post deleted sucesfull');
      const repeatedResponse = await client.send(contract.deletePublication, { params: { id }, token });
      expect([repeatedResponse.status, repeatedResponse.body.message]).toEqual([
        404,
        'The post to load does not exist.',
      ]);
    }
  });

  test('reveals no more about a post than reading it', async () => {
    const [author, otherUser] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
    const moderator = await registerStaff(api, client, 'MOD');
    const { id } = await publishPost(client, author.token);
    const deletePost = async (token: string) =>
      (await client.send(contract.deletePublication, { params: { id }, token })).status;
    expect([await deletePost(otherUser.token), await deletePost(moderator.token)]).toEqual([403, 403]);
    await client.ok(accounts.deactivateProfile, { token: author.token });
    expect([await deletePost(otherUser.token), await deletePost(moderator.token)]).toEqual([404, 403]);
  });

  test('records staff as the actor in the log', async () => {
    const author = await registerNewUser(client);
    const admin = await registerStaff(api, client, 'ADMIN');
    const { id } = await publishPost(client, author.token);
    await client.ok(contract.deletePublication, { params: { id }, token: admin.token });
    const [deletion] = await api.foundation.rawLog.readStream(`post-${id}`, {
      direction: 'backwards',
      limit: 1,
    });
    expect(deletion?.metadata.actor).toEqual({ kind: 'staff', id: admin.dataUser.id });
  });
});

describe('feeds', () => {
  test('contain the posts of followed accounts, and are empty for visitors', async () => {
    const [author, stranger, reader] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const olderPost = await publishPost(client, author.token, 'older');
    await publishPost(client, stranger.token, 'not for you');
    const newerPost = await publishPost(client, author.token, 'newer');
    await client.ok(followProfile, {
      token: reader.token,
      body: { idProfileToFollow: author.dataUser.id },
    });
    const feed = await client.ok(contract.followingPublications, { token: reader.token });
    expect(feed.map(({ id }) => id)).toEqual([newerPost.id, olderPost.id]);
    expect(await client.ok(contract.followingPublications)).toEqual([]);
  });

  test('of a profile are found by nickname and id, without comments', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const post = await publishPost(client, token);
    await publishPost(client, token, 'a comment', post.id);
    for (const profile of [dataUser.nickname, dataUser.nickname.toUpperCase(), dataUser.id]) {
      const posts = await client.ok(contract.profilePublications, { params: { profile } });
      expect(posts.map(({ id }) => id)).toEqual([post.id]);
    }
    const response = await client.send(contract.profilePublications, { params: { profile: 'nobody_here' } });
    expect([response.status, response.body.code]).toEqual([404, 'PROFILE_NOT_FOUND']);
  });

  test('exclude deactivated authors and still have full pages', async () => {
    const [leavingAuthor, remainingAuthor, reader] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    for (const { dataUser } of [leavingAuthor, remainingAuthor])
      await client.ok(followProfile, { token: reader.token, body: { idProfileToFollow: dataUser.id } });
    for (let n = 0; n < 12; n += 1) await publishPost(client, remainingAuthor.token, `stays ${n}`);
    for (let n = 0; n < 6; n += 1) await publishPost(client, leavingAuthor.token, `leaves ${n}`);
    await client.ok(accounts.deactivateProfile, { token: leavingAuthor.token });
    const feed = await client.ok(contract.followingPublications, { token: reader.token });
    expect(feed.map(({ creatorData }) => creatorData.id)).toEqual(
      Array(10).fill(remainingAuthor.dataUser.id),
    );
  });
});

describe('the position of a response', () => {
  const getPosition = ({ headers }: { readonly headers: Headers }) => Number(headers.get('X-Read-Position'));
  const readCheckpoint = async () => {
    const { rows } = await api.database.pool.query(
      `SELECT position FROM engine.checkpoints WHERE projection = 'posts'`,
    );
    return Number(rows[0].position);
  };

  test('to a write is that of its event, and later reads have at least that position', async () => {
    const { token } = await registerNewUser(client);
    const body = { text: 'A cat.' };
    const response = await client.send(contract.createPublication, { token, body });
    const { id } = response.body;
    const { headers } = await client.send(contract.likePublication, { token, body: { idPublication: id } });
    const likePosition = getPosition({ headers });
    expect(likePosition).toBeGreaterThan(getPosition(response));
    const startCheckpoint = await readCheckpoint();
    const reads = [
      await client.send(contract.getPost, { params: { id } }),
      await client.send(contract.forYouPublications),
      await client.send(contract.profilePublications, { params: { profile: response.body.creatorData.id } }),
      await client.send(contract.getReplies, { params: { id } }),
    ];
    const endCheckpoint = await readCheckpoint();
    for (const position of reads.map(getPosition)) {
      expect(position).toBeGreaterThanOrEqual(Math.max(likePosition, startCheckpoint));
      expect(position).toBeLessThanOrEqual(endCheckpoint);
    }
  });
});
