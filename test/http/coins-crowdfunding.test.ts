import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { deactivateProfile, getProfile, login } from '../../contract/accounts.ts';
import * as contract from '../../contract/crowdfunding.ts';
import * as ledger from '../../contract/ledger.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { addMs } from '../../domain/kernel/ids.ts';
import { insufficientCoins } from '../../domain/wallet/rules.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { PASSWORD, registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const DAY_MS = 86_400_000;

let creator: AuthResponse;
let donor: AuthResponse;
let staff: AuthResponse;

setUpTestApi();
beforeAll(async () => {
  staff = await registerStaff(api, client, 'MOD');
});
beforeEach(async () => {
  creator = await registerNewUser(client);
  donor = await registerNewUser(client);
});

const createOpenCrowdfunding = () => createActiveCrowdfunding(api, creator.dataUser.id);
const donate = (crowdfundingId: string, amount: number | string, headers = {}) =>
  client.send(contract.donate, {
    token: donor.token,
    params: { crowdfundingId },
    query: { amount },
    headers,
  });
const getReadPosition = ({ headers }: { readonly headers: Headers }) =>
  Number(headers.get('X-Read-Position'));
const getWalletCoins = async () => (await client.ok(wallet.getWallet, { token: donor.token })).walletCoins;

test('people and moderators cannot create campaigns', async () => {
  for (const { token } of [creator, staff])
    expect(await client.send(contract.createCrowdfunding, { token, body: {} })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
});

test('a donation moves coins from the wallet to the campaign and is shown by all reads', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  const { status, body } = await donate(id, 300);
  expect([status, body.walletCoins]).toEqual([200, 700]);
  expect(body.crowdfunding).toMatchObject({ id, currentAmount: 300, numDonations: 1, status: 'ACTIVE' });
  expect(await getWalletCoins()).toBe(700);
  const [donation] = await client.ok(contract.getDonations, { params: { crowdfundingId: id } });
  expect(donation).toMatchObject({ amount: 300, donor: { nickname: donor.dataUser.nickname } });
  const movements = await client.ok(wallet.getTransactions, { token: donor.token });
  expect(movements).toMatchObject([
    { type: 'DONATION', direction: 'OUT', amount: 300, balance: 700, crowdfunding: { id } },
    { type: 'PURCHASE', direction: 'IN', amount: 1000, balance: 1000, crowdfunding: null },
  ]);
  const { nickname } = donor.dataUser;
  const ownProfile = await client.ok(getProfile, { token: donor.token, params: { nickname } });
  expect(ownProfile.walletCoins).toBe(700);
  expect((await client.ok(getProfile, { params: { nickname } })).walletCoins).toBeUndefined();
  const session = await client.ok(login, { body: { username: nickname, password: PASSWORD } });
  expect(session.dataUser.walletCoins).toBe(700);
});

test('reads have at least the position of an earlier donation', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  const donationPosition = getReadPosition(await donate(id, 300));
  expect(donationPosition).toBeGreaterThan(0);
  const { nickname } = creator.dataUser;
  const pendingId = await createCrowdfunding(api, creator.dataUser.id);
  const reads = [
    await client.send(contract.getCrowdfunding, { params: { id } }),
    await client.send(contract.activeCrowdfundings),
    await client.send(contract.profileCrowdfundings, { params: { nickname } }),
    await client.send(contract.pendingCrowdfundings, { token: staff.token }),
    await client.send(contract.declineCrowdfunding, {
      token: staff.token,
      params: { id: pendingId },
      body: {},
    }),
  ];
  const { rows } = await api.database.pool.query(
    `SELECT position FROM engine.checkpoints WHERE projection = 'crowdfundings'`,
  );
  for (const position of reads.map(getReadPosition)) {
    expect(position).toBeGreaterThanOrEqual(donationPosition);
    expect(position).toBeLessThanOrEqual(Number(rows[0].position));
  }
});

test('responses to concurrent donations contain the donations up to their positions', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  const responses = await Promise.all(Array.from({ length: 10 }, () => donate(id, 100)));
  const { rows } = await api.database.pool.query(
    `SELECT position::int FROM log.events WHERE stream = $1 AND type = 'CoinsDonated'`,
    [`wallet-${donor.dataUser.id}`],
  );
  expect(rows).toHaveLength(10);
  for (const response of responses) {
    const visibleDonations = rows.filter(({ position }) => position <= getReadPosition(response));
    expect(response.body.crowdfunding.currentAmount).toBe(visibleDonations.length * 100);
  }
});

test('concurrent requests with the same key donate once', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  const headers = { 'Idempotency-Key': randomUUID() };
  const responses = await Promise.all(Array.from({ length: 10 }, () => donate(id, 100, headers)));
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(await getWalletCoins()).toBe(900);
  expect((await donate(id, 200, headers)).body.code).toBe('IDEMPOTENCY_KEY_REUSED');
});

test('concurrent donations never exceed the balance', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  const responses = await Promise.all(Array.from({ length: 20 }, () => donate(id, 300)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(await getWalletCoins()).toBe(100);
});

test.each([
  ['0', 'The minimum donation amount is 1 kindracoin.'],
  ['-5', 'The minimum donation amount is 1 kindracoin.'],
  ['1.5', 'The amount must be a whole number of kindracoins.'],
  ['much', 'The amount must be a whole number of kindracoins.'],
  ['51', insufficientCoins.message],
  ['1000000000000000', insufficientCoins.message],
  ['9'.repeat(400), insufficientCoins.message],
])('a donation of %s out of 50 is refused', async (amount, message) => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 50);
  const response = await donate(id, amount);
  expect([response.status, response.body.message]).toEqual([400, message]);
});

test('campaigns that accept no donations return a reason', async () => {
  await buyCoins(api, client, donor.token, 500);
  const expectedError = { message: 'This crowdfunding does not accept donations.' };
  const { token } = creator;
  const cancelledId = await createOpenCrowdfunding();
  await client.ok(contract.cancelCrowdfunding, { token, params: { id: cancelledId } });
  const response = await donate(cancelledId, 10);
  expect([response.status, response.body]).toMatchObject([400, expectedError]);
  const ownId = await createActiveCrowdfunding(api, donor.dataUser.id);
  expect((await donate(ownId, 10)).body.message).toBe('You cannot donate to your own crowdfunding.');
  expect((await donate(randomUUID(), 10)).status).toBe(404);
  expect((await donate('nonsense', 10)).status).toBe(404);
  const endedId = await createOpenCrowdfunding();
  api.clock.advance(8 * DAY_MS);
  const newSession = await client.ok(login, {
    body: { username: donor.dataUser.nickname, password: PASSWORD },
  });
  const lateResponse = await client.send(contract.donate, {
    token: newSession.token,
    params: { crowdfundingId: endedId },
    query: { amount: 10 },
  });
  expect([lateResponse.status, lateResponse.body]).toMatchObject([400, expectedError]);
  api.clock.advance(-8 * DAY_MS);
});

test('a pending campaign is visible only to its creator and staff until approval', async () => {
  const id = await createCrowdfunding(api, creator.dataUser.id);
  const fetchStatus = async (token: string | null) =>
    (await client.send(contract.getCrowdfunding, { token, params: { id } })).status;
  const fetchStatuses = () =>
    Promise.all([
      fetchStatus(null),
      fetchStatus(donor.token),
      fetchStatus(creator.token),
      fetchStatus(staff.token),
    ]);
  expect(await fetchStatuses()).toEqual([404, 404, 200, 200]);
  const pendingCrowdfundings = await client.ok(contract.pendingCrowdfundings, { token: staff.token });
  expect(pendingCrowdfundings.map((crowdfunding) => crowdfunding.id)).toContain(id);
  const approve = () =>
    client.send(contract.approveCrowdfunding, {
      token: staff.token,
      params: { id },
      body: { reason: 'good' },
    });
  expect((await approve()).body).toMatchObject({ id, status: 'ACTIVE' });
  expect((await approve()).status).toBe(400);
  expect(await fetchStatuses()).toEqual([200, 200, 200, 200]);
  const [crowdfunding] = await client.ok(contract.activeCrowdfundings);
  expect(crowdfunding?.id).toBe(id);
});

test('a campaign starts at the time that its approval records', async () => {
  const id = await createCrowdfunding(api, creator.dataUser.id);
  const { now } = api.clock;
  let calls = 0;
  const clockSpy = jest.spyOn(api.clock, 'now').mockImplementation(() => addMs(now(), ++calls * 1_000));
  await client.ok(contract.approveCrowdfunding, { token: staff.token, params: { id }, body: {} });
  clockSpy.mockRestore();
  const events = await api.foundation.rawLog.readStream(`crowdfunding-${id}`);
  const approval = events.find(({ type }) => type === 'CrowdfundingApproved');
  expect(approval?.data).toMatchObject({ startDate: approval?.metadata.occurredAt });
});

test('staff cannot approve or decline their own campaigns', async () => {
  const { token, dataUser } = await registerStaff(api, client, 'ADMIN');
  const params = { id: await createCrowdfunding(api, dataUser.id) };
  for (const call of [contract.approveCrowdfunding, contract.declineCrowdfunding]) {
    const { status, body } = await client.send(call, { token, params, body: {} });
    expect([status, body.code]).toEqual([403, 'OWN_CROWDFUNDING']);
  }
  const approvedCrowdfunding = await client.ok(contract.approveCrowdfunding, {
    token: staff.token,
    params,
    body: {},
  });
  expect(approvedCrowdfunding.status).toBe('ACTIVE');
});

test('donating to a hidden campaign returns the same error as to an unknown one', async () => {
  const [pendingId, rejectedId, cancelledId] = [
    await createCrowdfunding(api, creator.dataUser.id),
    await createCrowdfunding(api, creator.dataUser.id),
    await createCrowdfunding(api, creator.dataUser.id),
  ];
  await client.ok(contract.declineCrowdfunding, { token: staff.token, params: { id: rejectedId }, body: {} });
  await client.ok(contract.cancelCrowdfunding, { token: creator.token, params: { id: cancelledId } });
  const tryDonation = async (crowdfundingId: string, token = donor.token) => {
    const request = { token, params: { crowdfundingId }, query: { amount: 10 } };
    const { status, body } = await client.send(contract.donate, request);
    return [status, body.code, body.message];
  };
  const unknownResponse = await tryDonation(randomUUID());
  expect(unknownResponse).toEqual([404, 'CROWDFUNDING_NOT_FOUND', 'The crowdfunding does not exist.']);
  for (const id of [pendingId, rejectedId, cancelledId]) {
    expect(await tryDonation(id)).toEqual(unknownResponse);
    expect((await tryDonation(id, staff.token)).slice(0, 2)).toEqual([400, 'NO_DONATIONS_ACCEPTED']);
    expect((await tryDonation(id, creator.token)).slice(0, 2)).toEqual([400, 'OWN_CROWDFUNDING_DONATION']);
  }
});

test('a campaign that is cancelled before approval stays visible only to its creator and staff', async () => {
  const params = { id: await createCrowdfunding(api, creator.dataUser.id) };
  await client.ok(contract.cancelCrowdfunding, { token: creator.token, params });
  const responses = await Promise.all(
    [null, donor.token, creator.token, staff.token].map(
      async (token) => (await client.send(contract.getCrowdfunding, { token, params })).status,
    ),
  );
  expect(responses).toEqual([404, 404, 200, 200]);
});

test('a hidden creator has no name on any page, except for staff', async () => {
  const params = { id: await createOpenCrowdfunding() };
  await client.ok(deactivateProfile, { token: creator.token });
  const { id: idProfile, nickname, profileName } = creator.dataUser;
  const hiddenCreator = { idProfile, nickname: '', profileName: 'Hidden account' };
  for (const [token, expectedCreator] of [
    [null, hiddenCreator],
    [donor.token, hiddenCreator],
    [staff.token, { idProfile, nickname, profileName }],
  ] as const) {
    expect((await client.ok(contract.getCrowdfunding, { token, params })).creator).toEqual(expectedCreator);
    const [crowdfunding] = await client.ok(contract.activeCrowdfundings, { token });
    expect(crowdfunding).toMatchObject({ ...params, creator: expectedCreator });
  }
});

test('a profile lists only campaigns that the reader may see', async () => {
  const activeId = await createOpenCrowdfunding();
  const pendingId = await createCrowdfunding(api, creator.dataUser.id);
  const params = { nickname: creator.dataUser.nickname };
  const listVisibleIds = async (token: string | null) =>
    (await client.ok(contract.profileCrowdfundings, { token, params })).map(({ id }) => id);
  expect(await listVisibleIds(null)).toEqual([activeId]);
  expect(await listVisibleIds(creator.token)).toEqual([pendingId, activeId]);
  expect(await listVisibleIds(staff.token)).toEqual([pendingId, activeId]);
});

test('ending a campaign reveals nothing to accounts that may not see it', async () => {
  const params = { id: await createCrowdfunding(api, creator.dataUser.id) };
  for (const call of [contract.cancelCrowdfunding, contract.closeCrowdfunding]) {
    const { status, body } = await client.send(call, { token: donor.token, params });
    expect([status, body]).toMatchObject([404, { code: 'CROWDFUNDING_NOT_FOUND' }]);
    expect((await client.send(call, { token: staff.token, params })).status).toBe(403);
  }
});

test('only its creator can end a campaign, once', async () => {
  const { token } = creator;
  const params = { id: await createOpenCrowdfunding() };
  for (const call of [contract.cancelCrowdfunding, contract.closeCrowdfunding])
    expect((await client.send(call, { token: staff.token, params })).status).toBe(403);
  expect(await client.ok(contract.closeCrowdfunding, { token, params })).toMatchObject({ status: 'CLOSED' });
  expect((await client.send(contract.cancelCrowdfunding, { token, params })).status).toBe(400);
});

test('staff see balanced books', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  await donate(id, 400);
  const { token } = staff;
  const trialBalance = await client.ok(ledger.trialBalance, { token });
  expect([trialBalance.balanced, trialBalance.totalDebit]).toEqual([true, trialBalance.totalCredit]);
  expect(trialBalance.accounts).toContainEqual({
    account: `escrow:${id}`,
    name: 'A roof for the shelter',
    debit: 0,
    credit: 400,
    balance: 400,
  });
  const profile = donor.dataUser.nickname;
  const entries = await client.ok(ledger.journalEntries, { token, query: { profile } });
  expect(entries.map(({ type }) => type)).toEqual(['DONATION', 'PURCHASE']);
  const donations = await client.ok(ledger.journalEntries, {
    token,
    query: { crowdfunding: id, type: 'DONATION' },
  });
  expect(donations.map(({ id: entry }) => entry)).toEqual([entries[0]?.id]);
  const statement = await client.ok(ledger.auditedCrowdfunding, { token, params: { id } });
  expect(statement).toMatchObject({ donated: 400, refunded: 0, released: 0, held: 400 });
  expect(statement.donations).toMatchObject([{ amount: 400, refund: null }]);
});
