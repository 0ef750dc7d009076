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

const createRequestOn = (from: AuthResponse, to: AuthResponse) => ({
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
  await client.ok(contract.blockProfile, createRequestOn(ben, ana));
  await client.ok(contract.blockProfile, createRequestOn(ben, staff));
  const listReplyTexts = async (token: string | null, query = {}) =>
    (await client.send(posts.getReplies, { token, params: { id }, query })).status;
  for (const query of [{}, { page: '1' }]) {
    const requests = [ana.token, ben.token, eve.token, staff.token, null].map((token) =>
      listReplyTexts(token, query),
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
  const listShown = async (token: string | null) => {
    const { nickname } = owner.dataUser;
    const of = { token, params: { nickname } };
    const lists = [
      await client.ok(adoption.getAnimals, { token }),
      await client.ok(crowdfunding.activeCrowdfundings, { token }),
      await client.ok(adoption.profileAnimals, of),
      await client.ok(crowdfunding.profileCrowdfundings, of),
    ];
    return lists.map((list) => list.some(({ id }) => id === animal.id || id === crowdfundingId));
  };
  const everywhere = [true, true, true, true];
  expect(await listShown(blocked.token)).toEqual(everywhere);
  await client.ok(contract.blockProfile, createRequestOn(owner, blocked));
  await client.ok(contract.blockProfile, createRequestOn(owner, staff));
  await client.ok(contract.muteProfile, createRequestOn(muter, owner));
  expect(await listShown(blocked.token)).toEqual([false, false, false, false]);
  expect(await listShown(muter.token)).toEqual([false, false, true, true]);
  for (const token of [owner.token, null]) expect(await listShown(token)).toEqual(everywhere);
  expect((await listShown(staff.token)).slice(2)).toEqual([true, true]);
  await client.ok(contract.unblockProfile, createRequestOn(owner, blocked));
  expect(await listShown(blocked.token)).toEqual(everywhere);
});
