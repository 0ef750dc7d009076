import { screen, waitFor, within } from '@testing-library/react';
import { createEmptyApi, getCurrentPath, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const GET_PAYMENT = 'GET /api/payment/pi_1';
const createWalletApi = () => createEmptyApi().on('GET /api/wallet', { body: { walletCoins: 1250 } });
const press = (name: string) => app.reader.click(screen.getByRole('button', { name }));
const open = (api: ReturnType<typeof createEmptyApi>, at: string = AT) => {
  app = renderApp({ at, user: sampleUser(), api });
};

const AT = `/wallet/payment/result?payment_intent=pi_1&redirect_status=succeeded`;
const paidPayment = { status: 'succeeded', amount: 1000, credited: true };
const getMessages = () => within(screen.getByRole('status', { name: 'Messages from Kindra' }));
const getInMenu = (text: string) => within(screen.getByRole('banner')).getByText(text);

test('updates the balance from the server once after a success', async () => {
  const api = createWalletApi().on(GET_PAYMENT, { body: paidPayment });
  open(api);
  await screen.findByText('1,000 coins for 10.00 € are in your wallet.');
  await waitFor(() => expect(getCurrentPath()).toBe(`${AT}&checked=true`));
  await waitFor(() => expect(getInMenu('1,250')).toBeTruthy());
});

test('adds the amount to the balance if the server does not return the balance', async () => {
  open(createWalletApi().on(GET_PAYMENT, { body: paidPayment }).breakCall('GET /api/wallet'));
  await waitFor(() => expect(app.store.getState().session.current?.user.walletCoins).toBe(2250));
});

test('changes nothing for a result that was checked before', async () => {
  open(
    createWalletApi().on(GET_PAYMENT, { body: paidPayment }).breakCall('GET /api/wallet'),
    `${AT}&checked=true`,
  );
  await screen.findByText('1,000 coins for 10.00 € are in your wallet.');
  expect(app.store.getState().session.current?.user.walletCoins).toBe(1250);
});

test('can reload a result that is still processing', async () => {
  open(
    createWalletApi().on(GET_PAYMENT, { body: { ...paidPayment, status: 'processing', credited: false } }),
  );
  expect(await screen.findByRole('heading', { name: 'Your payment is being processed' })).toBeTruthy();
  app.api.on(GET_PAYMENT, { body: paidPayment });
  await press('Reload');
  expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
  await waitFor(() => expect(getCurrentPath()).toContain('checked=true'));
});

test.each(['requires_payment_method', 'canceled', 'requires_action'])(
  'shows %s as a failure, regardless of the address',
  async (status) => {
    open(createWalletApi().on(GET_PAYMENT, { body: { status, amount: 1000, credited: false } }));
    expect(await screen.findByRole('heading', { name: 'Payment failed. Please try again.' })).toBeTruthy();
    expect(await getMessages().findByText('Payment failed. Please try again.')).toBeTruthy();
    expect(getCurrentPath()).toBe(AT);
  },
);

test('shows an error when the result cannot be loaded', async () => {
  open(createWalletApi().breakCall(GET_PAYMENT));
  expect(await getMessages().findByText('Failed to retrieve payment status.')).toBeTruthy();
  expect(screen.getAllByText('Failed to retrieve payment status.')).toHaveLength(2);
});

test('thanks for a donation whose crowdfunding cannot be loaded', async () => {
  const donation = { id: 'd9', crowdfundingId: 'c1', amount: 500, status: 'made', problem: null };
  open(createWalletApi().on(GET_PAYMENT, { body: { ...paidPayment, donation } }));
  expect(await screen.findByText('You have donated 500 coins.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your receipt' }).getAttribute('href')).toBe('/wallet/receipts/d9');
});

test('shows that the page can be left while a donation is being made', async () => {
  const donation = { id: 'd9', crowdfundingId: 'c1', amount: 500, status: 'planned', problem: null };
  open(createWalletApi().on(GET_PAYMENT, { body: { ...paidPayment, donation } }));
  expect(await screen.findByText(/even if you leave this page\.$/)).toBeTruthy();
});

test('checks a success again until the coins are credited', async () => {
  const api = createWalletApi().on(GET_PAYMENT, { body: { ...paidPayment, credited: false } });
  open(api);
  await screen.findByText('Your 1,000 coins will be in your wallet shortly.');
  await waitFor(() => expect(getCurrentPath()).toContain('checked=true'));
  api.on(GET_PAYMENT, { body: paidPayment }).on('GET /api/wallet', { body: { walletCoins: 2250 } });
  expect(await screen.findByText('1,000 coins for 10.00 € are in your wallet.')).toBeTruthy();
  await waitFor(() => expect(getInMenu('2,250')).toBeTruthy());
});

test('redirects to the wallet without a payment', async () => {
  open(createWalletApi(), '/wallet/payment/result');
  await waitFor(() => expect(getCurrentPath()).toBe('/wallet'));
});

test('shows why a payment is unknown, without a retry', async () => {
  const message = 'The payment does not exist.';
  open(createWalletApi().on(GET_PAYMENT, { status: 404, body: { message, code: 'PAYMENT_NOT_FOUND' } }));
  expect(await within(screen.getByRole('main')).findByText(message)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
