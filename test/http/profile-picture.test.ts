import sharp from 'sharp';
import { setProfilePicture } from '../../application/profile-picture.ts';
import * as accounts from '../../contract/accounts.ts';
import * as conversations from '../../contract/conversations.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import { banProfile } from '../../contract/moderation.ts';
import { getNotifications } from '../../contract/notifications.ts';
import * as posts from '../../contract/posts.ts';
import { search } from '../../contract/search.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { followProfile, getFollowers, suggestedProfiles } from '../../contract/social-graph.ts';
import { restoreProfile, takeDownProfile } from '../../contract/take-down.ts';
import { accountDecider } from '../../domain/accounts/decide.ts';
import { deleteOrphanedPictures } from '../../workers/jobs/orphaned-pictures.ts';
import { createAnimal } from './support/adoption.ts';
import { buyCoins, createActiveCrowdfunding, createTestContext } from './support/coins.ts';
import { sendTexts } from './support/messages.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const laterClock = { now: () => new Date(Date.now() + 2 * 3_600_000).toISOString() };

let staff: AuthResponse;
let person: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
});
beforeEach(async () => {
  person = await registerNewUser(client);
});

/** Creates a picture whose middle third is red. The other two thirds are blue. */
async function createWidePicture(width = 900, height = 300): Promise<string> {
  const bluePart = { create: { width: width / 3, height, channels: 3, background: '#0000ff' } } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([
      { input: await sharp(bluePart).png().toBuffer(), left: 0, top: 0 },
      { input: await sharp(bluePart).png().toBuffer(), left: (width * 2) / 3, top: 0 },
    ])
    .png()
    .toBuffer();
  return bytes.toString('base64');
}

async function setPicture({ token }: AuthResponse, imageBase64?: string): Promise<string> {
  const body = { imageBase64: imageBase64 ?? (await createWidePicture()) };
  return (await client.ok(accounts.setProfilePicture, { token, body })).avatar ?? '';
}
const removePicture = ({ token }: AuthResponse) => client.ok(accounts.removeProfilePicture, { token });
const fetchPicture = (address: string) => fetch(api.url + address);
const getAvatar = async ({ dataUser }: AuthResponse, token?: string) =>
  (await client.ok(accounts.getProfile, { params: { nickname: dataUser.id }, token })).avatar;
const countStoredPictures = async ({ dataUser }: AuthResponse): Promise<number> => {
  const { rows } = await api.database.pool.query(
    'SELECT count(*)::integer AS n FROM private.pictures WHERE owner_id = $1',
    [dataUser.id],
  );
  return rows[0].n;
};

describe('the picture of a profile', () => {
  test('is a square JPEG around the centre of the upload, at an address that is cached for a year', async () => {
    const avatar = await setPicture(person);
    expect(avatar).toMatch(new RegExp(`^/api/profile/${person.dataUser.id}/picture\\?hash=[0-9a-f]{16}$`));
    const response = await fetchPicture(avatar);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 192, height: 192 });
    const { dominant } = await sharp(bytes).stats();
    expect([dominant.r > 200, dominant.b < 60]).toEqual([true, true]);
    const otherResponse = await fetchPicture(avatar.replace(/hash=.*/, 'hash=0'));
    expect(otherResponse.headers.get('cache-control')).toBe('public, max-age=300');
  });

  test('replaces and deletes the previous one, and can be removed', async () => {
    const first = await setPicture(person);
    const second = await setPicture(person, await createWidePicture(300, 900));
    expect(second).not.toBe(first);
    expect(await countStoredPictures(person)).toBe(1);
    expect(await getAvatar(person)).toBe(second);
    expect((await removePicture(person)).avatar).toBeUndefined();
    expect(await getAvatar(person)).toBeUndefined();
    expect(await countStoredPictures(person)).toBe(0);
    expect((await fetchPicture(second)).status).toBe(404);
    expect((await removePicture(person)).avatar).toBeUndefined();
  });

  test('is stored once when the upload is repeated with its key', async () => {
    const request = {
      token: person.token,
      idempotencyKey: 'once',
      body: { imageBase64: await createWidePicture() },
    };
    const [first, second] = [
      await client.ok(accounts.setProfilePicture, request),
      await client.ok(accounts.setProfilePicture, request),
    ];
    expect(second.avatar).toBe(first.avatar);
    expect(await countStoredPictures(person)).toBe(1);
  });

  test.each([
    ['a text', Buffer.from('hello').toString('base64'), 'UNSUPPORTED_PICTURE'],
    ['nothing', undefined, 'BROKEN_PICTURE'],
  ])('is refused if it is %s', async (_, imageBase64, code) => {
    const request = { token: person.token, body: { imageBase64 } };
    expect(await client.send(accounts.setProfilePicture, request)).toMatchObject({
      status: 400,
      body: { code },
    });
    expect(await countStoredPictures(person)).toBe(0);
  });

  test('is kept by the deletion of orphaned pictures, unlike one that no event refers to', async () => {
    const avatar = await setPicture(person);
    const { privateData, ids } = api.foundation;
    await privateData.pictures.save(ids.next(), person.dataUser.id, { jpeg: new Uint8Array(), hash: 'none' });
    expect(await countStoredPictures(person)).toBe(2);
    await deleteOrphanedPictures({ ...api.foundation, clock: laterClock });
    expect(await countStoredPictures(person)).toBe(1);
    expect((await fetchPicture(avatar)).status).toBe(200);
  });

  test('is kept by the deletion of orphaned pictures when the account has more than 1,000 events', async () => {
    const { handler, ids } = api.foundation;
    const { id: accountId } = person.dataUser;
    const changePicture = () =>
      handler.handle(
        accountDecider,
        accountId,
        { type: 'ChangePicture', accountId, picture: { id: ids.next(), hash: '0'.repeat(64) } },
        createTestContext(api.foundation),
      );
    await Promise.all(Array.from({ length: 1_000 }, changePicture));
    const avatar = await setPicture(person);
    await deleteOrphanedPictures({ ...api.foundation, clock: laterClock });
    expect((await fetchPicture(avatar)).status).toBe(200);
  });

  test('is kept when the upload of an earlier one is repeated', async () => {
    const upload = { id: api.foundation.ids.next(), accountId: person.dataUser.id };
    const context = { ...createTestContext(api.foundation), commandId: upload.id };
    const uploadFirst = async () =>
      setProfilePicture(api.foundation, { ...upload, imageBase64: await createWidePicture() }, context);
    await uploadFirst();
    const avatar = await setPicture(person, await createWidePicture(300, 900));
    expect(await uploadFirst()).toMatchObject({ accepted: true, events: [] });
    expect(await getAvatar(person)).toBe(avatar);
    expect((await fetchPicture(avatar)).status).toBe(200);
  });
});

describe('the picture of an account that is hidden', () => {
  const reason = 'It shows somebody else.';

  test('is hidden while staff take the profile down', async () => {
    const avatar = await setPicture(person);
    const request = { token: staff.token, params: { id: person.dataUser.id }, body: { reason } };
    await client.ok(takeDownProfile, request);
    for (const token of [undefined, person.token, staff.token])
      expect(await getAvatar(person, token)).toBeUndefined();
    expect((await fetchPicture(avatar)).status).toBe(404);
    await client.ok(restoreProfile, request);
    expect(await getAvatar(person)).toBe(avatar);
    expect((await fetchPicture(avatar)).status).toBe(200);
  });

  test('is hidden while the account is banned, also on its campaigns', async () => {
    const avatar = await setPicture(person);
    const id = await createActiveCrowdfunding(api, person.dataUser.id);
    const getCreator = async () =>
      (await client.ok(crowdfunding.getCrowdfunding, { params: { id } })).creator;
    expect((await getCreator()).avatar).toBe(avatar);
    const params = { id: person.dataUser.id };
    await client.ok(banProfile, { token: staff.token, params, body: { reason } });
    expect((await getCreator()).avatar).toBeUndefined();
    expect((await fetchPicture(avatar)).status).toBe(404);
    expect(await getAvatar(person, staff.token)).toBeUndefined();
  });
});

test('every summary of an account contains its picture', async () => {
  const reader = await registerNewUser(client);
  const avatar = await setPicture(person);
  const { token } = person;
  const { id, nickname } = person.dataUser;
  const post = await publishPost(client, token, 'Hello otters');
  expect(post.creatorData.avatar).toBe(avatar);
  const readerPost = await publishPost(client, reader.token);
  await publishPost(client, token, 'A comment', readerPost.id);
  const animal = await createAnimal(client, token);
  for (const [from, to] of [
    [person, reader],
    [reader, person],
  ] as const)
    await client.ok(followProfile, { token: from.token, body: { idProfileToFollow: to.dataUser.id } });
  await sendTexts(api, person, reader, 'Hello');
  const crowdfundingId = await createActiveCrowdfunding(api, reader.dataUser.id);
  await buyCoins(api, client, token, 700);
  await client.ok(crowdfunding.donate, { token, params: { crowdfundingId }, query: { amount: 100 } });
  await client.ok(crowdfunding.donate, {
    token,
    params: { crowdfundingId },
    query: { amount: 200, anonymous: 'true' },
  });

  const auth = { token: reader.token };
  const [conversation] = await client.ok(conversations.getConversations, auth);
  const fullConversation = await client.ok(conversations.getConversation, { ...auth, params: { id } });
  const notifications = await client.ok(getNotifications, auth);
  const results = await client.ok(search, { ...auth, query: { q: nickname } });
  const profileResult = results.find((result) => 'profile' in result && result.profile.id === id);
  const donations = await client.ok(crowdfunding.getDonations, { ...auth, params: { crowdfundingId } });
  const namedDonation = donations.find(({ anonymous }) => !anonymous);
  expect({
    post: (await client.ok(posts.getPost, { params: { id: post.id } })).creatorData.avatar,
    replies: (await client.ok(posts.getReplies, { params: { id: readerPost.id } }))[0]?.creatorData.avatar,
    follower: (await client.ok(getFollowers, { params: { nickname: reader.dataUser.nickname } }))[0]?.avatar,
    suggested: (await client.ok(suggestedProfiles, {})).find((row) => row.id === id)?.avatar,
    animal: animal.owner.avatar,
    conversation: conversation?.profile.avatar,
    chat: [fullConversation.profile1, fullConversation.profile2].find(({ idProfile }) => idProfile === id)
      ?.avatar,
    notified: notifications.flatMap(({ actors }) => actors).find((actor) => actor.id === id)?.avatar,
    found: profileResult && 'profile' in profileResult && profileResult.profile.avatar,
    donor: namedDonation?.donor.avatar,
    donorId: namedDonation?.donor.idProfile,
  }).toEqual({
    post: avatar,
    replies: avatar,
    follower: avatar,
    suggested: avatar,
    animal: avatar,
    conversation: avatar,
    chat: avatar,
    notified: avatar,
    found: avatar,
    donor: avatar,
    donorId: id,
  });
  for (const viewer of [reader, staff]) {
    const visibleDonations = await client.ok(crowdfunding.getDonations, {
      token: viewer.token,
      params: { crowdfundingId },
    });
    const anonymousDonation = visibleDonations.find(({ anonymous }) => anonymous);
    expect(anonymousDonation?.donor.avatar).toBeUndefined();
    if (viewer === reader) expect(anonymousDonation?.donor.idProfile).toBeUndefined();
  }
});
