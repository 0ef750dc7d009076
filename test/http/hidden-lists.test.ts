import * as adoption from '../../contract/adoption.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { createAnimal } from './support/adoption.ts';
import { createActiveCrowdfunding } from './support/coins.ts';
import { publishPost, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const createProfileRequest = (from: AuthResponse, to: AuthResponse) => ({
  token: from.token,
  params: { id: to.dataUser.id },
});

test('replies to a post that is hidden from a reader are hidden too', async () => {
  const [ana, ben, staff] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerStaff(api, client, 'MOD'),
  ]);
  const { id } = await publishPost(client, ben.token);
  const eve = await registerNewUser(client);
  await publishPost(client, eve.token, 'Below', id);
  await client.ok(contract.blockProfile, createProfileRequest(ben, ana));
  await client.ok(contract.blockProfile, createProfileRequest(ben, staff));
  const fetchReplyStatus = async (token: string | null, query = {}) =>
    (await client.send(posts.getReplies, { token, params: { id }, query })).status;
  for (const query of [{}, { page: '1' }]) {
    const requests = [ana.token, ben.token, eve.token, staff.token, null].map((token) =>
      fetchReplyStatus(token, query),
    );
    expect(await Promise.all(requests)).toEqual([404, 200, 200, 200, 200]);
  }
});

test('animals and campaigns are hidden across a block and from accounts that mute their owner', async () => {
  const [owner, blocked, muter, staff] = await Promise.all([
    registerNewUser(client),
    registerNewUser(client),
    registerNewUser(client),
    registerStaff(api, client, 'MOD'),
  ]);
  const animal = await createAnimal(client, owner.token);
  const crowdfundingId = await createActiveCrowdfunding(api, owner.dataUser.id);
  const listVisibility = async (token: string | null) => {
    const { nickname } = owner.dataUser;
    const request = { token, params: { nickname } };
    const lists = [
      await client.ok(adoption.getAnimals, { token }),
      await client.ok(crowdfunding.activeCrowdfundings, { token }),
      await client.ok(adoption.profileAnimals, request),
      await client.ok(crowdfunding.profileCrowdfundings, request),
    ];
    return lists.map((list) => list.some(({ id }) => id === animal.id || id === crowdfundingId));
  };
  const allVisible = [true, true, true, true];
  expect(await listVisibility(blocked.token)).toEqual(allVisible);
  await client.ok(contract.blockProfile, createProfileRequest(owner, blocked));
  await client.ok(contract.blockProfile, createProfileRequest(owner, staff));
  await client.ok(contract.muteProfile, createProfileRequest(muter, owner));
  expect(await listVisibility(blocked.token)).toEqual([false, false, false, false]);
  expect(await listVisibility(muter.token)).toEqual([false, false, true, true]);
  for (const token of [owner.token, null]) expect(await listVisibility(token)).toEqual(allVisible);
  expect((await listVisibility(staff.token)).slice(2)).toEqual([true, true]);
  await client.ok(contract.unblockProfile, createProfileRequest(owner, blocked));
  expect(await listVisibility(blocked.token)).toEqual(allVisible);
});
