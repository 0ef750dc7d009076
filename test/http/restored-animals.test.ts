import * as adoption from '../../contract/adoption.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { restoreAnimal, takeDownAnimal } from '../../contract/take-down.ts';
import { waitUntil } from '../support/wait.ts';
import { createAnimal } from './support/adoption.ts';
import { listen } from './support/live.ts';
import { countUnread, markAsRead } from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { listAnnouncedIds, matchAnimals, saveSearch } from './support/saved-searches.ts';
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

const offerAnimal = (name: string) => createAnimal(client, owner.token, { name });
const takeDown = ({ id }: { readonly id: string }) =>
  client.ok(takeDownAnimal, { token: staff.token, params: { id }, body: { reason: 'Spam.' } });
const restore = ({ id }: { readonly id: string }) =>
  client.ok(restoreAnimal, { token: staff.token, params: { id }, body: { reason: 'A mistake.' } });

test('a restored animal is announced to accounts that were not notified of it before', async () => {
  const text = 'otterlike';
  const [laterSearcher, stranger] = [await registerNewUser(client), await registerNewUser(client)];
  await saveSearch(seeker, { text });
  await saveSearch(stranger, { text: 'another' });
  const [matchedAnimal, unmatchedAnimal] = [await offerAnimal(text), await offerAnimal(text)];
  await takeDown(unmatchedAnimal);
  await matchAnimals();
  await markAsRead(seeker);
  await takeDown(matchedAnimal);
  await saveSearch(laterSearcher, { text });
  await matchAnimals();
  expect([await listAnnouncedIds(seeker), await listAnnouncedIds(laterSearcher)]).toEqual([[], []]);
  const updates = await listen(api.url, seeker.token);
  for (const animal of [matchedAnimal, unmatchedAnimal]) await restore(animal);
  await matchAnimals();
  await updates.waitForHint(({ name, data }) => name === 'notifications-changed' && data.unread === 1);
  updates.close();
  expect(await countUnread(seeker)).toBe(1);
  expect(new Set(await listAnnouncedIds(seeker))).toEqual(new Set([matchedAnimal.id, unmatchedAnimal.id]));
  expect(await countUnread(laterSearcher)).toBe(2);
  expect(await countUnread(stranger)).toBe(0);
  for (const animal of [matchedAnimal, unmatchedAnimal]) await takeDown(animal);
  for (const animal of [matchedAnimal, unmatchedAnimal]) await restore(animal);
  await matchAnimals();
  expect([await countUnread(seeker), await countUnread(laterSearcher)]).toEqual([1, 2]);
});

test('live updates no longer count an animal as unread when it is taken down or removed', async () => {
  const text = 'beaverlike';
  await saveSearch(seeker, { text });
  const animal = await offerAnimal(text);
  await matchAnimals();
  const updates = await listen(api.url, seeker.token);
  const waitForUnread = async (count: number, action: () => Promise<unknown>) => {
    const previousCount = updates.receivedHints.length;
    await action();
    await waitUntil(() =>
      updates.receivedHints
        .slice(previousCount)
        .some(({ name, data }) => name === 'notifications-changed' && data.unread === count),
    );
  };
  await waitForUnread(0, () => takeDown(animal));
  await waitForUnread(1, () => restore(animal));
  const params = { id: animal.id };
  await waitForUnread(0, () => client.ok(adoption.deleteAdoption, { token: owner.token, params }));
  updates.close();
});
