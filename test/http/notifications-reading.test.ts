import { deactivateProfile } from '../../contract/accounts.ts';
import * as hiding from '../../contract/hidden-profiles.ts';
import * as contract from '../../contract/notifications.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getNextPath } from './support/client.ts';
import {
  countUnread,
  follow,
  getKinds,
  getProfileId,
  like,
  listNotifications,
  markAsRead,
  muteKind,
  registerUsers,
} from './support/notifications.ts';
import { publishPost, registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

describe('reading', () => {
  test('marks notifications up to a position, at most up to the newest, and never backwards', async () => {
    const [reader, first, second] = (await registerUsers(3)) as [AuthResponse, AuthResponse, AuthResponse];
    await follow(first, reader);
    const { id } = await publishPost(client, reader.token);
    const seenPosition = (await listNotifications(reader))[0]?.position ?? 0;
    await like(second, id);
    expect(await markAsRead(reader, seenPosition)).toMatchObject({ unread: 1 });
    expect((await listNotifications(reader)).map(({ kind, unread: isUnread }) => [kind, isUnread])).toEqual([
      ['LIKE', true],
      ['FOLLOW', false],
    ]);
    expect(await markAsRead(reader, Number.MAX_SAFE_INTEGER)).toMatchObject({ unread: 0 });
    await markAsRead(reader, 1);
    await follow(second, reader);
    expect(await countUnread(reader)).toBe(1);
    expect(await markAsRead(reader)).toMatchObject({ unread: 0 });
    const previousHead = await api.foundation.rawLog.head();
    await markAsRead(reader);
    expect(await api.foundation.rawLog.head()).toBe(previousHead);
  });

  test('stops at the end of the log when read models contain events that the log has lost', async () => {
    const [reader, first, second] = (await registerUsers(3)) as [AuthResponse, AuthResponse, AuthResponse];
    await follow(first, reader);
    await api.database.pool.query(
      'UPDATE read.notification_groups SET last_position = last_position + 1000000 WHERE account_id = $1',
      [getProfileId(reader)],
    );
    await markAsRead(reader);
    await follow(second, reader);
    expect(await countUnread(reader)).toBe(1);
  });

  test('a change of a read entry makes it unread again', async () => {
    const [author, first, second] = (await registerUsers(3)) as [AuthResponse, AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token);
    await like(first, id);
    await markAsRead(author);
    await like(second, id);
    expect(await listNotifications(author)).toMatchObject([{ unread: true, others: 0, actors: [{}, {}] }]);
    await like(second, id);
    expect(await listNotifications(author)).toMatchObject([
      { unread: false, actors: [{ id: getProfileId(first) }] },
    ]);
    expect(await countUnread(author)).toBe(0);
  });

  test.each([[-1], [1.5], ['1']])('refuses the position %p', async (until) => {
    const { token } = await registerNewUser(client);
    expect(await client.send(contract.readNotifications, { token, body: { until } })).toMatchObject({
      status: 400,
    });
  });
});

describe('muting', () => {
  test('a kind hides it from the list and the count until it is unmuted', async () => {
    const [author, liker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token);
    await like(liker, id);
    await follow(liker, author);
    expect(await muteKind(author, 'LIKE')).toMatchObject({ muted: ['LIKE'] });
    expect(getKinds(await listNotifications(author))).toEqual(['FOLLOW']);
    expect(await countUnread(author)).toBe(1);
    await muteKind(author, 'FOLLOW');
    const { token } = author;
    expect(await client.ok(contract.getNotificationSettings, { token })).toMatchObject({
      muted: ['FOLLOW', 'LIKE'],
    });
    expect(await countUnread(author)).toBe(0);
    expect(await muteKind(author, 'LIKE', false)).toMatchObject({ muted: ['FOLLOW'] });
    expect(getKinds(await listNotifications(author))).toEqual(['LIKE']);
  });

  test('an unknown kind is refused', async () => {
    const { token } = await registerNewUser(client);
    for (const body of [{ kind: 'POKE', muted: true }, { kind: 'LIKE' }, {}])
      expect((await client.send(contract.muteNotifications, { token, body })).status).toBe(400);
  });
});

describe('a hidden account', () => {
  test('is not shown', async () => {
    const [author, deactivatedUser, activeUser] = (await registerUsers(3)) as [
      AuthResponse,
      AuthResponse,
      AuthResponse,
    ];
    const { id } = await publishPost(client, author.token);
    await like(activeUser, id);
    await like(deactivatedUser, id);
    await follow(deactivatedUser, author);
    await client.ok(deactivateProfile, { token: deactivatedUser.token });
    expect(await listNotifications(author)).toMatchObject([
      { kind: 'LIKE', actors: [{ id: getProfileId(activeUser) }], others: 0 },
    ]);
    expect(await countUnread(author)).toBe(1);
  });

  test.each([
    ['is blocked', hiding.blockProfile],
    ['is muted', hiding.muteProfile],
  ] as const)('is not shown when it %s', async (_name, call) => {
    const [author, hiddenUser] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { id } = await publishPost(client, author.token);
    await like(hiddenUser, id);
    await client.ok(call, { token: author.token, params: { id: getProfileId(hiddenUser) } });
    expect(await listNotifications(author)).toEqual([]);
    expect(await countUnread(author)).toBe(0);
  });
});

test('returns pages of twenty that neither repeat nor skip while others are added', async () => {
  const [author, liker] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
  const postIds: string[] = [];
  for (let n = 0; n < 23; n += 1) postIds.unshift((await publishPost(client, author.token, `post ${n}`)).id);
  for (const id of [...postIds].reverse()) await like(liker, id);
  const first = await client.send(contract.getNotifications, { token: author.token });
  const getSubjectIds = (notifications: readonly contract.Notification[]) =>
    notifications.map(({ subject }) => subject?.id);
  expect(getSubjectIds(first.body)).toEqual(postIds.slice(0, 20));
  await follow(liker, author);
  const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
  const second = await client.send(contract.getNotifications, { token: author.token, query: { cursor } });
  expect(getSubjectIds(second.body)).toEqual(postIds.slice(20));
  expect(getNextPath(second.headers)).toBeNull();
  const page = await client.send(contract.getNotifications, { token: author.token, query: { page: 2 } });
  expect(getSubjectIds(page.body)).toEqual(postIds.slice(19));
});

test('an entry of a hundred people counts up to 99 others', async () => {
  const author = await registerNewUser(client);
  const { id } = await publishPost(client, author.token);
  const { pool } = api.foundation;
  const likers = await registerUsers(3);
  for (const liker of likers) await like(liker, id);
  await pool.query(
    `INSERT INTO read.profiles (id, nickname, nickname_key, profile_name, role, approved, registered_at)
     SELECT gen_random_uuid(), 'many' || n, 'many' || n, 'Many', 'USER', true, now() FROM generate_series(1, 200) n`,
  );
  await pool.query(
    `INSERT INTO read.notifications
     SELECT $1, 'LIKE', $2, p.id, p.id, NULL, notification.day, 1, p.id, now()
     FROM read.profiles p, read.notifications notification
     WHERE p.nickname LIKE 'many%' AND notification.account_id = $1 AND notification.source_id = $3`,
    [getProfileId(author), id, getProfileId(likers[0] as AuthResponse)],
  );
  expect(await listNotifications(author)).toMatchObject([{ others: 99, actors: [{}, {}] }]);
});
