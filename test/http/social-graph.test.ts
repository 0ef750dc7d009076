import * as accounts from '../../contract/accounts.ts';
import * as hiding from '../../contract/hidden-profiles.ts';
import { deactivatedProfiles } from '../../contract/moderation.ts';
import * as contract from '../../contract/social-graph.ts';
import { waitUntil } from '../support/wait.ts';
import {
  grantStaffRole,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
  revokeStaffRole,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

const follow = (token: string, idProfileToFollow: string) =>
  client.ok(contract.followProfile, { token, body: { idProfileToFollow } });

describe('following', () => {
  test('toggles, counts and lists', async () => {
    const [ana, ben, eve] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const benId = ben.dataUser.id;
    expect(await follow(ana.token, benId)).toEqual({ idProfile: benId, isItFollowed: true, followers: 1 });
    expect(await follow(eve.token, benId)).toEqual({ idProfile: benId, isItFollowed: true, followers: 2 });
    await follow(ana.token, eve.dataUser.id);
    const nickname = ben.dataUser.nickname;
    const followers = await client.ok(contract.getFollowers, { params: { nickname }, token: ana.token });
    expect(followers.map(({ id, isItFollowed }) => [id, isItFollowed])).toEqual([
      [eve.dataUser.id, true],
      [ana.dataUser.id, false],
    ]);
    const following = await client.ok(contract.getFollowing, { params: { nickname: ana.dataUser.nickname } });
    expect(following.map(({ id, isItFollowed }) => [id, isItFollowed])).toEqual([
      [eve.dataUser.id, false],
      [benId, false],
    ]);
    const profile = await client.ok(accounts.getProfile, { params: { nickname }, token: ana.token });
    expect(profile).toMatchObject({ followers: 2, following: 0, isItFollowed: true });
    expect(profile).not.toHaveProperty('walletCoins');
    expect(await follow(ana.token, benId)).toEqual({ idProfile: benId, isItFollowed: false, followers: 1 });
  });

  test('refuses oneself and unknown accounts', async () => {
    const { token, dataUser } = await registerNewUser(client);
    const tryFollow = (idProfileToFollow: unknown) =>
      client.send(contract.followProfile, { token, body: { idProfileToFollow } });
    const response = await tryFollow(dataUser.id);
    expect([response.status, response.body.code]).toEqual([400, 'CANNOT_FOLLOW_ONESELF']);
    expect((await tryFollow('garbage')).status).toBe(404);
    expect((await tryFollow('01920000-0000-7000-8000-000000000000')).status).toBe(404);
    expect((await tryFollow(undefined)).status).toBe(400);
    const deactivatedUser = await registerNewUser(client);
    await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
    expect((await tryFollow(deactivatedUser.dataUser.id)).status).toBe(404);
  });

  test('of a hidden profile can be ended but not started', async () => {
    const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
    const { id } = ben.dataUser;
    await follow(ana.token, id);
    await client.ok(accounts.deactivateProfile, { token: ben.token });
    expect(await follow(ana.token, id)).toEqual({ idProfile: id, isItFollowed: false, followers: 0 });
    const repeatedResponse = await client.send(contract.followProfile, {
      token: ana.token,
      body: { idProfileToFollow: id },
    });
    expect(repeatedResponse.status).toBe(404);
  });

  test('of a hidden profile is ended once by concurrent requests', async () => {
    const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
    const body = { idProfileToFollow: ben.dataUser.id };
    await follow(ana.token, ben.dataUser.id);
    await client.ok(accounts.deactivateProfile, { token: ben.token });
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => client.send(contract.followProfile, { token: ana.token, body })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  });

  test('sent concurrently by one account toggles once per request', async () => {
    const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
    await Promise.all(Array.from({ length: 9 }, () => follow(ana.token, ben.dataUser.id)));
    const params = { nickname: ben.dataUser.nickname };
    expect(await client.ok(accounts.getProfile, { params, token: ana.token })).toMatchObject({
      followers: 1,
      isItFollowed: true,
    });
  });
});

describe('suggestions', () => {
  test('contain at most five profiles, none already followed, never oneself', async () => {
    const people = await Promise.all(Array.from({ length: 7 }, () => registerNewUser(client)));
    const { token, dataUser } = await registerNewUser(client);
    const firstSuggestions = await client.ok(contract.suggestedProfiles, { token });
    expect(firstSuggestions).toHaveLength(5);
    for (const row of firstSuggestions) await follow(token, row.id);
    const laterSuggestions = await client.ok(contract.suggestedProfiles, { token });
    const followedIds = new Set(firstSuggestions.map(({ id }) => id));
    expect(laterSuggestions.length).toBeGreaterThan(0);
    for (const row of laterSuggestions) {
      expect(followedIds.has(row.id)).toBe(false);
      expect(row).toMatchObject({ isItFollowed: false });
      expect(row.id).not.toBe(dataUser.id);
    }
    expect(people.length).toBe(7);
    expect((await client.ok(contract.suggestedProfiles)).length).toBe(5);
  });

  test('of organizations contain approved ones only', async () => {
    const staff = await registerStaff(api, client, 'ADMIN');
    const listSuggestedIds = async (token?: string) =>
      (await client.ok(contract.suggestedOrganizations, token ? { token } : {})).map(({ id }) => id);
    expect(await listSuggestedIds(staff.token)).toEqual([]);
    const organization = await registerApprovedOrganization(api, client, staff.token);
    expect(await listSuggestedIds(staff.token)).toEqual([organization.dataUser.id]);
    expect(await listSuggestedIds(organization.token)).not.toContain(organization.dataUser.id);
  });

  test('count accounts as organizations by their current role, including administrators', async () => {
    const { dataUser } = await registerNewUser(client);
    const isSuggested = async (
      call: typeof contract.suggestedProfiles | typeof contract.suggestedOrganizations,
    ) => (await client.ok(call)).some(({ id }) => id === dataUser.id);
    const checkSuggestions = () =>
      Promise.all([isSuggested(contract.suggestedProfiles), isSuggested(contract.suggestedOrganizations)]);
    const followers = await Promise.all(Array.from({ length: 9 }, () => registerNewUser(client)));
    for (const { token } of followers) await follow(token, dataUser.id);
    expect(await checkSuggestions()).toEqual([true, false]);
    await grantStaffRole(api, dataUser.id, 'ADMIN');
    expect(await checkSuggestions()).toEqual([false, true]);
    await grantStaffRole(api, dataUser.id, 'MOD');
    expect(await checkSuggestions()).toEqual([true, false]);
    await grantStaffRole(api, dataUser.id, 'ADMIN');
    expect(await checkSuggestions()).toEqual([false, true]);
    await revokeStaffRole(api, dataUser.id);
    expect(await checkSuggestions()).toEqual([true, false]);
  });
});

describe('the position of a read of profiles', () => {
  const SELECT_POSITIONS = `SELECT position::int FROM engine.checkpoints WHERE projection IN ('profiles', 'follows', 'hidden')`;
  const readPositions = async () =>
    (await api.database.pool.query<{ position: number }>(SELECT_POSITIONS)).rows.map(
      ({ position }) => position,
    );
  const getReadPosition = ({ headers }: { readonly headers: Headers }) =>
    Number(headers.get('X-Read-Position'));

  test('is sent with every read', async () => {
    const [ana, ben, deactivatedUser] = await Promise.all([
      registerNewUser(client),
      registerNewUser(client),
      registerNewUser(client),
    ]);
    const staff = await registerStaff(api, client, 'ADMIN');
    await client.ok(hiding.muteProfile, { token: ana.token, params: { id: deactivatedUser.dataUser.id } });
    await follow(ana.token, ben.dataUser.id);
    await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
    const { token } = ana;
    const params = { nickname: ben.dataUser.nickname };
    const startPosition = Math.min(...(await readPositions()));
    const reads = [
      await client.send(accounts.getProfile, { params }),
      await client.send(accounts.getProfile, { params, token }),
      await client.send(contract.getFollowers, { params }),
      await client.send(contract.getFollowing, { params: { nickname: ana.dataUser.nickname }, token }),
      await client.send(contract.suggestedProfiles, { token }),
      await client.send(contract.suggestedOrganizations, { token: ana.token }),
      await client.send(hiding.hiddenProfiles, { token }),
      await client.send(deactivatedProfiles, { token: staff.token }),
    ].filter(({ body }) => !Array.isArray(body) || body.length > 0);
    const endPosition = Math.min(...(await readPositions()));
    expect(startPosition).toBeGreaterThan(0);
    expect(reads.length).toBeGreaterThanOrEqual(7);
    for (const position of reads.map(getReadPosition)) {
      expect(position).toBeGreaterThanOrEqual(startPosition);
      expect(position).toBeLessThanOrEqual(endPosition);
    }
  });

  test('reaches the position of a follow without further events', async () => {
    const [ana, ben] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
    const response = await client.send(contract.followProfile, {
      token: ana.token,
      body: { idProfileToFollow: ben.dataUser.id },
    });
    const followPosition = getReadPosition(response);
    expect(followPosition).toBeGreaterThan(0);
    const fetchProfile = () =>
      client.send(accounts.getProfile, { params: { nickname: ben.dataUser.nickname }, token: ana.token });
    await waitUntil(async () => getReadPosition(await fetchProfile()) >= followPosition);
  });
});
