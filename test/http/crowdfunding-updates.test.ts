import { deactivateProfile } from '../../contract/accounts.ts';
import * as contract from '../../contract/crowdfunding.ts';
import { blockProfile, muteProfile } from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { takeDownPost } from '../../contract/take-down.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import {
  countUnread,
  donateCoins,
  follow,
  getKinds,
  getProfileId,
  listNotifications,
  markAsRead,
  muteKind,
  registerUsers,
} from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { createPicture, PICTURE } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const postUpdate = ({ token }: AuthResponse, id: string, text = 'The roof is on.', picture?: Buffer) =>
  client.send(contract.postUpdate, {
    token,
    params: { id },
    body: { text, ...(picture && { imageBase64: picture.toString('base64') }) },
  });
const listUpdates = (id: string, token?: string) =>
  client.ok(contract.getUpdates, { params: { id }, ...(token && { token }) });

async function createCreatorWithCrowdfunding() {
  const creator = await registerNewUser(client);
  return { creator, id: await createActiveCrowdfunding(api, getProfileId(creator)) };
}

test('updates of the creator are visible to everybody, newest first', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  expect(await listUpdates(id)).toEqual([]);
  const first = await postUpdate(creator, id, '  Wood is here.\n');
  const second = await postUpdate(creator, id, 'The roof is on.');
  expect(first.body).toMatchObject({
    text: 'Wood is here.',
    idParent: null,
    update: { crowdfundingId: id, hasPicture: false },
  });
  const updates = await listUpdates(id);
  expect(updates.map((update) => update.id)).toEqual([second.body.id, first.body.id]);
  expect(updates[1]).toEqual(first.body);
  expect(await listUpdates(id, (await registerNewUser(client)).token)).toEqual(updates);
});

test('an update is a post: it appears in feeds and can be liked, commented on, edited and deleted', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  const reader = await registerNewUser(client);
  await follow(reader, creator);
  const { token } = reader;
  const { body: update } = await postUpdate(creator, id);
  const [feedPost] = await client.ok(posts.followingPublications, { token });
  expect(feedPost).toEqual(update);
  await client.ok(posts.likePublication, { token, body: { idPublication: update.id } });
  await client.ok(posts.createPublication, { token, body: { text: 'Great!', idParent: update.id } });
  api.clock.advance(1_000);
  const editRequest = { token: creator.token, params: { id: update.id }, body: { text: 'The roof is dry.' } };
  expect(await client.ok(posts.editPublication, editRequest)).toMatchObject({ update: update.update });
  expect(await listUpdates(id, token)).toMatchObject([
    { text: 'The roof is dry.', likes: 1, comments: 1, liked: true, update: update.update },
  ]);
  const versions = await client.ok(posts.getPostHistory, { params: { id: update.id } });
  expect(versions.map(({ text }) => text)).toEqual(['The roof is dry.', 'The roof is on.']);
  await client.ok(posts.deletePublication, { token: creator.token, params: { id: update.id } });
  expect(await listUpdates(id)).toEqual([]);
});

test('other posts of the creator are not updates', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  const { token } = creator;
  const post = await client.ok(posts.createPublication, { token, body: { text: 'A post' } });
  expect(post).not.toHaveProperty('update');
  const { body: update } = await postUpdate(creator, id);
  const comment = { text: 'A comment', idParent: update.id };
  await client.ok(posts.createPublication, { token, body: comment });
  expect(await listUpdates(id)).toMatchObject([{ id: update.id }]);
});

test('a repeated request posts one update', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  const headers = { 'Idempotency-Key': api.foundation.ids.next() };
  const body = { text: 'Once', imageBase64: PICTURE.toString('base64') };
  const sendUpdate = () =>
    client.ok(contract.postUpdate, { token: creator.token, headers, params: { id }, body });
  expect(await sendUpdate()).toEqual(await sendUpdate());
  expect(await listUpdates(id)).toHaveLength(1);
});

test('only the creator posts updates, and only after the approval', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  const [otherUser, admin] = [await registerNewUser(client), await registerStaff(api, client, 'ADMIN')];
  for (const author of [otherUser, admin]) {
    const { status, body } = await postUpdate(author, id);
    expect([status, body.message]).toEqual([403, 'Only its creator can post updates of a crowdfunding.']);
  }
  expect((await client.send(contract.postUpdate, { params: { id }, body: { text: 'Hi' } })).status).toBe(401);
  expect((await postUpdate(creator, api.foundation.ids.next())).status).toBe(404);

  const pendingId = await createCrowdfunding(api, getProfileId(creator));
  const earlyResponse = await postUpdate(creator, pendingId);
  expect([earlyResponse.status, earlyResponse.body.message]).toEqual([
    400,
    'Updates can be posted once the crowdfunding is approved.',
  ]);
  expect((await postUpdate(otherUser, pendingId)).status).toBe(404);
  expect((await client.send(contract.getUpdates, { params: { id: pendingId } })).status).toBe(404);
  expect(await listUpdates(id)).toEqual([]);
});

test('updates can be posted after the end of a campaign', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  await client.ok(contract.closeCrowdfunding, { token: creator.token, params: { id } });
  expect((await postUpdate(creator, id)).status).toBe(200);
});

test('the server enforces the limits of texts and pictures', async () => {
  const { creator, id } = await createCreatorWithCrowdfunding();
  expect((await postUpdate(creator, id, ' ')).status).toBe(400);
  expect((await postUpdate(creator, id, 'x'.repeat(301))).status).toBe(400);
  expect((await postUpdate(creator, id, 'x'.repeat(300))).status).toBe(200);
  const invalidPictureResponse = await postUpdate(creator, id, 'Look', Buffer.from('no picture'));
  expect([invalidPictureResponse.status, invalidPictureResponse.body.message]).toEqual([
    400,
    expect.stringContaining('picture'),
  ]);
  expect(await listUpdates(id)).toHaveLength(1);
});

describe('the picture of an update', () => {
  const loadPicture = (id: string, token?: string) =>
    client.send(contract.getUpdatePicture, { params: { id }, ...(token && { token }) });

  test('is stored at 300 pixels, and disappears with the update', async () => {
    const { creator, id } = await createCreatorWithCrowdfunding();
    const { body } = await postUpdate(creator, id, 'Look', await createPicture(600, 400));
    expect(body.update).toEqual({
      crowdfundingId: id,
      hasPicture: true,
      image: { hash: expect.any(String), width: 600, height: 400 },
    });
    expect(await listUpdates(id)).toEqual([body]);
    const { status, headers } = await loadPicture(body.id);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      expect.stringContaining('public'),
    ]);
    await client.ok(posts.deletePublication, { token: creator.token, params: { id: body.id } });
    expect((await loadPicture(body.id)).status).toBe(404);
    expect(await api.foundation.privateData.pictures.find(body.id)).toBeNull();
  });

  test('is hidden together with the update', async () => {
    const { creator, id } = await createCreatorWithCrowdfunding();
    const [reader, admin] = [await registerNewUser(client), await registerStaff(api, client, 'ADMIN')];
    const { body } = await postUpdate(creator, id, 'Look', PICTURE);
    const blockRequest = { token: creator.token, params: { id: getProfileId(reader) } };
    await client.ok(blockProfile, blockRequest);
    expect((await loadPicture(body.id, reader.token)).status).toBe(404);
    const takeDownRequest = { token: admin.token, params: { id: body.id }, body: { reason: 'Spam.' } };
    await client.ok(takeDownPost, takeDownRequest);
    expect((await loadPicture(body.id)).status).toBe(404);
    const ownResponse = await loadPicture(body.id, creator.token);
    expect([ownResponse.status, ownResponse.headers.get('cache-control')]).toEqual([
      200,
      'private, no-cache',
    ]);
    expect(await listUpdates(id)).toEqual([]);
  });

  test('returns 404 for a post without a picture', async () => {
    const { creator, id } = await createCreatorWithCrowdfunding();
    const { body } = await postUpdate(creator, id);
    expect((await loadPicture(body.id)).status).toBe(404);
  });
});

describe('an update notifies', () => {
  test('donors and followers of the creator, once for the newest one', async () => {
    const [donor, follower, followingDonor, stranger] = (await registerUsers(4)) as [
      AuthResponse,
      AuthResponse,
      AuthResponse,
      AuthResponse,
    ];
    const { creator, id } = await createCreatorWithCrowdfunding();
    for (const account of [donor, followingDonor]) {
      await buyCoins(api, client, account.token, 1_000);
      await donateCoins(account, id, 100);
    }
    for (const reader of [follower, followingDonor]) await follow(reader, creator);
    await markAsRead(creator);
    await postUpdate(creator, id, 'First');
    await postUpdate(creator, id, 'Second');
    for (const reader of [donor, follower, followingDonor]) {
      expect(await listNotifications(reader)).toMatchObject([
        {
          kind: 'CAMPAIGN_UPDATE',
          unread: true,
          actors: [],
          subject: { id, text: 'A roof for the shelter' },
        },
      ]);
      expect(await countUnread(reader)).toBe(1);
      expect((await markAsRead(reader)).unread).toBe(0);
    }
    expect(await listNotifications(stranger)).toEqual([]);
    expect(await countUnread(creator)).toBe(0);
    await postUpdate(creator, id, 'Third');
    expect(await countUnread(follower)).toBe(1);
    await muteKind(follower, 'CAMPAIGN_UPDATE');
    expect(await listNotifications(follower)).toEqual([]);
  }, 30_000);

  test('no account that followed the creator after the update', async () => {
    const [lateFollower, otherCreator] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { creator, id } = await createCreatorWithCrowdfunding();
    await follow(lateFollower, otherCreator);
    await postUpdate(creator, id);
    await follow(lateFollower, creator);
    expect(await listNotifications(lateFollower)).toEqual([]);
    await postUpdate(creator, id);
    expect(getKinds(await listNotifications(lateFollower))).toEqual(['CAMPAIGN_UPDATE']);
  });

  test('neither donors nor followers to whom the creator is not visible', async () => {
    const [blocker, blockedUser, muter, follower] = (await registerUsers(4)) as [
      AuthResponse,
      AuthResponse,
      AuthResponse,
      AuthResponse,
    ];
    const { creator, id } = await createCreatorWithCrowdfunding();
    for (const donor of [blocker, blockedUser, muter]) {
      await buyCoins(api, client, donor.token, 1_000);
      await donateCoins(donor, id, 100);
    }
    await follow(follower, creator);
    const params = { id: getProfileId(creator) };
    await client.ok(blockProfile, { token: blocker.token, params });
    await client.ok(muteProfile, { token: muter.token, params });
    await client.ok(blockProfile, { token: creator.token, params: { id: getProfileId(blockedUser) } });
    await postUpdate(creator, id);
    for (const reader of [blocker, blockedUser, muter]) {
      expect(await listNotifications(reader)).toEqual([]);
      expect(await countUnread(reader)).toBe(0);
    }
    expect(getKinds(await listNotifications(follower))).toEqual(['CAMPAIGN_UPDATE']);
    await client.ok(deactivateProfile, { token: creator.token });
    expect(await listNotifications(follower)).toEqual([]);
  }, 30_000);

  test('no follower who has muted the creator, and followers of updates only', async () => {
    const [muter, follower] = (await registerUsers(2)) as [AuthResponse, AuthResponse];
    const { creator, id } = await createCreatorWithCrowdfunding();
    for (const reader of [muter, follower]) await follow(reader, creator);
    await client.ok(muteProfile, { token: muter.token, params: { id: getProfileId(creator) } });
    await postUpdate(creator, id);
    await client.ok(contract.closeCrowdfunding, { token: creator.token, params: { id } });
    expect(await listNotifications(muter)).toEqual([]);
    expect(getKinds(await listNotifications(follower))).toEqual(['CAMPAIGN_UPDATE']);
  });
});
