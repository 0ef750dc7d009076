import { act, screen, waitFor, within } from '@testing-library/react';
import { eventSources } from '../../../testing/browser-gaps.ts';
import { CROWDFUNDING_ID, createCrowdfundingApi, sampleCrowdfunding } from '../../../testing/crowdfunding.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const SECRET = 'pi_1_secret_s';
const donation = { id: 'd9', crowdfundingId: CROWDFUNDING_ID, amount: 1_270, problem: null };
const payment = { status: 'succeeded', amount: 50, credited: true };
const CONFIRM = 'POST /payment-simulator/v1/payment_intents/pi_1/confirm';
const DECLINE = {
  status: 402,
  body: { error: { code: 'card_declined', decline_code: 'generic_decline', payment_intent: {} } },
};
const REFUSAL = {
  code: 'NO_DONATIONS_ACCEPTED',
  message: 'This crowdfunding does not accept donations.',
};
const createPaymentResponse = (outcome: { readonly status: string; readonly problem?: object }) => ({
  body: { ...payment, donation: { ...donation, ...outcome } },
});

async function openSheet(api: ReturnType<typeof createCrowdfundingApi>) {
  api
    .on('GET /api/payment/config', {
      body: { provider: 'simulator', publishableKey: 'pk', apiBase: '/payment-simulator' },
    })
    .on('POST /api/payment/create-payment-intent', { body: SECRET });
  app = renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}`, api, user: sampleUser() });
  await screen.findByText(/You have 1,250 kindracoins/);
  const field = screen.getByLabelText('Kindracoins to donate');
  await app.reader.clear(field);
  await app.reader.type(field, '1270{Enter}');
  return within(await screen.findByRole('dialog', { name: 'Donate 1,270 kindracoins' }));
}

async function payByCard(sheet: Awaited<ReturnType<typeof openSheet>>) {
  await app.reader.type(await sheet.findByLabelText('Card number'), '4242424242424242');
  await app.reader.type(sheet.getByLabelText('Expiry date'), '1240');
  await app.reader.type(sheet.getByLabelText(/^Security code/), '123');
  await app.reader.click(sheet.getByRole('button', { name: 'Pay 0.50 € and donate' }));
}

test('opens a sheet that states what is missing, and buys at least the smallest purchase', async () => {
  const api = createCrowdfundingApi();
  const sheet = await openSheet(api);
  expect(sheet.getByRole('alert').textContent).toBe(
    'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
  );
  expect(sheet.getByText('50 kindracoins · 0.50 €')).toBeTruthy();
  expect(sheet.getByText('30 kindracoins')).toBeTruthy();
  await sheet.findByLabelText('Card number');
  expect(api.sentTo('POST /api/payment/create-payment-intent')[0]?.body).toEqual({
    amount: 50,
    donation: { crowdfundingId: CROWDFUNDING_ID, amount: 1_270, anonymous: false },
  });
});

test('keeps the purchase that it shows when the balance changes', async () => {
  const api = createCrowdfundingApi();
  const sheet = await openSheet(api);
  api.on('GET /api/wallet', { body: { walletCoins: 1_100 } });
  act(() => [...eventSources][0]?.send('wallet-changed', {}));
  expect(await screen.findByText(/You have 1,100 kindracoins/)).toBeTruthy();
  expect(sheet.getByText('50 kindracoins · 0.50 €')).toBeTruthy();
});

test('donates when the payment is credited, and thanks', async () => {
  const api = createCrowdfundingApi()
    .on(CONFIRM, { body: { status: 'succeeded' } })
    .on('GET /api/payment/pi_1', createPaymentResponse({ status: 'made' }))
    .on('GET /api/transaction/d9/receipt', { body: { trail: { sequence: 7, hash: 'f'.repeat(64) } } });
  await payByCard(await openSheet(api));
  expect(await screen.findByText('You have donated 1270 kindracoins!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Your receipt' }).getAttribute('href')).toBe('/wallet/receipts/d9');
  const trail = await screen.findByRole('link', { name: 'Line 7 of the coin trail' });
  expect(trail.getAttribute('href')).toBe(`/crowdfundings/${CROWDFUNDING_ID}/coins?line=7`);
});

test('thanks when the sheet was closed during the payment, and does not start another purchase', async () => {
  const api = createCrowdfundingApi().on('GET /api/payment/pi_1', createPaymentResponse({ status: 'made' }));
  const respond = api.hold(CONFIRM);
  await payByCard(await openSheet(api));
  await app.reader.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await app.reader.type(screen.getByLabelText('Kindracoins to donate'), '{Enter}');
  respond({ body: { status: 'succeeded' } });
  expect(await screen.findByText('You have donated 1270 kindracoins!')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.sentTo('POST /api/payment/create-payment-intent')).toHaveLength(1);
});

test('opens again when the card is declined after the sheet was closed, and stays open', async () => {
  const api = createCrowdfundingApi();
  const respond = api.hold(CONFIRM, DECLINE);
  await payByCard(await openSheet(api));
  await app.reader.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  respond();
  const sheet = within(await screen.findByRole('dialog'));
  expect(await sheet.findByText(/^The payment was not made/)).toBeTruthy();
  expect(sheet.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
  await app.reader.click(sheet.getByRole('button', { name: 'Pay 0.50 € and donate' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

async function payAndLeave(api: ReturnType<typeof createCrowdfundingApi>) {
  api.on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] });
  const respond = api.hold(CONFIRM);
  await payByCard(await openSheet(api));
  await app.reader.click(screen.getByRole('button', { name: 'Close' }));
  await app.reader.click(within(screen.getByRole('main')).getByRole('link', { name: 'CrowdFundings' }));
  await screen.findByRole('heading', { level: 1, name: 'CrowdFundings' });
  return respond;
}

test('thanks a user who has left the page', async () => {
  const api = createCrowdfundingApi().on('GET /api/payment/pi_1', createPaymentResponse({ status: 'made' }));
  (await payAndLeave(api))({ body: { status: 'succeeded' } });
  expect(await screen.findByText('You have donated 1270 kindracoins!')).toBeTruthy();
});

test('reports a decline to a user who has left the page', async () => {
  (await payAndLeave(createCrowdfundingApi()))(DECLINE);
  expect(await screen.findByText(/^The payment was not made/)).toBeTruthy();
});

test('reports a delay by the bank to a user who has left the page', async () => {
  const api = createCrowdfundingApi().on('GET /api/payment/pi_1', {
    body: {
      ...payment,
      status: 'processing',
      credited: false,
      donation: { ...donation, status: 'planned' },
    },
  });
  (await payAndLeave(api))({ body: { status: 'processing' } });
  expect(await screen.findByText(/^Your bank is still processing the payment/)).toBeTruthy();
});

test('thanks when a payment arrives that the bank was still processing', async () => {
  const api = createCrowdfundingApi()
    .on(CONFIRM, { body: { status: 'processing' } })
    .on('GET /api/payment/pi_1', {
      body: { ...payment, status: 'processing', donation: { ...donation, status: 'planned' } },
    });
  const sheet = await openSheet(api);
  await payByCard(sheet);
  expect(await sheet.findByText(/^Your bank is still processing the payment/)).toBeTruthy();
  api.on('GET /api/payment/pi_1', createPaymentResponse({ status: 'made' }));
  expect(
    await screen.findByText('You have donated 1270 kindracoins!', undefined, { timeout: 20_000 }),
  ).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
}, 60_000);

test('stays open when the campaign ends during the payment', async () => {
  const api = createCrowdfundingApi().on(
    'GET /api/payment/pi_1',
    createPaymentResponse({ status: 'refused', problem: REFUSAL }),
  );
  const respond = api.hold(CONFIRM, { body: { status: 'succeeded' } });
  const sheet = await openSheet(api);
  await payByCard(sheet);
  const hint = { id: CROWDFUNDING_ID, status: 'CLOSED', currentAmount: 0, numDonations: 0, position: 99 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  await waitFor(() => expect(screen.queryByLabelText('Kindracoins to donate')).toBeNull());
  respond();
  expect(await sheet.findByText(/The coins are in your wallet.$/)).toBeTruthy();
});

test('reports when the result of the payment cannot be loaded, and tries again', async () => {
  const api = createCrowdfundingApi()
    .on(CONFIRM, { body: { status: 'succeeded' } })
    .on('GET /api/payment/pi_1', { status: 500, body: {} });
  const sheet = await openSheet(api);
  await payByCard(sheet);
  expect(await sheet.findByText('Failed to retrieve payment status.')).toBeTruthy();
  api.on('GET /api/payment/pi_1', createPaymentResponse({ status: 'made' }));
  await app.reader.click(sheet.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('You have donated 1270 kindracoins!')).toBeTruthy();
});

test('keeps the card and shows the reason when it is declined', async () => {
  const api = createCrowdfundingApi().on(CONFIRM, DECLINE);
  const sheet = await openSheet(api);
  await payByCard(sheet);
  expect(await sheet.findByText(/^The payment was not made/)).toBeTruthy();
  expect(sheet.getByLabelText<HTMLInputElement>('Card number').value).toBe('4242 4242 4242 4242');
});

test('shows why a donation was refused, and that the coins are in the wallet', async () => {
  const api = createCrowdfundingApi()
    .on(CONFIRM, { body: { status: 'succeeded' } })
    .on('GET /api/payment/pi_1', createPaymentResponse({ status: 'refused', problem: REFUSAL }));
  const sheet = await openSheet(api);
  await payByCard(sheet);
  expect(
    await sheet.findByText('This crowdfunding does not accept donations. The coins are in your wallet.'),
  ).toBeTruthy();
});
