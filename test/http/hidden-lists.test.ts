import * as adoption from '../../contract/adoption.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as contract from '../../contract/hidden-profiles.ts';
import * as posts from '../../contract/posts.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { newAnimal } from './support/adoption.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { newActiveCrowdfunding } from './support/coins.ts';
import { newPost, newStaff, newUser } from './support/people.ts';

let api: TestApi;
let client: Client;
beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
});
afterAll(() => api.close());

const on = (from: AuthResponse, to: AuthResponse) => ({ token: from.token, params: { id: to.dataUser.id } });

test('replies to a post that is hidden from a reader are hidden too', async () => {
  const [ana, ben, staff] = await Promise.all([
    newUser(client),
    newUser(client),
    newStaff(api, client, 'MOD'),
  ]);
  const { id } = await newPost(client, ben.token);
  const eve = await newUser(client);
  await newPost(client, eve.token, 'Below', id);
  await client.ok(contract.blockProfile, on(ben, ana));
  await client.ok(contract.blockProfile, on(ben, staff));
  const replies = async (token: string | null, query = {}) =>
    (await client.send(posts.getReplies, { token, params: { id }, query })).status;
  for (const query of [{}, { page: '1' }]) {
    const seen = [ana.token, ben.token, eve.token, staff.token, null].map((token) => replies(token, query));
    expect(await Promise.all(seen)).toEqual([404, 200, 200, 200, 200]);
  }
});

test('animals and campaigns are hidden across a block and from accounts that mute their owner', async () => {
  const [owner, blocked, muter, staff] = await Promise.all([
    newUser(client),
    newUser(client),
    newUser(client),
    newStaff(api, client, 'MOD'),
  ]);
  const animal = await newAnimal(client, owner.token);
  const crowdfundingId = await newActiveCrowdfunding(api, owner.dataUser.id);
  const shown = async (token: string | null) => {
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
  expect(await shown(blocked.token)).toEqual(everywhere);
  await client.ok(contract.blockProfile, on(owner, blocked));
  await client.ok(contract.blockProfile, on(owner, staff));
  await client.ok(contract.muteProfile, on(muter, owner));
  expect(await shown(blocked.token)).toEqual([false, false, false, false]);
  expect(await shown(muter.token)).toEqual([false, false, true, true]);
  for (const token of [owner.token, null]) expect(await shown(token)).toEqual(everywhere);
  expect((await shown(staff.token)).slice(2)).toEqual([true, true]);
  await client.ok(contract.unblockProfile, on(owner, blocked));
  expect(await shown(blocked.token)).toEqual(everywhere);
});
