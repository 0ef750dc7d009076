import { getCoinTrail } from '../../contract/coin-trail.ts';
import * as crowdfunding from '../../contract/crowdfunding.ts';
import * as contract from '../../contract/payments.ts';
import type { AuthResponse } from '../../contract/shapes.ts';
import { getWallet } from '../../contract/wallet.ts';
import { extendCoinTrails } from '../../projections/crowdfunding/coin-trail/extend.ts';
import {
  buyCoins,
  createActiveCrowdfunding,
  createCrowdfunding,
  getPaymentId,
  pay,
  waitUntilSettled,
} from './support/coins.ts';
import { listNotifications } from './support/notifications.ts';
import { registerNewUser, registerStaff } from './support/people.ts';
import { api, client, setUpTestApi } from './support/shared-api.ts';

let organizer: AuthResponse;
let donor: AuthResponse;
let crowdfundingId: string;

setUpTestApi();
beforeEach(async () => {
  api.simulator.planDeliveries(() => ['now']);
  [organizer, donor] = await Promise.all([registerNewUser(client), registerNewUser(client)]);
  crowdfundingId = await createActiveCrowdfunding(api, organizer.dataUser.id);
});

interface DonationPlan {
  readonly crowdfundingId?: string;
  readonly amount: number;
  readonly anonymous?: boolean;
}

const sendPlan = (amount: number, plan: DonationPlan, buyer = donor) =>
  client.send(contract.createPaymentIntent, {
    token: buyer.token,
    body: { amount, donation: { crowdfundingId, ...plan } },
  });

async function startPlannedPayment(amount: number, plan: DonationPlan): Promise<string> {
  const { status, body } = await sendPlan(amount, plan);
  expect(status).toBe(200);
  return body as unknown as string;
}

const fetchPayment = (secret: string) =>
  client.ok(contract.getPayment, {
    token: donor.token,
    params: { paymentIntentId: getPaymentId(secret) },
  });

const cancelCrowdfunding = () =>
  client.ok(crowdfunding.cancelCrowdfunding, { token: organizer.token, params: { id: crowdfundingId } });

const getRaisedCoins = async () =>
  (await client.ok(crowdfunding.getCrowdfunding, { params: { id: crowdfundingId } })).currentAmount;
const getBalance = async () => (await client.ok(getWallet, { token: donor.token })).walletCoins;
const listDonations = (token?: string) =>
  client.ok(crowdfunding.getDonations, {
    params: { crowdfundingId },
    ...(token && { token }),
  });

test('a payment for a donation donates once, and the rest stays in the wallet', async () => {
  const secret = await startPlannedPayment(500, { amount: 480 });
  expect(await fetchPayment(secret)).toMatchObject({
    credited: false,
    donation: { crowdfundingId, amount: 480, status: 'planned', problem: null },
  });

  await pay(api, secret);

  const [first, second] = await Promise.all([fetchPayment(secret), fetchPayment(secret)]);
  expect(first).toMatchObject({ credited: true, donation: { status: 'made' } });
  expect(second).toEqual(first);
  await waitUntilSettled(api);
  expect([await getRaisedCoins(), await getBalance()]).toEqual([480, 20]);
  expect((await listDonations()).map(({ id }) => id)).toEqual([first.donation?.id]);
});

test('coins of the wallet and of the purchase are donated together', async () => {
  await buyCoins(api, client, donor.token, 300);
  const secret = await startPlannedPayment(50, { amount: 350 });
  await pay(api, secret);
  expect((await fetchPayment(secret)).donation).toMatchObject({ status: 'made' });
  expect([await getRaisedCoins(), await getBalance()]).toEqual([350, 0]);
});

test('a donation is made by the webhook when the page was closed', async () => {
  const secret = await startPlannedPayment(500, { amount: 500 });
  await pay(api, secret);
  await waitUntilSettled(api);
  expect([await getRaisedCoins(), await getBalance()]).toEqual([500, 0]);
});

test('a campaign that has ended in the meantime receives nothing, and the donor is notified', async () => {
  const secret = await startPlannedPayment(500, { amount: 500 });
  await cancelCrowdfunding();
  await pay(api, secret);

  expect((await fetchPayment(secret)).donation).toMatchObject({
    status: 'refused',
    problem: { code: 'NO_DONATIONS_ACCEPTED', message: 'This crowdfunding does not accept donations.' },
  });

  expect(await getBalance()).toBe(500);
  expect(await listNotifications(donor)).toEqual([
    expect.objectContaining({
      kind: 'DONATION_NOT_MADE',
      amount: 500,
      actors: [],
      subject: expect.objectContaining({ id: crowdfundingId }),
    }),
  ]);
});

test('coins that were spent in the meantime are not donated again', async () => {
  await buyCoins(api, client, donor.token, 300);
  const secret = await startPlannedPayment(50, { amount: 350 });
  await client.ok(crowdfunding.donate, {
    token: donor.token,
    params: { crowdfundingId },
    query: { amount: '200' },
  });
  await pay(api, secret);
  expect((await fetchPayment(secret)).donation).toMatchObject({
    status: 'refused',
    problem: { code: 'INSUFFICIENT_COINS' },
  });
  expect([await getRaisedCoins(), await getBalance()]).toEqual([200, 150]);
});

test.each([
  [{ amount: 501 }, 400, 'INSUFFICIENT_COINS'],
  [{ amount: 0 }, 400, 'DONATION_TOO_SMALL'],
  [{ amount: 1.5 }, 400, 'AMOUNT_NOT_WHOLE'],
  [{ amount: 100, crowdfundingId: '01980000-0000-7000-8000-000000000001' }, 404, 'CROWDFUNDING_NOT_FOUND'],
])('the plan %p is refused before anything is paid', async (plan, status, code) => {
  const response = await sendPlan(500, plan);
  expect([response.status, response.body.code]).toEqual([status, code]);
});

test('refuses a payment for a donation to an own, pending or ended campaign', async () => {
  const ownResponse = await sendPlan(500, { amount: 100 }, organizer);
  const pendingResponse = await sendPlan(500, {
    amount: 100,
    crowdfundingId: await createCrowdfunding(api, organizer.dataUser.id),
  });
  await cancelCrowdfunding();
  const endedResponse = await sendPlan(500, { amount: 100 });
  expect(
    [ownResponse, pendingResponse, endedResponse].map(({ status, body }) => [status, body.code]),
  ).toEqual([
    [400, 'OWN_CROWDFUNDING_DONATION'],
    [404, 'CROWDFUNDING_NOT_FOUND'],
    [400, 'NO_DONATIONS_ACCEPTED'],
  ]);
});

describe('an anonymous donation', () => {
  test.each([['planned'], ['direct']])('that is %s shows its donor to staff only', async (kind) => {
    if (kind === 'planned') await pay(api, await startPlannedPayment(500, { amount: 500, anonymous: true }));
    else {
      await buyCoins(api, client, donor.token, 500);
      await client.ok(crowdfunding.donate, {
        token: donor.token,
        params: { crowdfundingId },
        query: { amount: '500', anonymous: 'true' },
      });
    }
    await waitUntilSettled(api);
    const staff = await registerStaff(api, client, 'MOD');
    const anonymousDonor = { profileName: 'Anonymous', nickname: '' };

    for (const token of [undefined, organizer.token, donor.token])
      expect(await listDonations(token)).toEqual([
        expect.objectContaining({ donor: anonymousDonor, anonymous: true }),
      ]);
    expect(await listDonations(staff.token)).toEqual([
      expect.objectContaining({
        donor: {
          idProfile: donor.dataUser.id,
          profileName: donor.dataUser.profileName,
          nickname: donor.dataUser.nickname,
        },
        anonymous: true,
      }),
    ]);
    const [notification] = await listNotifications(organizer);
    expect(notification).toMatchObject({
      kind: 'DONATION',
      actors: [],
      others: 0,
      anonymous: 1,
      amount: 500,
    });
    await extendCoinTrails(api.database.pool);
    const { items } = await client.ok(getCoinTrail, { params: { id: crowdfundingId } });
    expect(items).toEqual([expect.objectContaining({ donor: anonymousDonor, anonymous: true })]);
  });
});
