import * as contract from '../../contract/crowdfunding.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { walletDecider } from '../../domain/wallet/decide.ts';
import type { Worker } from '../../workers/worker.ts';
import { createEvent } from '../support/projections/history.ts';
import { waitUntil } from '../support/wait.ts';
import { buy, createActiveCrowdfunding } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { startSettlementWorker } from './support/settlement.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

const DONORS = 20;
const DONATIONS_EACH = 50;
const MANY = DONORS * DONATIONS_EACH;
const SETTLED_MS = 60_000;

let creator: AuthResponse;
let donor: AuthResponse;
let worker: Worker | null = null;
let refusals = 0;

const startWorker = (): Worker =>
  startSettlementWorker(api, () => {
    refusals += 1;
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
  refusals = 0;
});
afterEach(stopWorker);

const createOpenCrowdfunding = () => createActiveCrowdfunding(api, creator.dataUser.id);
const give = (crowdfundingId: string, amount: number, token = donor.token) =>
  client.ok(contract.donate, { token, params: { crowdfundingId }, query: { amount } });
const getCoins = async ({ token }: AuthResponse) =>
  (await client.ok(wallet.getWallet, { token })).walletCoins;
const end = (call: typeof contract.cancelCrowdfunding | typeof contract.closeCrowdfunding, id: string) =>
  client.send(call, { token: creator.token, params: { id } });

/** Appends a donation that was decided before the end of the crowdfunding, after the end. */
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
  const other = await registerNewUser(client);
  await buy(api, client, donor.token, 1000);
  await buy(api, client, other.token, 500);
  await give(id, 300);
  await give(id, 200);
  await give(id, 500, other.token);
  const { status, body } = await end(contract.cancelCrowdfunding, id);
  expect([status, body.status]).toEqual([200, 'CANCELLED']);
  await waitUntil(async () => (await getCoins(donor)) === 1000 && (await getCoins(other)) === 500);
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
  expect(refusals).toBe(0);
});

test('the creator’s wallet contains the total of a closed campaign after the response', async () => {
  const id = await createOpenCrowdfunding();
  await buy(api, client, donor.token, 1000);
  await give(id, 300);
  await give(id, 450);
  const { status, body, headers } = await end(contract.closeCrowdfunding, id);
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
  await buy(api, client, donor.token, 100);
  await give(id, 100);
  const wallets = await api.database.pool.connect();
  await wallets.query('BEGIN; LOCK TABLE read.wallets IN SHARE MODE');
  const closedResponse = await api.whileBlocked(() => end(contract.closeCrowdfunding, id));
  const { rows } = await wallets.query('SELECT released FROM read.settlement_campaigns WHERE id = $1', [id]);
  await wallets.query('COMMIT');
  wallets.release();
  expect(rows).toEqual([{ released: '100' }]);
  expect([closedResponse.status, closedResponse.headers.get('x-read-model')]).toEqual([200, 'behind']);
  await waitUntil(async () => (await getCoins(creator)) === 100);
});

test.each([
  ['cancelled', contract.cancelCrowdfunding, 0],
  ['closed', contract.closeCrowdfunding, 100],
] as const)('donations that reach a %s campaign too late are refunded', async (_, call, kept) => {
  const id = await createOpenCrowdfunding();
  await buy(api, client, donor.token, 1000);
  await give(id, 100);
  await end(call, id);
  await appendLateDonation(id, 40);
  await waitUntil(async () => (await getCoins(donor)) === 1000 - kept);
  expect(await getCoins(creator)).toBe(kept);
});

test('closing without a running worker is reported as behind, and the coins arrive later', async () => {
  const id = await createOpenCrowdfunding();
  await buy(api, client, donor.token, 1000);
  await give(id, 300);
  await stopWorker();
  const { status, headers } = await end(contract.closeCrowdfunding, id);
  expect([status, headers.get('x-read-model')]).toEqual([200, 'behind']);
  expect(await getCoins(creator)).toBe(0);
  worker = startWorker();
  await waitUntil(async () => (await getCoins(creator)) === 300);
});

/** Appends a thousand donations directly to the wallets; the HTTP calls are tested above. */
async function appendManyDonations(crowdfundingId: string): Promise<void> {
  const { rawLog, ids, progress } = api.foundation;
  for (let donor = 0; donor < DONORS; donor += 1) {
    const accountId = ids.next();
    const purchaseId = ids.next();
    const purchase = {
      accountId,
      purchaseId,
      paymentId: `pi_${purchaseId}`,
      amount: 20 * DONATIONS_EACH,
      repaid: 0,
    };
    const events = [
      createEvent({ type: 'CoinsPurchased', data: { ...purchase, source: 'clearing' } }),
      ...Array.from({ length: DONATIONS_EACH }, () =>
        createEvent({
          type: 'CoinsDonated',
          data: { accountId, donationId: ids.next(), crowdfundingId, amount: 20 },
        }),
      ),
    ];
    await rawLog.append(`wallet-${accountId}`, events, 'no_stream');
  }
  await progress.waitFor(['settlement', 'crowdfundings'], await rawLog.head(), SETTLED_MS);
}

const getHeldCoins = async (id: string): Promise<number> => {
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
  const { status, body } = await end(contract.cancelCrowdfunding, id);
  expect([status, body.status]).toEqual([200, 'CANCELLED']);
  expect(await getHeldCoins(id)).toBe(MANY);
  worker = startWorker();
  await waitUntil(async () => (await getHeldCoins(id)) < MANY, SETTLED_MS);
  await stopWorker();
  worker = startWorker();
  await waitUntil(async () => (await getHeldCoins(id)) === 0, SETTLED_MS);
  const { rows } = await api.database.pool.query<{ refunds: number; refunded: string }>(
    'SELECT refunds, refunded FROM read.settlement_campaigns WHERE id = $1',
    [id],
  );
  expect(rows).toEqual([{ refunds: MANY, refunded: String(MANY * 20) }]);
}, 120_000);
