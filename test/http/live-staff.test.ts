import type { RunningApi } from '../../api/main.ts';
import * as accounts from '../../contract/accounts.ts';
import { cancelCrowdfunding, declineCrowdfunding } from '../../contract/crowdfunding.ts';
import type { LiveHint } from '../../contract/live.ts';
import { banProfile } from '../../contract/moderation.ts';
import { createCrowdfunding } from './support/coins.ts';
import { listen } from './support/live.ts';
import {
  grantStaffRole,
  publishPost,
  registerNewUser,
  registerOrganization,
  registerStaff,
  revokeStaffRole,
} from './support/people.ts';
import { setUpAuthenticator } from './support/second-factors.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let secondApi: RunningApi;

setUpTestApi();
beforeAll(async () => {
  secondApi = await api.startAnotherApi();
});

test.each([
  ['was declined', 'REJECTED'],
  ['was cancelled before its approval', 'CANCELLED'],
])('notifies only the creator and staff that a campaign %s', async (_, status) => {
  const [creator, otherUser, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
  ];
  const [creatorListener, staffListener, otherListener, visitorListener] = [
    await listen(api.url, creator.token),
    await listen(secondApi.url, staff.token),
    await listen(api.url, otherUser.token),
    await listen(secondApi.url),
  ];
  const id = await createCrowdfunding(api, creator.dataUser.id);
  if (status === 'REJECTED')
    await client.ok(declineCrowdfunding, { token: staff.token, params: { id }, body: {} });
  else await client.ok(cancelCrowdfunding, { token: creator.token, params: { id } });
  const isEndHint = (hint: LiveHint) => hint.name === 'crowdfunding-changed' && hint.data.id === id;
  for (const listener of [creatorListener, staffListener])
    expect((await listener.waitForHint(isEndHint)).data).toMatchObject({ status });
  const laterPost = await publishPost(client, creator.token);
  for (const listener of [otherListener, visitorListener]) {
    await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === laterPost.id);
    expect(listener.receivedHints.some(isEndHint)).toBe(false);
  }
  for (const listener of [creatorListener, staffListener, otherListener, visitorListener]) listener.close();
});

test('sends no restricted hints to staff without the second factor that production requires', async () => {
  const settings = { ...api.foundation.settings, isProduction: true };
  const productionApi = await api.startAnotherApi({ settings });
  const [creator, staff, protectedStaff] = [
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
    await registerStaff(api, client, 'ADMIN'),
  ];
  await setUpAuthenticator(api, client, protectedStaff);
  const [staffListener, protectedListener] = [
    await listen(productionApi.url, staff.token),
    await listen(productionApi.url, protectedStaff.token),
  ];
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(declineCrowdfunding, { token: protectedStaff.token, params: { id }, body: {} });
  const isDeclineHint = (hint: LiveHint) => hint.name === 'crowdfunding-changed' && hint.data.id === id;
  await protectedListener.waitForHint(isDeclineHint);
  const laterPost = await publishPost(client, creator.token);
  await staffListener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === laterPost.id);
  expect(staffListener.receivedHints.some(isDeclineHint)).toBe(false);
  for (const listener of [staffListener, protectedListener]) listener.close();
});

test('stops restricted hints to open streams when the staff role is revoked', async () => {
  const [creator, formerModerator, staff] = [
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
    await registerStaff(api, client, 'ADMIN'),
  ];
  const [formerModeratorListener, staffListener] = [
    await listen(api.url, formerModerator.token),
    await listen(secondApi.url, staff.token),
  ];
  await revokeStaffRole(api, formerModerator.dataUser.id);
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(declineCrowdfunding, { token: staff.token, params: { id }, body: {} });
  const isDeclineHint = (hint: LiveHint) => hint.name === 'crowdfunding-changed' && hint.data.id === id;
  await staffListener.waitForHint(isDeclineHint);
  const laterPost = await publishPost(client, creator.token);
  await formerModeratorListener.waitForHint(
    (hint) => hint.name === 'post-published' && hint.data.id === laterPost.id,
  );
  expect(formerModeratorListener.receivedHints.some(isDeclineHint)).toBe(false);
  for (const listener of [formerModeratorListener, staffListener]) listener.close();
});

test('sends restricted hints to open streams when the staff role is granted', async () => {
  const [creator, futureModerator] = [await registerNewUser(client), await registerNewUser(client)];
  const futureModeratorListener = await listen(api.url, futureModerator.token);
  await grantStaffRole(api, futureModerator.dataUser.id, 'MOD');
  const id = await createCrowdfunding(api, creator.dataUser.id);
  await client.ok(declineCrowdfunding, { token: futureModerator.token, params: { id }, body: {} });
  await futureModeratorListener.waitForHint(
    (hint) => hint.name === 'crowdfunding-changed' && hint.data.id === id,
  );
  futureModeratorListener.close();
});

test('reveals a ban, a deactivation and a registration that awaits approval to staff only', async () => {
  const [bannedUser, deactivatedUser, otherUser, staff] = [
    await registerNewUser(client),
    await registerNewUser(client),
    await registerNewUser(client),
    await registerStaff(api, client, 'MOD'),
  ];
  const [staffListener, otherListener, visitorListener] = [
    await listen(api.url, staff.token),
    await listen(api.url, otherUser.token),
    await listen(secondApi.url),
  ];
  const params = { id: bannedUser.dataUser.id };
  await client.ok(banProfile, { token: staff.token, params, body: { reason: 'spam' } });
  await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
  const ids = [bannedUser.dataUser.id, deactivatedUser.dataUser.id, await registerOrganization(api, client)];
  const isProfileChange = (id: string) => (hint: LiveHint) =>
    hint.name === 'profile-changed' && hint.data.id === id;
  for (const id of ids) await staffListener.waitForHint(isProfileChange(id));
  const laterPost = await publishPost(client, otherUser.token);
  for (const listener of [otherListener, visitorListener]) {
    await listener.waitForHint((hint) => hint.name === 'post-published' && hint.data.id === laterPost.id);
    for (const id of ids) expect(listener.receivedHints.some(isProfileChange(id))).toBe(false);
  }
  for (const listener of [staffListener, otherListener, visitorListener]) listener.close();
});
