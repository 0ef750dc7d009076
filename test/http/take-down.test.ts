import * as adoption from '../../contract/adoption.ts';
import { getNotifications } from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import * as reports from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { followProfile } from '../../contract/social-graph.ts';
import * as takeDown from '../../contract/take-down.ts';
import { buildPath } from '../support/address.ts';
import { createAnimal } from './support/adoption.ts';
import { getNextPath } from './support/client.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

const REASON = 'It shows a street address.';
const body = { reason: REASON };

let staff: AuthResponse;
let author: AuthResponse;
let reader: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  [staff, reader] = [await registerStaff(api, client, 'MOD'), await registerNewUser(client)];
});
beforeEach(async () => {
  author = await registerNewUser(client);
});

type TakeDownCall = (typeof takeDown)[keyof typeof takeDown];

const sendDecision = (call: TakeDownCall, id: string, token = staff.token) =>
  client.ok(call, { token, params: { id }, body });
const getStatus = async (request: Promise<{ readonly status: number }>): Promise<number> =>
  (await request).status;
const fetchPost = (id: string, token?: string) => client.send(posts.getPost, { token, params: { id } });
const fetchNotifications = ({ token }: AuthResponse) => client.ok(getNotifications, { token });
const follow = (from: AuthResponse, to: AuthResponse) =>
  client.ok(followProfile, { token: from.token, body: { idProfileToFollow: to.dataUser.id } });

/**
 * Returns what an account sees of a post in each list and on its page: `shown`, or the reason for the take-down. Omits
 * lists without the post.
 */
async function findVisibility(id: string, token?: string) {
  const profile = author.dataUser.nickname;
  const lists = {
    forYou: client.ok(posts.forYouPublications, { token }),
    following: client.ok(posts.followingPublications, { token }),
    profile: client.ok(posts.profilePublications, { token, params: { profile } }),
  };
  const visibility: Record<string, unknown> = {};
  for (const [name, list] of Object.entries(lists)) {
    const post = (await list).find((item) => item.id === id);
    if (post) visibility[name] = post.takenDown?.reason ?? 'shown';
  }
  const { status, body: post } = await fetchPost(id, token);
  if (status === 200) visibility.detail = post.takenDown?.reason ?? 'shown';
  return visibility;
}

describe('a post that is taken down', () => {
  test('is hidden from everyone but its author and staff until it is restored', async () => {
    await Promise.all([follow(reader, author), follow(staff, author)]);
    const { id } = await publishPost(client, author.token, 'Who lives at 1, Pond Street?');
    const fullVisibility = { forYou: 'shown', following: 'shown', profile: 'shown', detail: 'shown' };
    expect(await findVisibility(id, reader.token)).toEqual(fullVisibility);

    await sendDecision(takeDown.takeDownPost, id);
    expect(await findVisibility(id)).toEqual({});
    expect(await findVisibility(id, reader.token)).toEqual({});
    expect(await findVisibility(id, author.token)).toEqual({
      forYou: REASON,
      profile: REASON,
      detail: REASON,
    });
    expect(await findVisibility(id, staff.token)).toEqual({
      forYou: REASON,
      following: REASON,
      profile: REASON,
      detail: REASON,
    });
    const { body: post } = await fetchPost(id, author.token);
    expect(post.takenDown).toEqual({ reason: REASON, dateTime: expect.any(String) });

    await sendDecision(takeDown.restorePost, id);
    expect(await findVisibility(id, reader.token)).toEqual(fullVisibility);
    expect((await fetchPost(id, author.token)).body.takenDown).toBeUndefined();
  });

  test('cannot be liked, commented on, reported or deleted by accounts that do not see it', async () => {
    const { id } = await publishPost(client, author.token);
    const comment = await publishPost(client, reader.token, 'I do', id);
    await sendDecision(takeDown.takeDownPost, id);
    const { token } = reader;
    expect([
      await getStatus(client.send(posts.likePublication, { token, body: { idPublication: id } })),
      await getStatus(client.send(posts.createPublication, { token, body: { text: 'Hi', idParent: id } })),
      await getStatus(client.send(reports.report, { token, body: { kind: 'post', id, category: 'SPAM' } })),
      await getStatus(client.send(posts.deletePublication, { token, params: { id } })),
      await getStatus(client.send(posts.getReplies, { token, params: { id } })),
      (await fetchPost(comment.id, token)).status,
    ]).toEqual([404, 404, 404, 404, 404, 200]);
    expect(await getStatus(client.send(posts.getReplies, { token: author.token, params: { id } }))).toBe(200);
  });

  test('does not shorten a page of the Following feed', async () => {
    const [follower, prolificAuthor] = [await registerNewUser(client), await registerNewUser(client)];
    await follow(follower, prolificAuthor);
    const ids: string[] = [];
    for (let n = 0; n < 36; n += 1)
      ids.push((await publishPost(client, prolificAuthor.token, `Post ${n}`)).id);
    for (const id of ids.slice(12, 36)) await sendDecision(takeDown.takeDownPost, id);
    const first = await client.send(posts.followingPublications, { token: follower.token });
    expect(first.body.map(({ id }) => id)).toEqual(ids.slice(2, 12).reverse());
    const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
    const { token } = follower;
    const second = await client.ok(posts.followingPublications, { token, query: { cursor } });
    expect(second.map(({ id }) => id)).toEqual(ids.slice(0, 2).reverse());
  });
});

describe('a comment that is taken down', () => {
  const getCounts = async (id: string, token?: string) => {
    const replies = await client.ok(posts.getReplies, { token, params: { id } });
    return [(await fetchPost(id, token)).body.comments, replies.length];
  };

  test('is neither shown nor counted for others until it is restored', async () => {
    const { id } = await publishPost(client, reader.token);
    const comment = await publishPost(client, author.token, 'Spam', id);
    await publishPost(client, reader.token, 'No spam', id);
    await sendDecision(takeDown.takeDownPost, comment.id);
    for (const token of [undefined, reader.token]) expect(await getCounts(id, token)).toEqual([1, 1]);
    for (const { token } of [author, staff]) expect(await getCounts(id, token)).toEqual([2, 2]);
    await sendDecision(takeDown.restorePost, comment.id);
    for (const token of [undefined, author.token]) expect(await getCounts(id, token)).toEqual([2, 2]);
    await sendDecision(takeDown.takeDownPost, comment.id);
    await client.ok(posts.deletePublication, { token: author.token, params: { id: comment.id } });
    for (const token of [undefined, staff.token]) expect(await getCounts(id, token)).toEqual([1, 1]);
  });

  test('is not in the notifications of the post’s author', async () => {
    const owner = await registerNewUser(client);
    const { id } = await publishPost(client, owner.token);
    const comment = await publishPost(client, author.token, 'Spam', id);
    const listKinds = async () => (await fetchNotifications(owner)).map(({ kind }) => kind);
    expect(await listKinds()).toEqual(['COMMENT']);
    await sendDecision(takeDown.takeDownPost, comment.id);
    expect(await listKinds()).toEqual([]);
    await sendDecision(takeDown.restorePost, comment.id);
    expect(await listKinds()).toEqual(['COMMENT']);
  });
});

describe('an animal that is taken down', () => {
  const fetchImage = (id: string, token?: string) =>
    fetch(api.url + buildPath(adoption.getAnimalImage, { id }), {
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    });

  async function findAnimalVisibility(id: string, token?: string) {
    const params = { nickname: author.dataUser.nickname };
    const lists = [
      await client.ok(adoption.getAnimals, { token }),
      await client.ok(adoption.profileAnimals, { token, params }),
    ];
    const listedAnimals = lists.map((list) => list.find((item) => item.id === id));
    return [
      ...listedAnimals.map((item) => item && (item.takenDown?.reason ?? 'shown')),
      (await client.send(adoption.getAnimal, { token, params: { id } })).status,
      (await fetchImage(id, token)).status,
    ];
  }

  test('is hidden with its picture from everyone but its owner and staff until it is restored', async () => {
    const { id } = await createAnimal(client, author.token);
    await sendDecision(takeDown.takeDownAnimal, id);
    for (const token of [undefined, reader.token])
      expect(await findAnimalVisibility(id, token)).toEqual([undefined, undefined, 404, 404]);
    for (const { token } of [author, staff]) {
      expect(await findAnimalVisibility(id, token)).toEqual([REASON, REASON, 200, 200]);
      expect((await fetchImage(id, token)).headers.get('cache-control')).toMatch(/private|no-store/);
    }
    await sendDecision(takeDown.restoreAnimal, id);
    expect(await findAnimalVisibility(id, reader.token)).toEqual(['shown', 'shown', 200, 200]);
  });

  test('cannot be marked as adopted by its owner, and does not exist for others', async () => {
    const { id } = await createAnimal(client, author.token);
    await sendDecision(takeDown.takeDownAnimal, id);
    const markAdopted = ({ token }: AuthResponse) =>
      client.send(adoption.markAdopted, { token, params: { id } });
    expect(await markAdopted(author)).toMatchObject({ status: 400, body: { code: 'TAKEN_DOWN' } });
    expect(await markAdopted(reader)).toMatchObject({ status: 404, body: { code: 'ADOPTION_NOT_FOUND' } });
    const { token } = author;
    expect(await getStatus(client.send(adoption.deleteAdoption, { token, params: { id } }))).toBe(200);
    expect(
      await client.send(takeDown.restoreAnimal, { token: staff.token, params: { id }, body }),
    ).toMatchObject({ status: 404 });
  });

  test('cannot be referred to in new messages', async () => {
    const { id: animalId } = await createAnimal(client, author.token);
    await sendDecision(takeDown.takeDownAnimal, animalId);
    const socket = await connectSocket(api.url, reader.token);
    const receiverId = author.dataUser.id;
    socket.send({ receiverId, content: 'Is Rex still there?', animalId });
    expect((await socket.waitForError()).error.code).toBe('ADOPTION_NOT_FOUND');
    socket.send({ receiverId, content: 'Hello' });
    await socket.waitForMessage('Hello');
    expect(socket.messages).toHaveLength(1);
    socket.close();
  });
});

describe('taking down', () => {
  test('notifies the author with the reason, and so does restoring', async () => {
    const { id } = await publishPost(client, author.token, 'Mine');
    const animal = await createAnimal(client, author.token);
    await sendDecision(takeDown.takeDownPost, id);
    await sendDecision(takeDown.restorePost, id);
    await sendDecision(takeDown.takeDownAnimal, animal.id);
    await sendDecision(takeDown.restoreAnimal, animal.id);
    const commonFields = { reason: REASON, actors: [], unread: true };
    expect(await fetchNotifications(author)).toMatchObject([
      { kind: 'ANIMAL_RESTORED', ...commonFields, subject: { id: animal.id, text: 'Rex' } },
      { kind: 'ANIMAL_TAKEN_DOWN', ...commonFields, subject: { id: animal.id, text: 'Rex' } },
      { kind: 'POST_RESTORED', ...commonFields, subject: { id, text: 'Mine' } },
      { kind: 'POST_TAKEN_DOWN', ...commonFields, subject: { id, text: 'Mine' } },
    ]);
  });

  test('closes the open reports of the content', async () => {
    const { id } = await publishPost(client, author.token);
    const form = { kind: 'post', id, category: 'ABUSE' } as const;
    await client.ok(reports.report, { token: reader.token, body: form });
    const findCase = async (status: 'OPEN' | 'RESOLVED') => {
      const cases = await client.ok(reports.reports, { token: staff.token, query: { status } });
      return cases.find(({ subject }) => subject.id === id);
    };
    expect(await findCase('OPEN')).toMatchObject({ subject: { isTakenDown: false } });
    await sendDecision(takeDown.takeDownPost, id);
    expect(await findCase('OPEN')).toBeUndefined();
    expect(await findCase('RESOLVED')).toMatchObject({
      subject: { isTakenDown: true },
      decision: { by: { id: staff.dataUser.id }, reason: REASON },
    });
  });

  test('requires a reason and takes effect once', async () => {
    const { id } = await publishPost(client, author.token);
    const sendCall = (call: TakeDownCall, reason = REASON) =>
      client.send(call, { token: staff.token, params: { id }, body: { reason } });
    expect(await sendCall(takeDown.takeDownPost, ' ')).toMatchObject({
      status: 400,
      body: { message: 'The reason cannot be empty.' },
    });
    expect(await sendCall(takeDown.restorePost)).toMatchObject({
      status: 400,
      body: { code: 'NOT_TAKEN_DOWN' },
    });
    expect(await getStatus(sendCall(takeDown.takeDownPost))).toBe(200);
    expect(await sendCall(takeDown.takeDownPost)).toMatchObject({
      status: 400,
      body: { code: 'ALREADY_TAKEN_DOWN' },
    });
  });

  test('is refused for one’s own content', async () => {
    const ownPost = await publishPost(client, staff.token);
    for (const call of [takeDown.takeDownPost, takeDown.restorePost])
      expect(await client.send(call, { token: staff.token, params: { id: ownPost.id }, body })).toMatchObject(
        {
          status: 403,
          body: { code: 'OWN_CONTENT' },
        },
      );
  });
});
