import { getCoinTrail } from '../../contract/coin-trail.ts';
import { donate } from '../../contract/crowdfunding.ts';
import { getPayment } from '../../contract/payments.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import * as wallet from '../../contract/wallet.ts';
import { extendCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import { createActiveCrowdfunding, getPaymentId, pay, startPurchase } from './support/coins.ts';
import { registerNewUser } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let buyer: AuthResponse;

setUpTestApi();
beforeEach(async () => {
  buyer = await registerNewUser(client);
});

/** Buys coins. Returns the payment id. */
async function buyCoins(amount: number): Promise<string> {
  const secret = await startPurchase(client, buyer.token, amount);
  await pay(api, secret);
  const params = { paymentIntentId: getPaymentId(secret) };
  await client.ok(getPayment, { token: buyer.token, params });
  return params.paymentIntentId;
}

const listTransactions = () => client.ok(wallet.getTransactions, { token: buyer.token });
const getReceipt = (id = '') => client.ok(wallet.getReceipt, { token: buyer.token, params: { id } });

/** Returns the stored hash of an event in the buyer's wallet stream. */
async function readStoredHash(id = ''): Promise<string> {
  const { rows } = await api.database.pool.query(
    `SELECT encode(hash, 'hex') AS hash FROM log.events WHERE id = $1 AND stream = $2`,
    [id, `wallet-${buyer.dataUser.id}`],
  );
  return rows[0].hash;
}

test('the receipt of a purchase contains payment, value and journal entry', async () => {
  const paymentId = await buyCoins(1205);
  const [purchase] = await listTransactions();
  const body = await getReceipt(purchase?.id);
  const [event] = await api.foundation.rawLog.readStream(`wallet-${buyer.dataUser.id}`);
  expect(body).toEqual({
    ...purchase,
    number: `K-${purchase?.dateTime.slice(0, 4)}-${String(event?.position).padStart(8, '0')}`,
    euros: '12.05',
    paymentId,
    entryId: purchase?.id,
    eventId: event?.id,
    position: event?.position,
    eventHash: await readStoredHash(event?.id),
    trail: null,
    holder: { profileName: buyer.dataUser.profileName, nickname: buyer.dataUser.nickname },
  });
});

test('the receipt of a donation contains its campaign, and older receipts keep their balance', async () => {
  await buyCoins(1000);
  const { dataUser } = await registerNewUser(client);
  const crowdfundingId = await createActiveCrowdfunding(api, dataUser.id);
  await client.ok(donate, { token: buyer.token, params: { crowdfundingId }, query: { amount: 7 } });
  const [donation, purchase] = await listTransactions();
  const receipt = await getReceipt(donation?.id);
  expect(receipt).toMatchObject({ type: 'DONATION', direction: 'OUT', euros: '0.07', balance: 993 });
  expect([receipt.crowdfunding?.id, receipt.paymentId]).toEqual([crowdfundingId, null]);
  expect((await getReceipt(purchase?.id)).balance).toBe(1000);
  expect(receipt.eventHash).toBe(await readStoredHash(receipt.eventId ?? ''));

  expect(receipt.trail).toBeNull();
  await extendCoinTrails(api.database.pool);
  const { items } = await client.ok(getCoinTrail, { params: { id: crowdfundingId } });
  const line = items.find(({ id }) => id === donation?.id);
  expect((await getReceipt(donation?.id)).trail).toEqual({ sequence: 1, hash: line?.hash });
});

test('returns a receipt to its owner only, and 404 for an unknown transaction', async () => {
  await buyCoins(500);
  const [purchase] = await listTransactions();
  const { token } = await registerNewUser(client);
  for (const [requesterToken, id = ''] of [
    [token, purchase?.id],
    [buyer.token, buyer.dataUser.id],
    [buyer.token, 'nonsense'],
  ] as const) {
    const response = await client.send(wallet.getReceipt, { token: requesterToken, params: { id } });
    const refusal: object = response.body;
    expect([response.status, refusal]).toEqual([404, wallet.transactionNotFound]);
  }
});
