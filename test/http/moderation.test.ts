import * as accounts from '../../contract/accounts.ts';
import { proposeAdjustment } from '../../contract/adjustments.ts';
import { cancelCrowdfunding, donate } from '../../contract/crowdfunding.ts';
import { liveUpdates } from '../../contract/live.ts';
import * as contract from '../../contract/moderation.ts';
import { report } from '../../contract/reports.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getNextPath } from './support/client.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import {
  createUsername,
  grantStaffRole,
  PASSWORD,
  publishPost,
  registerApprovedOrganization,
  registerNewUser,
  registerStaff,
} from './support/people.ts';
import { settleUntil } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let moderator: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  moderator = await registerStaff(api, client, 'MOD');
}, 60_000);

const ban = (id: string, reason: unknown = 'Sells puppies.') =>
  client.send(contract.banProfile, { params: { id }, body: { reason }, token: moderator.token });
const reactivate = (id: string) =>
  client.send(contract.reactivateProfile, { params: { id }, body: {}, token: moderator.token });
const logIn = (username: string) => client.send(accounts.login, { body: { username, password: PASSWORD } });
const getTokenStatus = async (token: string) => (await client.send(accounts.logout, { token })).status;

/**
 * Opens a live stream and runs an action. Returns the time from the end of the action until the stream ends, in
 * milliseconds.
 */
async function measureTimeToEnd(token: string, action: () => Promise<unknown>): Promise<number> {
  const stream = await fetch(api.url + liveUpdates.path, { headers: { Authorization: `Bearer ${token}` } });
  const reader = (stream.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await action();
  const startedAt = Date.now();
  while (!(await reader.read()).done);
  return Date.now() - startedAt;
}

describe('a ban', () => {
  test('ends tokens and live streams, refuses logins and can be lifted', async () => {
    const username = createUsername();
    const { token, dataUser } = await registerNewUser(client, username);
    expect(await measureTimeToEnd(token, () => ban(dataUser.id))).toBeLessThan(1_000);
    expect(await getTokenStatus(token)).toBe(401);
    expect((await logIn(username)).body).toMatchObject({ code: 'BANNED', type: 'BANNED' });
    const params = { nickname: dataUser.nickname };
    expect((await client.send(accounts.getProfile, { params })).status).toBe(404);
    const getProfileAsStaff = () => client.ok(accounts.getProfile, { params, token: moderator.token });
    expect(await getProfileAsStaff()).toHaveProperty('state', 'BANNED');

    expect((await reactivate(dataUser.id)).status).toBe(200);
    expect(await getProfileAsStaff()).not.toHaveProperty('state');
    expect(await getTokenStatus(token)).toBe(401);
    const secondLogin = await logIn(username);
    expect(secondLogin.status).toBe(200);
    expect(await getTokenStatus(secondLogin.body.token)).toBe(204);
  });

  test('logs the actor, the reason and the account', async () => {
    const { dataUser } = await registerNewUser(client);
    await ban(dataUser.id, '  Sells puppies.  ');
    const events = await api.foundation.rawLog.readStream(`account-${dataUser.id}`);
    expect(events.at(-1)).toMatchObject({
      type: 'AccountBanned',
      metadata: { actor: { kind: 'staff', id: moderator.dataUser.id }, reason: 'Sells puppies.' },
    });
  });

  test.each([
    [undefined, 'The reason cannot be empty.'],
    ['   ', 'The reason cannot be empty.'],
    ['x'.repeat(501), 'The reason cannot exceed 500 characters.'],
    ['Sells \u202eseippup', 'The text contains characters that are not allowed.'],
  ])('requires a valid reason: %j', async (reason, message) => {
    const { dataUser, token } = await registerNewUser(client);
    const { status, body } = await ban(dataUser.id, reason ?? null);
    expect([status, body.message]).toEqual([400, message]);
    expect(await getTokenStatus(token)).toBe(204);
  });

  test.each(['ADMIN', 'MOD'] as const)('is refused for staff: %s', async (role) => {
    const { dataUser, token } = await registerStaff(api, client, role);
    const { status, body } = await ban(dataUser.id);
    expect([status, body.code]).toEqual([400, 'STAFF_CANNOT_BE_BANNED']);
    expect(await getTokenStatus(token)).toBe(204);
  });

  test('of an unknown account returns 404', async () => {
    expect((await ban(api.foundation.ids.next())).status).toBe(404);
    expect((await reactivate('no-id')).status).toBe(404);
  });
});

describe('reactivating', () => {
  test('an open account is refused and ends no session', async () => {
    const { dataUser, token } = await registerNewUser(client);
    const { status, body } = await reactivate(dataUser.id);
    expect([status, body.code]).toEqual([400, 'ACCOUNT_NOT_DEACTIVATED']);
    expect(await getTokenStatus(token)).toBe(204);
  });

  test('does not revive a session that was opened while the account was being closed', async () => {
    const { dataUser, token } = await registerNewUser(client);
    await client.ok(accounts.deactivateProfile, { token });
    const { privateData, ids, clock } = api.foundation;
    const session = {
      id: ids.next(),
      accountId: dataUser.id,
      createdAt: clock.now(),
      expiresAt: new Date(Date.parse(clock.now()) + 3_600_000).toISOString(),
    };
    await privateData.sessions.open(session);
    expect((await reactivate(dataUser.id)).status).toBe(200);
    expect(await privateData.sessions.findHolder(session.id, dataUser.id, clock.now())).toBeNull();
  });
});

test('treats a null reason as missing', async () => {
  const { dataUser, token } = await registerNewUser(client);
  await client.ok(accounts.deactivateProfile, { token });
  const [params, body] = [{ id: dataUser.id }, { reason: null }];
  await client.ok(contract.reactivateProfile, { token: moderator.token, params, body });
  const events = await api.foundation.rawLog.readStream(`account-${dataUser.id}`);
  expect(events.at(-1)).toMatchObject({ type: 'AccountReactivated' });
  expect(events.at(-1)?.metadata).not.toHaveProperty('reason');
});

describe('the list of deactivated profiles', () => {
  const listDeactivated = (nickname: string, query: Record<string, string | number> = {}) =>
    client.send(contract.deactivatedProfiles, {
      query: { nickname, ...query },
      token: moderator.token,
    });

  test('finds deactivated and banned accounts by a part of their nickname, and no others', async () => {
    const uniqueText = `Zq${Date.now().toString(36).slice(-5)}`;
    const [deactivatedUser, bannedUser] = [
      await registerNewUser(client, `a${uniqueText}1`),
      await registerNewUser(client, `b${uniqueText}2`),
    ];
    await registerNewUser(client, `c${uniqueText}3`);
    await client.ok(accounts.deactivateProfile, { token: deactivatedUser.token });
    await ban(bannedUser.dataUser.id);
    const { body } = await listDeactivated(uniqueText.toUpperCase());
    expect(body.map(({ id, state }) => [id, state])).toEqual([
      [bannedUser.dataUser.id, 'BANNED'],
      [deactivatedUser.dataUser.id, 'INACTIVE'],
    ]);
    await reactivate(deactivatedUser.dataUser.id);
    expect((await listDeactivated(uniqueText)).body.map(({ id }) => id)).toEqual([bannedUser.dataUser.id]);
    expect((await listDeactivated('%')).body).toEqual([]);
  });

  test('has pages of 20', async () => {
    const uniqueText = `Yw${Date.now().toString(36).slice(-5)}`;
    for (let n = 0; n < 21; n++) {
      const { token } = await registerNewUser(client, `${uniqueText}n${n}`);
      await client.ok(accounts.deactivateProfile, { token });
    }
    const first = await listDeactivated(uniqueText);
    expect(first.body).toHaveLength(20);
    const cursor = new URL(getNextPath(first.headers) ?? '', api.url).searchParams.get('cursor') ?? '';
    const second = await listDeactivated(uniqueText, { cursor });
    expect(second.body.map(({ nickname }) => nickname)).toEqual([`${uniqueText}n0`]);
    expect(getNextPath(second.headers)).toBeNull();
  });
});

describe('analytics', () => {
  const getAnalytics = () => client.ok(contract.getAnalytics, { token: moderator.token });

  test('count the seven days until today and their total', async () => {
    const previousAnalytics = await getAnalytics();
    const { token } = await registerNewUser(client);
    const organization = await registerApprovedOrganization(api, client, moderator.token);
    const post = await publishPost(client, token);
    await publishPost(client, token, 'a comment', post.id);
    await buyCoins(api, client, token, 500);
    const crowdfundingId = await createActiveCrowdfunding(api, organization.dataUser.id);
    await client.ok(donate, { token, params: { crowdfundingId }, query: { amount: 120 } });
    await client.ok(donate, { token, params: { crowdfundingId }, query: { amount: 30 } });
    const currentAnalytics = await getAnalytics();
    expect({
      newUsers: currentAnalytics.newUsers - previousAnalytics.newUsers,
      newPosts: currentAnalytics.newPosts - previousAnalytics.newPosts,
      totalOrgs: currentAnalytics.totalOrgs - previousAnalytics.totalOrgs,
      donations: currentAnalytics.donations - previousAnalytics.donations,
    }).toEqual({ newUsers: 2, newPosts: 2, totalOrgs: 1, donations: 150 });
    expect(currentAnalytics.series.map(({ date }) => date)).toEqual(listLastDays(Date.now()));
    expect([currentAnalytics.from, currentAnalytics.to]).toEqual([
      currentAnalytics.series[0]?.date,
      currentAnalytics.series[6]?.date,
    ]);
    expect(currentAnalytics.series[6]).toMatchObject({
      newPosts: currentAnalytics.newPosts,
      donations: currentAnalytics.donations,
    });
  });

  test('count the visible organizations', async () => {
    const { totalOrgs } = await getAnalytics();
    const [bannedOrganization, deactivatedOrganization] = [
      await registerApprovedOrganization(api, client, moderator.token),
      await registerApprovedOrganization(api, client, moderator.token),
    ];
    expect((await getAnalytics()).totalOrgs).toBe(totalOrgs + 2);
    await ban(bannedOrganization.dataUser.id);
    await client.ok(accounts.deactivateProfile, { token: deactivatedOrganization.token });
    expect((await getAnalytics()).totalOrgs).toBe(totalOrgs);
    await reactivate(deactivatedOrganization.dataUser.id);
    expect((await getAnalytics()).totalOrgs).toBe(totalOrgs + 1);
  });

  test('count an organization that became staff, and no other staff', async () => {
    const { totalOrgs } = await getAnalytics();
    const { dataUser } = await registerApprovedOrganization(api, client, moderator.token);
    await grantStaffRole(api, dataUser.id, 'MOD');
    await registerStaff(api, client, 'ADMIN');
    expect((await getAnalytics()).totalOrgs).toBe(totalOrgs + 1);
  });

  test('ignore older days', async () => {
    const previousAnalytics = await getAnalytics();
    api.clock.advance(3 * 86_400_000);
    await registerNewUser(client);
    const { token } = await registerStaff(api, client, 'MOD');
    const laterAnalytics = await client.ok(contract.getAnalytics, { token });
    expect(laterAnalytics.newUsers).toBe(previousAnalytics.newUsers + 2);
    expect(laterAnalytics.series.map(({ newUsers }) => newUsers)).toEqual([
      0,
      0,
      0,
      previousAnalytics.newUsers,
      0,
      0,
      2,
    ]);
    api.clock.advance(-3 * 86_400_000);
  });

  test('compare with the previous week', async () => {
    const previousAnalytics = await getAnalytics();
    api.clock.advance(7 * 86_400_000);
    try {
      const { token } = await registerStaff(api, client, 'MOD');
      const laterAnalytics = await client.ok(contract.getAnalytics, { token });
      const { newUsers, newPosts, donations, refunds, netDonations } = previousAnalytics;
      expect(laterAnalytics.previous).toEqual({ newUsers, newPosts, donations, refunds, netDonations });
      expect(laterAnalytics.donations).toBe(0);
    } finally {
      api.clock.advance(-7 * 86_400_000);
    }
  });

  test('subtract refunds, and count open reports and waiting adjustments', async () => {
    const previousAnalytics = await getAnalytics();
    const { token } = await registerNewUser(client);
    const creator = await registerNewUser(client);
    await buyCoins(api, client, token, 500);
    const crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
    await client.ok(donate, { token, params: { crowdfundingId }, query: { amount: 120 } });
    await client.ok(cancelCrowdfunding, { token: creator.token, params: { id: crowdfundingId } });
    await client.ok(report, { token, body: { kind: 'profile', id: creator.dataUser.id, category: 'SPAM' } });
    await settleUntil(api, async () => (await getAnalytics()).refunds >= previousAnalytics.refunds + 120);
    const currentAnalytics = await getAnalytics();
    expect([
      currentAnalytics.donations - previousAnalytics.donations,
      currentAnalytics.refunds - previousAnalytics.refunds,
      currentAnalytics.netDonations - previousAnalytics.netDonations,
      currentAnalytics.openReports - previousAnalytics.openReports,
    ]).toEqual([120, 120, 0, 1]);
    const body = { profile: creator.dataUser.id, amount: 5, reason: 'A gift.' };
    await client.ok(proposeAdjustment, { token: moderator.token, body });
    expect((await getAnalytics()).waitingAdjustments).toBe(previousAnalytics.waitingAdjustments + 1);
  });
});

const listLastDays = (now: number): string[] =>
  [6, 5, 4, 3, 2, 1, 0].map((daysAgo) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10));
