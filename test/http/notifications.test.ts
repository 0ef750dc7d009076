import { deleteAdoption } from '../../contract/adoption.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownAnimal } from '../../contract/take-down.ts';
import { waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import {
  countUnread,
  follow,
  getKinds,
  getProfileId,
  like,
  listNotifications,
  markAsRead,
  registerUsers,
} from './support/notifications.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';
import { connectSocket } from './support/socket.ts';

setUpTestApi();

describe('a like', () => {
  test('notifies the author at once and is withdrawn with the like', async () => {
    const [author, liker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token, 'An otter!');
    await like(liker, id);
    expect(await listNotifications(author)).toEqual([
      {
        id: expect.any(String),
        kind: 'LIKE',
        position: expect.any(Number),
        dateTime: expect.any(String),
        unread: true,
        actors: [expect.objectContaining({ id: getProfileId(liker), nickname: liker.dataUser.nickname })],
        others: 0,
        anonymous: 0,
        reason: null,
        daysLeft: null,
        subject: { id, text: 'An otter!' },
        amount: null,
      },
    ]);
    expect(await countUnread(author)).toBe(1);
    expect(await listNotifications(liker)).toEqual([]);
    await like(liker, id);
    expect(await listNotifications(author)).toEqual([]);
    expect(await countUnread(author)).toBe(0);
  });

  test('notifies once when it is repeated many times', async () => {
    const [author, liker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token);
    for (let attempt = 0; attempt < 5; attempt += 1) await like(liker, id);
    const notifications = await listNotifications(author);
    expect(notifications).toHaveLength(1);
    expect(notifications[0]).toMatchObject({ actors: [{ id: getProfileId(liker) }], others: 0 });
  });

  test('of many accounts is one entry that contains the last two', async () => {
    const [author, ...likers] = await registerUsers(6);
    const { id } = await publishPost(client, author?.token ?? '');
    for (const liker of likers) await like(liker, id);
    expect(await listNotifications(author as AuthResponse)).toMatchObject([
      {
        kind: 'LIKE',
        actors: [
          { id: getProfileId(likers[4] as AuthResponse) },
          { id: getProfileId(likers[3] as AuthResponse) },
        ],
        others: 3,
      },
    ]);
    expect(await countUnread(author as AuthResponse)).toBe(1);
  });

  test('of one’s own post notifies nobody', async () => {
    const author = await registerNewUser(client);
    const { id } = await publishPost(client, author.token);
    await like(author, id);
    await publishPost(client, author.token, 'a comment', id);
    expect(await listNotifications(author)).toEqual([]);
  });

  test('is removed with the post', async () => {
    const [author, reader] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token);
    await like(reader, id);
    await publishPost(client, reader.token, 'a comment', id);
    expect(await countUnread(author)).toBe(2);
    await client.ok(posts.deletePublication, { token: author.token, params: { id } });
    expect(await listNotifications(author)).toEqual([]);
    expect(await countUnread(author)).toBe(0);
  });
});

test('a comment notifies with its text and is removed with the comment', async () => {
  const [author, commenter] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
  const { id } = await publishPost(client, author.token);
  await publishPost(client, commenter.token, 'The first', id);
  const second = await publishPost(client, commenter.token, 'The second', id);
  const expectedNotification = { kind: 'COMMENT', actors: [{ id: getProfileId(commenter) }], others: 0 };
  expect(await listNotifications(author)).toMatchObject([
    { ...expectedNotification, subject: { id, text: 'The second' } },
  ]);
  await client.ok(posts.deletePublication, { token: commenter.token, params: { id: second.id } });
  expect(await listNotifications(author)).toMatchObject([
    { ...expectedNotification, subject: { id, text: 'The first' } },
  ]);
});

test('a follow notifies until it ends', async () => {
  const [user, follower] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
  await follow(follower, user);
  expect(await listNotifications(user)).toMatchObject([
    { kind: 'FOLLOW', actors: [{ id: getProfileId(follower) }], subject: null },
  ]);
  await follow(follower, user);
  expect(await listNotifications(user)).toEqual([]);
});

describe('a request for an animal', () => {
  const askOwner = async (
    from: AuthResponse,
    owner: AuthResponse,
    animalId: string,
    ...contents: readonly string[]
  ) => {
    const socket = await connectSocket(api.url, from.token);
    for (const content of contents) {
      socket.send({ receiverId: getProfileId(owner), content, animalId });
      await socket.waitForMessage(content);
    }
    socket.close();
  };

  test('notifies its owner once and is removed with the animal', async () => {
    const [owner, asker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await createAnimal(client, owner.token, { name: 'Rex' });
    await askOwner(asker, owner, id, 'Is Rex free?', 'Hello?');
    await waitUntil(async () => (await countUnread(owner)) === 1);
    expect(await listNotifications(owner)).toMatchObject([
      { kind: 'ADOPTION_CONTACT', actors: [{ id: getProfileId(asker) }], subject: { id, text: 'Rex' } },
    ]);
    await markAsRead(owner);
    await askOwner(asker, owner, id, 'Are you there?');
    expect(await countUnread(owner)).toBe(0);
    await client.ok(deleteAdoption, { token: owner.token, params: { id } });
    expect(await listNotifications(owner)).toEqual([]);
  });

  test('stays visible to its owner while the animal is taken down', async () => {
    const [owner, asker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const staff = await registerStaff(api, client, 'MOD');
    const { id } = await createAnimal(client, owner.token);
    await askOwner(asker, owner, id, 'Is it free?');
    await waitUntil(async () => (await countUnread(owner)) === 1);
    await client.ok(takeDownAnimal, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
    expect(getKinds(await listNotifications(owner))).toEqual(['ANIMAL_TAKEN_DOWN', 'ADOPTION_CONTACT']);
  });

  test('is not shown to other owners', async () => {
    const [owner, asker, otherOwner] = (await registerUsers(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await createAnimal(client, owner.token);
    await askOwner(asker, otherOwner, id, 'Is it free?');
    await follow(asker, otherOwner);
    expect(getKinds(await listNotifications(otherOwner))).toEqual(['FOLLOW']);
    expect(await listNotifications(owner)).toEqual([]);
  });
});
