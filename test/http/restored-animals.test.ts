import * as adoption from '../../contract/adoption.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { restoreAnimal, takeDownAnimal } from '../../contract/take-down.ts';
import { waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { listen } from './support/live.ts';
import { countUnread, markAsRead } from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { listAnnounced, matchAnimals, saveSearch } from './support/saved-searches.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let staff: AuthResponse;
let owner: AuthResponse;
let seeker: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'ADMIN');
});
beforeEach(async () => {
  owner = await registerNewUser(client);
  seeker = await registerNewUser(client);
});

const offer = (name: string) => createAnimal(client, owner.token, { name });
const takeDown = ({ id }: { readonly id: string }) =>
  client.ok(takeDownAnimal, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
const restore = ({ id }: { readonly id: string }) =>
  client.ok(restoreAnimal, { token: staff.token, params: { id }, body: { reason: 'A mistake.' } });

test('a restored animal is announced to those who were not notified of it before', async () => {
  const text = 'otterlike';
  const [later, stranger] = [await registerNewUser(client), await registerNewUser(client)];
  await saveSearch(seeker, { text });
  await saveSearch(stranger, { text: 'another' });
  const [compared, uncompared] = [await offer(text), await offer(text)];
  await takeDown(uncompared);
  await matchAnimals();
  await markAsRead(seeker);
  await takeDown(compared);
  await saveSearch(later, { text });
  await matchAnimals();
  expect([await listAnnounced(seeker), await listAnnounced(later)]).toEqual([[], []]);
  const updates = await listen(api.url, seeker.token);
  for (const animal of [compared, uncompared]) await restore(animal);
  await matchAnimals();
  await updates.waitForHint(({ name, data }) => name === 'notifications-changed' && data.unread === 1);
  updates.close();
  expect(await countUnread(seeker)).toBe(1);
  expect(new Set(await listAnnounced(seeker))).toEqual(new Set([compared.id, uncompared.id]));
  expect(await countUnread(later)).toBe(2);
  expect(await countUnread(stranger)).toBe(0);
  for (const animal of [compared, uncompared]) await takeDown(animal);
  for (const animal of [compared, uncompared]) await restore(animal);
  await matchAnimals();
  expect([await countUnread(seeker), await countUnread(later)]).toEqual([1, 2]);
});

test('an animal that is taken down or removed is no longer counted as unread, live', async () => {
  const text = 'beaverlike';
  await saveSearch(seeker, { text });
  const animal = await offer(text);
  await matchAnimals();
  const updates = await listen(api.url, seeker.token);
  const waitForUnread = async (count: number, change: () => Promise<unknown>) => {
    const before = updates.received.length;
    await change();
    await waitUntil(() =>
      updates.received
        .slice(before)
        .some(({ name, data }) => name === 'notifications-changed' && data.unread === count),
    );
  };
  await waitForUnread(0, () => takeDown(animal));
  await waitForUnread(1, () => restore(animal));
  const params = { id: animal.id };
  await waitForUnread(0, () => client.ok(adoption.deleteAdoption, { token: owner.token, params }));
  updates.close();
});
