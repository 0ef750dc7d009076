import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { waitForTrail } from '../../api/http/worker-effects.ts';
import { deactivateProfile } from '../../contract/accounts.ts';
import * as trail from '../../contract/coin-trail.ts';
import * as contract from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { findTrailProblem, TRAIL_START, type TrailLink } from '../../domain/ledger/coin-trail.ts';
import { hashTrailLine, rebuildCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import { startCoinTrails } from '../../workers/crowdfunding/extend-coin-trails.ts';
import { startSettlement } from '../../workers/crowdfunding/settlement.ts';
import type { Worker } from '../../workers/worker.ts';
import { waitUntil } from '../support/wait.ts';
import { startTestApi, type TestApi } from './support/api.ts';
import { type Client, createClient } from './support/client.ts';
import { buyCoins, createActiveCrowdfunding, createCrowdfunding } from './support/coins.ts';
import { registerNewUser, registerStaff } from './support/people.ts';

let api: TestApi;
let client: Client;
let creator: AuthResponse;
let donor: AuthResponse;
const workers: Worker[] = [];

beforeAll(async () => {
  api = await startTestApi();
  client = createClient(api.url);
  workers.push(startCoinTrails(api.foundation), startSettlement(api.foundation));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.close()));
  await api.close();
});
beforeEach(async () => {
  creator = await registerNewUser(client);
  donor = await registerNewUser(client);
  await buyCoins(api, client, donor.token, 10_000);
});

const createOpenCrowdfunding = () => createActiveCrowdfunding(api, creator.dataUser.id);
const donate = (crowdfundingId: string, amount: number) =>
  client.ok(contract.donate, { token: donor.token, params: { crowdfundingId }, query: { amount } });
const getTrail = (id: string, query = {}) => client.ok(trail.getCoinTrail, { params: { id }, query });
const getSettlement = (id: string) => client.ok(trail.getSettlement, { params: { id } });

/** Returns the problem in the first invalid line of a trail, or null if the trail is valid. */
function findTrailFault({ crowdfundingId, items, head, lines }: trail.CoinTrail): string | null {
  let previousLink = TRAIL_START;
  for (const item of items) {
    const link: TrailLink = { ...item, crowdfundingId };
    const fault = findTrailProblem(previousLink, link, hashTrailLine(previousLink.hash, link));
    if (fault) return `${item.sequence}: ${fault.message}`;
    previousLink = link;
  }
  return previousLink.hash === head && previousLink.sequence === lines ? null : 'the head is another one';
}

test('donations and refunds form a chain that anyone can recompute', async () => {
  const id = await createOpenCrowdfunding();
  expect(await getTrail(id)).toEqual({
    crowdfundingId: id,
    items: [],
    lines: 0,
    held: 0,
    head: TRAIL_START.hash,
  });
  await donate(id, 300);
  await donate(id, 200);
  const { nickname, profileName } = donor.dataUser;
  const openTrail = await getTrail(id);
  expect(openTrail).toMatchObject({
    lines: 2,
    held: 500,
    items: [
      { sequence: 1, kind: 'DONATION', amount: 300, total: 300, donor: { nickname, profileName } },
      { sequence: 2, kind: 'DONATION', amount: 200, total: 500 },
    ],
  });
  expect(findTrailFault(openTrail)).toBeNull();
  await client.ok(contract.cancelCrowdfunding, { token: creator.token, params: { id } });
  await waitUntil(async () => (await getTrail(id)).lines === 4);
  const endedTrail = await getTrail(id);
  expect(endedTrail.items.slice(0, 2)).toEqual(openTrail.items);
  expect(endedTrail.items.slice(2).map(({ kind }) => kind)).toEqual(['REFUND', 'REFUND']);
  expect(new Set(endedTrail.items.slice(2).map(({ donationId }) => donationId))).toEqual(
    new Set(openTrail.items.map(({ id: donation }) => donation)),
  );
  expect([endedTrail.held, findTrailFault(endedTrail)]).toEqual([0, null]);
});

test('reads after the response show the donation in the trail, the receipt and the settlement', async () => {
  const id = await createOpenCrowdfunding();
  const { token } = donor;
  for (let n = 1; n <= 20; n += 1) {
    await donate(id, 10);
    const [trailResponse, settlement, receipt] = await Promise.all([
      client.send(trail.getCoinTrail, { params: { id } }),
      getSettlement(id),
      client
        .ok(wallet.getTransactions, { token })
        .then(([{ id: transactionId = '' } = {}]) =>
          client.ok(wallet.getReceipt, { token, params: { id: transactionId } }),
        ),
    ]);
    expect([
      trailResponse.body.lines,
      trailResponse.body.held,
      trailResponse.headers.get('x-read-model'),
    ]).toEqual([n, n * 10, null]);
    expect([settlement.kind, settlement.held, receipt.trail?.sequence]).toEqual(['NONE', n * 10, n]);
  }
  await client.ok(contract.cancelCrowdfunding, { token: creator.token, params: { id } });
  expect((await getSettlement(id)).kind).toBe('REFUND');
});

test('the trail of a closed campaign is empty after the response', async () => {
  for (let n = 0; n < 5; n += 1) {
    const id = await createOpenCrowdfunding();
    await donate(id, 30);
    await client.ok(contract.closeCrowdfunding, { token: creator.token, params: { id } });
    const [{ items, held }, { finished }] = await Promise.all([getTrail(id), getSettlement(id)]);
    expect([items.map(({ kind }) => kind), held, finished]).toEqual([['DONATION', 'RELEASE'], 0, true]);
  }
});

test('reading a trail waits for the entries before the request, not for later ones', async () => {
  let entries = 0;
  const growingPool = {
    query: async ({ name }: { name: string }) => {
      entries += 1;
      return { rows: [{ position: name === 'coin-trail-newest-entry' ? entries : entries - 2 }] };
    },
  } as unknown as Pool;
  expect(await waitForTrail({ pool: growingPool }, randomUUID())).toBe(true);
});

test('a trail that no worker extends is returned unchanged and marked as behind', async () => {
  const id = await createOpenCrowdfunding();
  const lockHolder = await api.database.pool.connect();
  try {
    await lockHolder.query('BEGIN; SELECT * FROM trail.progress FOR UPDATE');
    await donate(id, 10);
    const { body, headers } = await client.send(trail.getCoinTrail, { params: { id } });
    expect([body.lines, headers.get('x-read-model')]).toEqual([0, 'behind']);
  } finally {
    await lockHolder.query('ROLLBACK');
    lockHolder.release();
  }
  await waitUntil(async () => (await getTrail(id)).held === 10);
});

test('a release empties the campaign and contains no donor', async () => {
  const id = await createOpenCrowdfunding();
  await donate(id, 700);
  await client.ok(contract.closeCrowdfunding, { token: creator.token, params: { id } });
  const closedTrail = await getTrail(id);
  expect(closedTrail.items[1]).toMatchObject({
    kind: 'RELEASE',
    amount: 700,
    total: 0,
    donor: null,
    donationId: null,
  });
  expect(findTrailFault(closedTrail)).toBeNull();
});

test('a line that was changed in the database breaks the chain', async () => {
  const id = await createOpenCrowdfunding();
  await donate(id, 10);
  await donate(id, 20);
  await getTrail(id);
  const { pool } = api.database;
  const createLineValues = (sequence: number) => ({ values: [id, sequence] });
  await pool.query({
    text: 'UPDATE trail.links SET id = gen_random_uuid() WHERE crowdfunding_id = $1 AND sequence = $2',
    ...createLineValues(1),
  });
  expect(findTrailFault(await getTrail(id))).toBe('1: Its hash does not match its content.');
  await pool.query({
    text: 'DELETE FROM trail.links WHERE crowdfunding_id = $1 AND sequence = $2',
    ...createLineValues(1),
  });
  expect(findTrailFault(await getTrail(id))).toBe('2: An earlier line is missing.');
  await rebuildCoinTrails(pool);
  expect(findTrailFault(await getTrail(id))).toBeNull();
});

test('each page continues the chain of the previous page and links to the next one', async () => {
  const id = await createOpenCrowdfunding();
  await donate(id, 1);
  await getTrail(id);
  const account = donor.dataUser.id;
  await api.database.pool.query(
    `INSERT INTO trail.links SELECT $1, n, 0, 'DONATION', gen_random_uuid(), gen_random_uuid(), $2, now(), 1, n,
       sha256(convert_to(n::text, 'UTF8')) FROM generate_series(2, 450) n`,
    [id, account],
  );
  const first = await client.send(trail.getCoinTrail, { params: { id } });
  const second = await getTrail(id, { page: 2 });
  const last = await client.send(trail.getCoinTrail, { params: { id }, query: { page: 3 } });
  expect([first.body.items.length, second.items.length, last.body.items.length]).toEqual([200, 200, 50]);
  expect(second.items[0]).toMatchObject({ sequence: 201, previousHash: first.body.items[199]?.hash });
  const nextResponse = await fetch(`${api.url}${/<([^>]+)>/.exec(first.headers.get('Link') ?? '')?.[1]}`);
  expect(await nextResponse.json()).toEqual(second);
  expect(last.headers.get('Link')).toBeNull();
  expect(await getTrail(id, { after: 200 })).toEqual(second);
  expect((await getTrail(id, { page: 9 })).items).toEqual([]);
  expect((await getTrail(id, { after: 450 })).items).toEqual([]);
  const { status } = await client.send(trail.getCoinTrail, { params: { id }, query: { after: '-1' } });
  expect(status).toBe(400);
});

test('a cursor with an impossible position returns 400 or an empty page', async () => {
  const id = await createOpenCrowdfunding();
  await donate(id, 1);
  const fetchAfter = (position: number) => {
    const cursor = Buffer.from(JSON.stringify(['coin-trail', position])).toString('base64url');
    return client.send(trail.getCoinTrail, { params: { id }, query: { cursor } });
  };
  const { status, body } = await fetchAfter(-Number.MAX_SAFE_INTEGER);
  expect([status, body]).toMatchObject([400, { code: 'INVALID_CURSOR' }]);
  expect((await fetchAfter(Number.MAX_SAFE_INTEGER)).body).toMatchObject({ lines: 1, items: [] });
});

test('accounts that may not see a campaign see neither its coins nor its settlement', async () => {
  const pendingId = await createCrowdfunding(api, creator.dataUser.id);
  for (const call of [trail.getCoinTrail, trail.getSettlement]) {
    for (const id of [pendingId, randomUUID(), 'nonsense'])
      expect((await client.send(call, { token: donor.token, params: { id } })).status).toBe(404);
    expect((await client.send(call, { token: creator.token, params: { id: pendingId } })).status).toBe(200);
  }
});

test('the settlement shows the progress of refunds and of the release', async () => {
  const [openId, cancelledId, closedId] = [
    await createOpenCrowdfunding(),
    await createOpenCrowdfunding(),
    await createOpenCrowdfunding(),
  ];
  for (const id of [openId, cancelledId, closedId]) await donate(id, 60);
  await donate(cancelledId, 40);
  expect(await getSettlement(openId)).toEqual({
    kind: 'NONE',
    total: 0,
    done: 0,
    coinsTotal: 0,
    coinsDone: 0,
    held: 60,
    finished: false,
    endedAt: null,
  });
  const { token } = creator;
  await client.ok(contract.cancelCrowdfunding, { token, params: { id: cancelledId } });
  await waitUntil(async () => (await getSettlement(cancelledId)).finished);
  expect(await getSettlement(cancelledId)).toMatchObject({
    kind: 'REFUND',
    total: 2,
    done: 2,
    coinsTotal: 100,
    coinsDone: 100,
    held: 0,
  });
  await client.ok(contract.closeCrowdfunding, { token, params: { id: closedId } });
  await waitUntil(async () => (await getSettlement(closedId)).finished);
  expect(await getSettlement(closedId)).toMatchObject({
    kind: 'RELEASE',
    total: 1,
    done: 1,
    coinsTotal: 60,
    coinsDone: 60,
    endedAt: expect.any(String),
  });
});

test('hidden donors have no name, except for staff', async () => {
  const id = await createOpenCrowdfunding();
  await donate(id, 300);
  await getTrail(id);
  const staff = await registerStaff(api, client, 'MOD');
  const listDonorsFor = async (token: string | null) => {
    const donations = await client.ok(contract.getDonations, { token, params: { crowdfundingId: id } });
    const { items } = await client.ok(trail.getCoinTrail, { token, params: { id } });
    return [donations[0]?.donor, items[0]?.donor];
  };
  const { id: idProfile, nickname, profileName } = donor.dataUser;
  const visibleDonors = [
    { idProfile, nickname, profileName },
    { nickname, profileName },
  ];
  expect(await listDonorsFor(null)).toEqual(visibleDonors);

  await client.ok(deactivateProfile, { token: donor.token });
  const hiddenDonor = { nickname: '', profileName: 'Hidden account' };
  for (const token of [null, creator.token])
    expect(await listDonorsFor(token)).toEqual([hiddenDonor, hiddenDonor]);
  expect(await listDonorsFor(staff.token)).toEqual(visibleDonors);
});
