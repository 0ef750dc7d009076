import { THROTTLE_RULES } from '../../api/http/throttling.ts';
import * as accounts from '../../contract/accounts.ts';
import * as adoption from '../../contract/adoption.ts';
import type { Call } from '../../contract/call.ts';
import * as conversations from '../../contract/conversations.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as posts from '../../contract/posts.ts';
import { followProfile } from '../../contract/social-graph.ts';
import * as wallet from '../../contract/wallet.ts';
import { startTestApi } from './support/api.ts';
import { createClient, getNextPath } from './support/client.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import {
  createRegistration,
  createUsername,
  PASSWORD,
  publishPost,
  registerNewUser,
} from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

setUpTestApi();

test.each<[message: string, code: string, call: Call]>([
  ['Please log in to perform this action.', 'LOG_IN_FIRST', posts.createPublication],
  ['Please log in to perform this action.', 'LOG_IN_FIRST', posts.likePublication],
  ['Please log in to perform this action.', 'LOG_IN_FIRST', followProfile],
  ['You must log in to perform this action.', 'LOG_IN_TO_DONATE', crowdfunding.donate],
  ['You must log in to manage your wallet.', 'LOG_IN_FOR_WALLET', wallet.getWallet],
  ['You must log in to see messages.', 'LOG_IN_FOR_MESSAGES', conversations.getConversations],
  ['You must be logged in to perform this action.', 'NOT_LOGGED_IN', crowdfunding.createCrowdfunding],
  ['You must be logged in to perform this action.', 'NOT_LOGGED_IN', adoption.createAdoption],
  ['You must be logged in to perform this action.', 'NOT_LOGGED_IN', posts.deletePublication],
])('returns 401 without a token: "%s"', async (message, code, call) => {
  const params = { id: 'x', crowdfundingId: 'x' };
  const { status, body } = await client.send(call, { params, ...(call.method === 'POST' && { body: {} }) });
  expect([status, body.code, body.message]).toEqual([401, code, message]);
});

test('returns ten donations a page, newest first', async () => {
  const [creator, donor] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buyCoins(api, client, donor.token, 1000);
  const donate = (amount: number) =>
    client.ok(crowdfunding.donate, { token: donor.token, params: { crowdfundingId }, query: { amount } });
  for (let amount = 1; amount <= 12; amount += 1) await donate(amount);
  const fetchPage = (query = {}) =>
    client.send(crowdfunding.getDonations, { params: { crowdfundingId }, query });
  const first = await fetchPage();
  expect(first.body.map(({ amount }) => amount)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(getNextPath(first.headers)).toContain(crowdfundingId);
  expect((await fetchPage({ page: 2 })).body.map(({ amount }) => amount)).toEqual([2, 1]);
});

test('returns ten posts a page, and twenty items of every other list', async () => {
  const [author, reader] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const followRequest = { token: reader.token, body: { idProfileToFollow: author.dataUser.id } };
  await client.ok(followProfile, followRequest);
  const parent = await publishPost(client, author.token);
  for (let n = 0; n < 11; n += 1) {
    await publishPost(client, author.token, `post ${n}`);
    await publishPost(client, author.token, `reply ${n}`, parent.id);
  }
  for (let n = 0; n < 21; n += 1) await buyCoins(api, client, author.token, 50 + n);
  await Promise.all(Array.from({ length: 21 }, () => createActiveCrowdfunding(api, author.dataUser.id)));
  const { token } = reader;
  const lists = [
    await client.send(posts.forYouPublications, { token }),
    await client.send(posts.followingPublications, { token }),
    await client.send(posts.profilePublications, { params: { profile: author.dataUser.id } }),
    await client.send(posts.getReplies, { params: { id: parent.id }, query: { page: 1 } }),
    await client.send(wallet.getTransactions, { token: author.token }),
    await client.send(crowdfunding.activeCrowdfundings, {}),
    await client.send(crowdfunding.profileCrowdfundings, {
      params: { nickname: author.dataUser.nickname },
    }),
  ];
  expect(lists.map(({ body }) => body.length)).toEqual([10, 10, 10, 10, 20, 20, 20]);
  for (const { headers } of lists) expect(getNextPath(headers)).not.toBeNull();
}, 60_000);

test('returns at most 200 replies without a page, and links to the others', async () => {
  const { token } = await registerNewUser(client);
  const parent = await publishPost(client, token);
  const replies = await Promise.all(
    Array.from({ length: 201 }, (_, n) => publishPost(client, token, `reply ${n}`, parent.id)),
  );
  const { body, headers } = await client.send(posts.getReplies, { params: { id: parent.id } });
  expect(body).toHaveLength(200);
  const numberedPage = await client.send(posts.getReplies, {
    params: { id: parent.id },
    query: { page: 21 },
  });
  const [last] = numberedPage.body;
  expect(new Set([...body, last].map((reply) => reply?.id))).toEqual(new Set(replies.map(({ id }) => id)));
  const linkedPage = await fetch(`${api.url}${getNextPath(headers)}`);
  expect(await linkedPage.json()).toEqual([last]);
  await client.ok(posts.deletePublication, { token, params: { id: last?.id as string } });
  const firstPage = await client.send(posts.getReplies, { params: { id: parent.id } });
  expect([firstPage.body.length, getNextPath(firstPage.headers)]).toEqual([200, null]);
}, 60_000);

test('a campaign stays visible when its creator is deactivated, because it holds coins', async () => {
  const [creator, donor] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  const crowdfundingId = await createActiveCrowdfunding(api, creator.dataUser.id);
  await buyCoins(api, client, donor.token, 100);
  const donation = { token: donor.token, params: { crowdfundingId }, query: { amount: 60 } };
  await client.ok(crowdfunding.donate, donation);
  await client.ok(accounts.deactivateProfile, { token: creator.token });
  const currentCrowdfunding = await client.ok(crowdfunding.getCrowdfunding, {
    params: { id: crowdfundingId },
  });
  expect(currentCrowdfunding).toMatchObject({ status: 'ACTIVE', currentAmount: 60 });
  const activeCrowdfundings = await client.ok(crowdfunding.activeCrowdfundings);
  expect(activeCrowdfundings.map(({ id }) => id)).toContain(crowdfundingId);
});

test('after its end date a campaign stays active until its creator ends it', async () => {
  const creator = await registerNewUser(client);
  const id = await createActiveCrowdfunding(api, creator.dataUser.id);
  api.clock.advance(8 * 86_400_000);
  const currentCrowdfunding = await client.ok(crowdfunding.getCrowdfunding, { params: { id } });
  expect(currentCrowdfunding.status).toBe('ACTIVE');
  expect(Date.parse(currentCrowdfunding.endDate ?? '')).toBeLessThan(Date.parse(api.foundation.clock.now()));
  const body = { username: creator.dataUser.nickname, password: PASSWORD };
  const { token } = await client.ok(accounts.login, { body });
  expect(await client.ok(crowdfunding.closeCrowdfunding, { token, params: { id } })).toMatchObject({
    status: 'CLOSED',
  });
  api.clock.advance(-8 * 86_400_000);
});

test('an address can register 300 accounts a day', async () => {
  const throttledApi = await startTestApi({ isThrottled: true });
  try {
    const { throttle } = throttledApi.foundation;
    for (let n = 0; n < 299; n += 1) await throttle.take(THROTTLE_RULES.registerDay, '10.9.0.1');
    const register = async () =>
      createClient(throttledApi.url).send(accounts.registerUser, {
        body: createRegistration(createUsername()),
        headers: { 'X-Forwarded-For': '10.9.0.1' },
      });
    expect((await register()).status).toBe(200);
    const { status, body, headers } = await register();
    expect([status, body.code]).toEqual([429, 'SLOW_DOWN']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3600);
  } finally {
    await throttledApi.close();
  }
});
