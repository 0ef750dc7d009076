import { act, screen, waitFor, within } from '@testing-library/react';
import { loadPurchase, savePurchase } from '../../../shared/payment/open-purchase.ts';
import { createEmptyApi, getCurrentPath, goInHistory, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;
beforeEach(() => sessionStorage.clear());

const CREATE_PAYMENT = 'POST /api/payment/create-payment-intent';
const CONFIRM_PAYMENT = 'POST /payment-simulator/v1/payment_intents/pi_1/confirm';
const GET_PAYMENT = 'GET /api/payment/pi_1';
const SECRET = 'pi_1_secret_s';

const createPaymentApi = () =>
  createEmptyApi()
    .on('GET /api/wallet', { body: { walletCoins: 1250 } })
    .on('GET /api/payment/config', {
      body: { provider: 'simulator', publishableKey: 'pk_test_1', apiBase: '/payment-simulator' },
    })
    .on(CREATE_PAYMENT, { body: SECRET });

const open = (api = createPaymentApi()) => {
  app = renderApp({ at: '/wallet/payment', user: sampleUser(), api });
};
const press = (name: string | RegExp) => app.reader.click(screen.getByRole('button', { name }));
const chooseAnother = async (amount: string) => {
  await app.reader.click(await screen.findByRole('radio', { name: 'Another amount' }));
  await app.reader.type(screen.getByLabelText('Amount in coins'), amount);
};

async function fillCard(number = '4242424242424242') {
  await app.reader.type(await screen.findByLabelText('Card number'), number);
  await app.reader.type(screen.getByLabelText('Expiry date'), '1240');
  await app.reader.type(screen.getByLabelText('Security code (CVC)'), '123');
}

async function payByCard(number?: string) {
  await screen.findByRole('button', { name: 'Continue' });
  await press('Continue');
  await fillCard(number);
  await press(/^Pay/);
}

test('links back to the wallet', async () => {
  open();
  const link = await within(screen.getByRole('main')).findByRole('link', { name: 'Wallet' });
  expect(link.getAttribute('href')).toBe('/wallet');
});

describe('the amount', () => {
  test('is one of the presets, 1000 coins by default, each with its price', async () => {
    open();
    const presets = await screen.findAllByRole('radio');
    expect(presets.map((preset) => preset.closest('label')?.textContent)).toEqual([
      '50 coins0.50 €',
      '100 coins1.00 €',
      '250 coins2.50 €',
      '500 coins5.00 €',
      '1,000 coins10.00 €',
      '2,500 coins25.00 €',
      '5,000 coins50.00 €',
      '10,000 coins100.00 €',
      'Another amount',
    ]);
    expect(screen.getByRole('radio', { name: /^1,000 coins/ })).toHaveProperty('checked', true);
    await press('Continue');
    await screen.findByLabelText('Card number');
    expect(app.api.sentTo(CREATE_PAYMENT)[0]?.body).toEqual({ amount: 1000 });
    expect(screen.getByRole('heading', { name: '1,000 coins for 10.00 €' })).toBeTruthy();
  });

  test.each([
    ['49', 'Min. 50', 'The minimum purchase amount is 50 kindracoins.'],
    ['1000001', null, 'The maximum purchase amount is 1000000 kindracoins.'],
    ['0', 'Min. 50', 'The minimum purchase amount is 50 kindracoins.'],
    ['-100', 'Min. 50', 'The minimum purchase amount is 50 kindracoins.'],
    ['12.50', null, 'The amount must be a whole number of kindracoins.'],
  ])('is refused when it is custom and %s', async (typed, isMarked, sentence) => {
    open();
    await chooseAnother(typed);
    if (isMarked) expect(screen.getByText(isMarked)).toBeTruthy();
    await press('Continue');
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Amount in coins'));
    expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(0);
  });

  test('shows the price of a custom amount', async () => {
    open();
    await chooseAnother('1234567');
    await app.reader.clear(screen.getByLabelText('Amount in coins'));
    await app.reader.type(screen.getByLabelText('Amount in coins'), '123a456');
    expect(screen.getByText('Total 1,234.56 €')).toBeTruthy();
    await press('Continue');
    await waitFor(() => expect(app.api.sentTo(CREATE_PAYMENT)[0]?.body).toEqual({ amount: 123_456 }));
  });

  test('is requested with the same key again when there was no response', async () => {
    open(createPaymentApi().breakCall(CREATE_PAYMENT));
    await screen.findByRole('button', { name: 'Continue' });
    await press('Continue');
    expect(await screen.findByText('Error generating payment card.')).toBeTruthy();
    await press('Continue');
    await waitFor(() => expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(2));
    const [first, second] = app.api
      .sentTo(CREATE_PAYMENT)
      .map(({ headers }) => headers.get('Idempotency-Key'));
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });
});

describe('the card', () => {
  test('has fields for autofill, and is validated before it is sent', async () => {
    open();
    await screen.findByRole('button', { name: 'Continue' });
    await press('Continue');
    const number = await screen.findByLabelText('Card number');
    expect(number.getAttribute('autocomplete')).toBe('cc-number');
    expect(screen.getByLabelText('Expiry date').getAttribute('autocomplete')).toBe('cc-exp');
    expect(screen.getByLabelText('Security code (CVC)').getAttribute('autocomplete')).toBe('cc-csc');
    await press(/^Pay/);
    expect(screen.getByText('Enter the number of your card.')).toBeTruthy();
    expect(document.activeElement).toBe(number);
    expect(app.api.sentTo(CONFIRM_PAYMENT)).toHaveLength(0);
  });

  test('is sent in the provider’s format, once however often the button is pressed', async () => {
    let answer = (_: { body: unknown }) => {};
    open(createPaymentApi().on(CONFIRM_PAYMENT, () => new Promise((resolve) => (answer = resolve))));
    app.api.on(GET_PAYMENT, { body: { status: 'succeeded', amount: 1000, credited: true } });
    await payByCard();
    await press(/^Pay/);
    await press(/^Pay/);
    answer({ body: { status: 'succeeded' } });
    expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
    const confirmations = app.api.sentTo(CONFIRM_PAYMENT);
    expect(confirmations).toHaveLength(1);
    expect(confirmations[0]?.headers.get('Authorization')).toBe('Bearer pk_test_1');
    expect(confirmations[0]?.body).toEqual({
      client_secret: SECRET,
      return_url: `${location.origin}/wallet/payment/result`,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': '4242424242424242',
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '2040',
      'payment_method_data[card][cvc]': '123',
    });
    expect(getCurrentPath()).toContain(
      `payment_intent=pi_1&payment_intent_client_secret=${SECRET}&redirect_status=succeeded`,
    );
  });

  test('cannot be left for another amount while it is being charged', async () => {
    let failRequest = () => {};
    open(
      createPaymentApi().on(
        CONFIRM_PAYMENT,
        () => new Promise((_, reject) => (failRequest = () => reject(new TypeError()))),
      ),
    );
    await payByCard();
    const change = screen.getByRole('button', { name: 'Change the amount' });
    expect(change).toHaveProperty('disabled', true);
    failRequest();
    await waitFor(() => expect(change).toHaveProperty('disabled', false));
  });

  test('does not redirect a user who has left while it was being charged', async () => {
    let answer = (_: { body: unknown }) => {};
    open(createPaymentApi().on(CONFIRM_PAYMENT, () => new Promise((resolve) => (answer = resolve))));
    await payByCard();
    const messages = screen.getByRole('link', { name: 'Messages' });
    await app.reader.click(messages);
    await screen.findByRole('heading', { name: 'Messages' });
    await act(async () => answer({ body: { status: 'succeeded' } }));
    await app.reader.hover(messages);
    expect(getCurrentPath()).toBe('/conversations');
  });

  test('can be sent again after the user returns from the bank', async () => {
    open(createPaymentApi().on(CONFIRM_PAYMENT, () => new Promise(() => {})));
    await payByCard();
    const button = screen.getByRole('button', { name: /^Pay/ });
    expect(button.getAttribute('aria-busy')).toBe('true');
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(button.getAttribute('aria-busy')).toBeNull();
  });

  test('shows why it was declined, and can be tried again with the same purchase', async () => {
    const intent = { status: 'requires_payment_method' };
    const error = { code: 'card_declined', message: 'Your card was declined.', payment_intent: intent };
    open(createPaymentApi().on(CONFIRM_PAYMENT, { status: 402, body: { error } }));
    app.api.on(GET_PAYMENT, { body: { status: 'requires_payment_method', amount: 1000, credited: false } });
    await payByCard('4000000000000002');
    expect(await screen.findByRole('heading', { name: 'Payment failed. Please try again.' })).toBeTruthy();
    expect(screen.getByText(/Your card was declined\./)).toBeTruthy();
    await app.reader.click(screen.getByRole('link', { name: 'Try again' }));
    await screen.findByLabelText('Card number');
    expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(1);
    await app.reader.click(screen.getByRole('button', { name: 'Close message' }));
    const respond = app.api.on(CONFIRM_PAYMENT, { body: { status: 'succeeded' } }).hold(GET_PAYMENT);
    await fillCard();
    await press(/^Pay/);
    expect(await screen.findByText('Checking your payment')).toBeTruthy();
    respond({ body: { status: 'succeeded', amount: 1000, credited: true } });
    expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
    expect(screen.queryByText('Payment failed. Please try again.')).toBeNull();
  });

  test('shows an error of the provider at its field', async () => {
    const error = { param: 'exp_year', message: "Your card's expiration year is invalid." };
    open(createPaymentApi().on(CONFIRM_PAYMENT, { status: 402, body: { error } }));
    await payByCard();
    expect(await screen.findByText(error.message)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Expiry date'));
  });

  test('can be sent again without a response, and succeeds if it is paid already', async () => {
    open(createPaymentApi().breakCall(CONFIRM_PAYMENT));
    await payByCard();
    expect(await screen.findByText('There was an error making the payment.')).toBeTruthy();
    const error = { code: 'payment_intent_unexpected_state', payment_intent: { status: 'succeeded' } };
    app.api.on(CONFIRM_PAYMENT, { status: 400, body: { error } });
    app.api.on(GET_PAYMENT, { body: { status: 'succeeded', amount: 1000, credited: true } });
    await press(/^Pay/);
    expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
    expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(1);
  });
});

describe('a page that is reloaded', () => {
  const { id: accountId } = sampleUser();

  test('continues the open purchase, and can change the amount', async () => {
    savePurchase({ accountId, amount: 500, clientSecret: SECRET });
    open(
      createPaymentApi().on(GET_PAYMENT, {
        body: { status: 'requires_payment_method', amount: 500, credited: false },
      }),
    );
    expect(await screen.findByRole('heading', { name: '500 coins for 5.00 €' })).toBeTruthy();
    await press('Change the amount');
    expect(await screen.findAllByRole('radio')).toHaveLength(9);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /^500 coins/ }).checked).toBe(true);
    expect(loadPurchase(accountId)).toBeNull();
    expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(0);
  });

  test('keeps a custom amount that is changed', async () => {
    savePurchase({ accountId, amount: 60, clientSecret: SECRET });
    open(
      createPaymentApi().on(GET_PAYMENT, {
        body: { status: 'requires_payment_method', amount: 60, credited: false },
      }),
    );
    await screen.findByRole('heading', { name: '60 coins for 0.60 €' });
    await press('Change the amount');
    expect((await screen.findByLabelText<HTMLInputElement>('Amount in coins')).value).toBe('60');
  });

  test('redirects to the result when the purchase has been paid', async () => {
    savePurchase({ accountId, amount: 500, clientSecret: SECRET });
    open(createPaymentApi().on(GET_PAYMENT, { body: { status: 'succeeded', amount: 500, credited: true } }));
    expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
    expect(screen.queryByLabelText('Card number')).toBeNull();
    await waitFor(() => expect(loadPurchase(accountId)).toBeNull());
  });

  test('ignores a purchase of another account', async () => {
    savePurchase({ accountId: 'somebody', amount: 500, clientSecret: SECRET });
    open();
    expect(await screen.findAllByRole('radio')).toHaveLength(9);
  });
});

describe('the browser history', () => {
  test('leads from the card back to the amount, and again to the same purchase', async () => {
    open();
    await screen.findByRole('button', { name: 'Continue' });
    await press('Continue');
    await screen.findByLabelText('Card number');
    app.api.on(GET_PAYMENT, { body: { status: 'requires_payment_method', amount: 1000, credited: false } });
    await goInHistory(-1);
    expect(await screen.findByRole('radio', { name: /^1,000 coins/ })).toHaveProperty('checked', true);
    expect(getCurrentPath()).toBe('/wallet/payment');
    await goInHistory(1);
    expect(await screen.findByLabelText('Card number')).toBeTruthy();
    expect(app.api.sentTo(CREATE_PAYMENT)).toHaveLength(1);
  });

  test('leads to the result if the purchase was paid meanwhile', async () => {
    open();
    await screen.findByRole('button', { name: 'Continue' });
    await press('Continue');
    await screen.findByLabelText('Card number');
    await goInHistory(-1);
    app.api.on(GET_PAYMENT, { body: { status: 'succeeded', amount: 1000, credited: true } });
    await goInHistory(1);
    expect(await screen.findByRole('heading', { name: 'Thank you, the payment succeeded' })).toBeTruthy();
  });
});
