import * as contract from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import type { Worker } from '../../workers/worker.ts';
import { createEvent } from '../support/projections/history.ts';
import { waitUntil } from '../support/wait.ts';
import { buyCoins, createActiveCrowdfunding } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { startSettlementWorker } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const DONOR_COUNT = 20;
const DONATIONS_PER_DONOR = 50;
const DONATION_COUNT = DONOR_COUNT * DONATIONS_PER_DONOR;
const SETTLEMENT_TIMEOUT_MS = 60_000;

let creator: AuthResponse;
let donor: AuthResponse;
let worker: Worker | null = null;
let errorCount = 0;

const startWorker = (): Worker =>
  startSettlementWorker(api, () => {
    errorCount += 1;
  });
const stopWorker = async (): Promise<void> => {
  await worker?.close();
  worker = null;
};

setUpTestApi();
beforeEach(async () => {
  creator = await registerNewUser(client);
  donor = await registerNewUser(client);
  worker = startWorker();
  errorCount = 0;
});
afterEach(stopWorker);

const createOpenCrowdfunding = () => createActiveCrowdfunding(api, creator.dataUser.id);
const donate = (crowdfundingId: string, amount: number, token = donor.token) =>
  client.ok(contract.donate, { token, params: { crowdfundingId }, query: { amount } });
const getCoins = async ({ token }: AuthResponse) =>
  (await client.ok(wallet.getWallet, { token })).walletCoins;
const endCrowdfunding = (
  call: typeof contract.cancelCrowdfunding | typeof contract.closeCrowdfunding,
  id: string,
) => client.send(call, { token: creator.token, params: { id } });

/** Appends a donation after the end of a campaign, as if it had been accepted before the end. */
async function appendLateDonation(id: string, amount: number): Promise<void> {
  const { handler, ids, clock } = api.foundation;
  const accountId = donor.dataUser.id;
  const donationId = ids.next();
  const target = { crowdfundingId: id, creatorId: creator.dataUser.id, acceptsDonations: true };
  const command = { type: 'DonateCoins', accountId, donationId, amount, target } as const;
  const result = await handler.handle(walletDecider, accountId, command, {
    commandId: donationId,
    correlationId: donationId,
    actor: { kind: 'account', id: accountId },
    occurredAt: clock.now(),
  });
  if (!result.accepted) throw new Error(result.rejection.message);
}

test('cancelling refunds every donor', async () => {
  const id = await createOpenCrowdfunding();
  const otherDonor = await registerNewUser(client);
  await buyCoins(api, client, donor.token, 1000);
  await buyCoins(api, client, otherDonor.token, 500);
  await donate(id, 300);
  await donate(id, 200);
  await donate(id, 500, otherDonor.token);
  const { status, body } = await endCrowdfunding(contract.cancelCrowdfunding, id);
  expect([status, body.status]).toEqual([200, 'CANCELLED']);
  await waitUntil(async () => (await getCoins(donor)) === 1000 && (await getCoins(otherDonor)) === 500);
  const movements = await client.ok(wallet.getTransactions, { token: donor.token });
  expect(movements.slice(0, 2)).toMatchObject([
    { type: 'REFUND', direction: 'IN', crowdfunding: { id } },
    { type: 'REFUND', direction: 'IN', crowdfunding: { id } },
  ]);
  expect(await getCoins(creator)).toBe(0);
  await waitUntil(async () => {
    const crowdfunding = await client.ok(contract.getCrowdfunding, { params: { id } });
    return crowdfunding.currentAmount === 0 && crowdfunding.numDonations === 0;
  });
  expect(errorCount).toBe(0);
});

test('the creator’s wallet contains the total of a closed campaign when the response arrives', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  await donate(id, 300);
  await donate(id, 450);
  const { status, body, headers } = await endCrowdfunding(contract.closeCrowdfunding, id);
  expect([status, body.status, body.currentAmount]).toEqual([200, 'CLOSED', 750]);
  expect(headers.get('x-read-model')).toBeNull();
  expect(await getCoins(creator)).toBe(750);
  const [transaction] = await client.ok(wallet.getTransactions, { token: creator.token });
  expect(transaction).toMatchObject({
    type: 'CROWDFUNDING',
    direction: 'IN',
    amount: 750,
    crowdfunding: { id },
  });
  expect(await getCoins(donor)).toBe(250);
});

test('closing is reported as behind while the wallet does not show the coins', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 100);
  await donate(id, 100);
  const lockHolder = await api.database.pool.connect();
  await lockHolder.query('BEGIN; LOCK TABLE read.wallets IN SHARE MODE');
  const closedResponse = await api.runWhileBlocked(() => endCrowdfunding(contract.closeCrowdfunding, id));
  const { rows } = await lockHolder.query('SELECT released FROM read.settlement_campaigns WHERE id = $1', [
    id,
  ]);
  await lockHolder.query('COMMIT');
  lockHolder.release();
  expect(rows).toEqual([{ released: '100' }]);
  expect([closedResponse.status, closedResponse.headers.get('x-read-model')]).toEqual([200, 'behind']);
  await waitUntil(async () => (await getCoins(creator)) === 100);
});

test.each([
  ['cancelled', contract.cancelCrowdfunding, 0],
  ['closed', contract.closeCrowdfunding, 100],
] as const)(
  'donations that are appended after a campaign is %s are refunded',
  async (_, call, releasedCoins) => {
    const id = await createOpenCrowdfunding();
    await buyCoins(api, client, donor.token, 1000);
    await donate(id, 100);
    await endCrowdfunding(call, id);
    await appendLateDonation(id, 40);
    await waitUntil(async () => (await getCoins(donor)) === 1000 - releasedCoins);
    expect(await getCoins(creator)).toBe(releasedCoins);
  },
);

test('closing without a running worker is reported as behind, and the coins arrive later', async () => {
  const id = await createOpenCrowdfunding();
  await buyCoins(api, client, donor.token, 1000);
  await donate(id, 300);
  await stopWorker();
  const { status, headers } = await endCrowdfunding(contract.closeCrowdfunding, id);
  expect([status, headers.get('x-read-model')]).toEqual([200, 'behind']);
  expect(await getCoins(creator)).toBe(0);
  worker = startWorker();
  await waitUntil(async () => (await getCoins(creator)) === 300);
});

/** Appends 1,000 donations directly to the event log, without HTTP requests. */
async function appendManyDonations(crowdfundingId: string): Promise<void> {
  const { rawLog, ids, progress } = api.foundation;
  for (let donorIndex = 0; donorIndex < DONOR_COUNT; donorIndex += 1) {
    const accountId = ids.next();
    const purchaseId = ids.next();
    const purchase = {
      accountId,
      purchaseId,
      paymentId: `pi_${purchaseId}`,
      amount: 20 * DONATIONS_PER_DONOR,
      repaid: 0,
    };
    const events = [
      createEvent({ type: 'CoinsPurchased', data: { ...purchase, source: 'clearing' } }),
      ...Array.from({ length: DONATIONS_PER_DONOR }, () =>
        createEvent({
          type: 'CoinsDonated',
          data: { accountId, donationId: ids.next(), crowdfundingId, amount: 20 },
        }),
      ),
    ];
    await rawLog.append(`wallet-${accountId}`, events, 'no_stream');
  }
  await progress.waitFor(['settlement', 'crowdfundings'], await rawLog.head(), SETTLEMENT_TIMEOUT_MS);
}

const countHeldDonations = async (id: string): Promise<number> => {
  const { rows } = await api.database.pool.query<{ held: string }>(
    'SELECT count(*) AS held FROM read.settlement_donations WHERE crowdfunding = $1',
    [id],
  );
  return Number(rows[0]?.held);
};

test('cancelling a campaign of a thousand donations does not wait for the refunds, which a stopped worker resumes', async () => {
  const id = await createOpenCrowdfunding();
  await appendManyDonations(id);
  await stopWorker();
  const { status, body } = await endCrowdfunding(contract.cancelCrowdfunding, id);
  expect([status, body.status]).toEqual([200, 'CANCELLED']);
  expect(await countHeldDonations(id)).toBe(DONATION_COUNT);
  worker = startWorker();
  await waitUntil(async () => (await countHeldDonations(id)) < DONATION_COUNT, SETTLEMENT_TIMEOUT_MS);
  await stopWorker();
  worker = startWorker();
  await waitUntil(async () => (await countHeldDonations(id)) === 0, SETTLEMENT_TIMEOUT_MS);
  const { rows } = await api.database.pool.query<{ refunds: number; refunded: string }>(
    'SELECT refunds, refunded FROM read.settlement_campaigns WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ refunds: DONATION_COUNT, refunded: String(DONATION_COUNT * 20) }]);
}, 120_000);
