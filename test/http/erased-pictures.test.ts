import * as accounts from '../../contract/accounts.ts';
import { getAnimalImage } from '../../contract/adoption.ts';
import * as conversations from '../../contract/conversations.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import { getNotifications } from '../../contract/notifications.ts';
import { search } from '../../contract/search.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { followProfile, getFollowers, getFollowing } from '../../contract/social-graph.ts';
import { buildPath } from '../support/address.ts';
import { createAnimal } from './support/adoption.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { erase } from './support/erasure.ts';
import { sendTexts } from './support/messages.ts';
import {
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { createPicture } from './support/pictures.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let staff: AuthResponse;
let friend: AuthResponse;
let imageBase64: string;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
  friend = await registerNewUser(client);
  imageBase64 = (await createPicture(1_800, 1_200)).toString('base64');
});

/** Registers an organization and uploads one picture of every kind. */
async function registerWithPictures() {
  const person = await registerApprovedOrganization(api, client, staff.token);
  const { token, dataUser } = person;
  const { avatar = '' } = await client.ok(accounts.setProfilePicture, { token, body: { imageBase64 } });
  const animal = await createAnimal(client, token, { imageBase64 });
  const form = { title: 'A roof', description: 'It rains in.', goalAmount: 250_000, durationDays: 30 };
  const { id } = await client.ok(crowdfunding.createCrowdfunding, { token, body: { ...form, imageBase64 } });
  await client.ok(crowdfunding.approveCrowdfunding, { token: staff.token, params: { id }, body: {} });
  const update = await client.ok(crowdfunding.postUpdate, {
    token,
    params: { id },
    body: { text: 'The roof is on.', imageBase64 },
  });
  const subjects = [
    [getAnimalImage, animal.id],
    [crowdfunding.getCrowdfundingImage, id],
    [crowdfunding.getUpdatePicture, update.id],
  ] as const;
  const paths = subjects.flatMap(([call, subjectId]) => {
    const address = buildPath(call, { id: subjectId });
    return [address, `${address}?size=1600&type=webp`, `${address}?size=800&type=jpeg`];
  });
  return { person, id: dataUser.id, avatar, addresses: [avatar, ...paths] };
}

/** Returns how many pictures of an account are stored, and how many variants they have. */
async function countStoredPictures(ownerId: string): Promise<readonly [pictures: number, variants: number]> {
  const { rows } = await api.database.pool.query(
    `SELECT count(DISTINCT subject_id)::integer AS pictures, count(variant.size)::integer AS variants
     FROM private.pictures LEFT JOIN private.picture_variants variant USING (subject_id) WHERE owner_id = $1`,
    [ownerId],
  );
  return [rows[0].pictures, rows[0].variants];
}

async function fetchStatuses(addresses: readonly string[], token?: string): Promise<readonly number[]> {
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const statuses = new Set<number>();
  for (const address of addresses) statuses.add((await fetch(api.url + address, { headers })).status);
  return [...statuses];
}

/** Loads all responses in which the friend can see the account. Returns them as one JSON string. */
async function loadPages({ dataUser }: AuthResponse, crowdfundingId: string): Promise<string> {
  const { token } = friend;
  const params = { nickname: friend.dataUser.nickname };
  return JSON.stringify([
    await client.ok(getFollowers, { token, params }),
    await client.ok(getFollowing, { token, params }),
    await client.ok(getNotifications, { token }),
    await client.ok(search, { token, query: { q: dataUser.nickname } }),
    await client.ok(conversations.getConversations, { token }),
    await client.ok(conversations.getConversation, { token, params: { id: dataUser.id } }),
    await client.ok(crowdfunding.getDonations, { token, params: { crowdfundingId } }),
    await client.ok(crowdfunding.activeCrowdfundings, { token }),
  ]);
}

test('all pictures of an erased account are deleted, and their addresses return 404', async () => {
  const { person, id, avatar, addresses } = await registerWithPictures();
  const { token } = person;
  const crowdfundingId = await createActiveCrowdfunding(api, friend.dataUser.id);
  for (const [follower, followed] of [
    [person, friend],
    [friend, person],
  ] as const)
    await client.ok(followProfile, {
      token: follower.token,
      body: { idProfileToFollow: followed.dataUser.id },
    });
  await publishPost(client, token, 'A comment', (await publishPost(client, friend.token)).id);
  await sendTexts(api, person, friend, 'Hello');
  await sendTexts(api, friend, person, 'Hello to you');
  await buyCoins(api, client, token, 500);
  await client.ok(crowdfunding.donate, { token, params: { crowdfundingId }, query: { amount: 100 } });
  expect(await countStoredPictures(id)).toEqual([4, 12]);
  expect(await fetchStatuses(addresses)).toEqual([200]);
  expect((await loadPages(person, crowdfundingId)).split(avatar).length - 1).toBeGreaterThanOrEqual(6);

  await erase(person.dataUser.id);
  expect(await countStoredPictures(id)).toEqual([0, 0]);
  for (const viewer of [undefined, friend.token, staff.token])
    expect(await fetchStatuses(addresses, viewer)).toEqual([404]);
  expect(await loadPages(person, crowdfundingId)).not.toContain(`/profile/${id}/picture`);
});

test('a picture that is uploaded during the erasure of its account is not stored', async () => {
  const person = await registerNewUser(client);
  const { token, dataUser } = person;
  const upload = client.send(accounts.setProfilePicture, { token, body: { imageBase64 } });
  await erase(person.dataUser.id);
  await upload;
  expect(await countStoredPictures(dataUser.id)).toEqual([0, 0]);
});
