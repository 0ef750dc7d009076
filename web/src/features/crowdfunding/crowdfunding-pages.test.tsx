import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Crowdfunding } from '../../api/crowdfunding.ts';
import { eventSources } from '../../testing/browser-gaps.ts';
import {
  CROWDFUNDING_ID,
  CROWDFUNDING_PATH,
  createCrowdfundingApi,
  sampleCrowdfunding,
} from '../../testing/crowdfunding.ts';
import { closeApps } from '../../testing/open-apps.ts';
import { createEmptyApi, getCurrentPath, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = (api: ReturnType<typeof createCrowdfundingApi>, user?: ReturnType<typeof sampleUser>) => {
  app = renderApp({ at: `/crowdfundings/${CROWDFUNDING_ID}`, api, user });
  return screen.findByRole('heading', { name: 'A roof for the shelter' });
};

const getDonationCall = (amount: string) => {
  const path = `/api/transaction/donate/${CROWDFUNDING_ID}?amount=${amount}`;
  return {
    call: `POST ${path}`,
    answer: (overrides: Partial<Crowdfunding>) => sampleCrowdfunding(overrides),
  };
};

describe('the list', () => {
  test('shows active campaigns, or that there are none', async () => {
    app = renderApp({
      at: '/crowdfundings',
      api: createEmptyApi().on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] }),
    });
    const card = await screen.findByRole('article', { name: 'A roof for the shelter' });
    expect(within(card).getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '2,500 of 10,000 kindracoins',
    );
    expect(within(card).getByText('4 days left')).toBeTruthy();
    expect(within(card).getByText('25%')).toBeTruthy();
    closeApps();
    app = renderApp({
      at: '/crowdfundings',
      api: createEmptyApi().on('GET /api/crowdfunding/all', { body: [] }),
    });
    expect(await screen.findByText('There is currently no active crowdfunding.')).toBeTruthy();
  });

  test.each([
    ['PENDING', 'Awaiting approval'],
    ['CLOSED', 'Closed'],
    ['CANCELLED', 'Cancelled'],
    ['REJECTED', 'Rejected'],
  ] as const)('shows no time left of a campaign that is %s', async (status, word) => {
    const api = createEmptyApi().on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding({ status })] });
    app = renderApp({ at: '/crowdfundings', api });
    const card = within(await screen.findByRole('article', { name: 'A roof for the shelter' }));
    expect(card.getByText(word)).toBeTruthy();
    expect(card.queryByText(/left/)).toBeNull();
  });

  test('is searched, sorted and switched to finished ones, in its address', async () => {
    const api = createEmptyApi().on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] });
    api.on('GET /api/crowdfunding/all?state=finished', { body: [] });
    api.on('GET /api/crowdfunding/all?state=finished&sort=supported', { body: [] });
    api.on('GET /api/crowdfunding/all?state=finished&sort=supported&text=roof', { body: [] });
    app = renderApp({ at: '/crowdfundings', api });
    await screen.findByRole('article', { name: 'A roof for the shelter' });
    await app.reader.selectOptions(screen.getByLabelText('Show'), 'Finished');
    expect(await screen.findByText('No crowdfunding has finished yet.')).toBeTruthy();
    await app.reader.selectOptions(screen.getByLabelText('Sort by'), 'Most supported');
    await app.reader.type(screen.getByRole('searchbox', { name: 'Search' }), ' roof {Enter}');
    expect(await screen.findByText('No crowdfunding matches these words.')).toBeTruthy();
    expect(getCurrentPath()).toBe('/crowdfundings?state=finished&sort=supported&text=roof');
  });

  test('can be reloaded after a failure', async () => {
    const api = createEmptyApi().breakCall('GET /api/crowdfunding/all');
    app = renderApp({ at: '/crowdfundings', api });
    const retryButton = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] });
    await app.reader.click(retryButton);
    expect(await screen.findByRole('article', { name: 'A roof for the shelter' })).toBeTruthy();
  });
});

describe('donating', () => {
  test('uses 1000 coins by default, and updates the balance', async () => {
    const { call } = getDonationCall('1000');
    const body = {
      walletCoins: 250,
      crowdfunding: sampleCrowdfunding({ currentAmount: 3_500, numDonations: 3 }),
    };
    const api = createCrowdfundingApi().on(call, { body });
    await open(api, sampleUser());
    await screen.findByText(/You have 1,250 kindracoins/);
    api.on('GET /api/wallet', { body: { walletCoins: 250 } });
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    expect(await screen.findByText('You have donated 1000 kindracoins!')).toBeTruthy();
    expect(screen.getByText('3,500')).toBeTruthy();
    expect(await screen.findByText(/You have 250 kindracoins/)).toBeTruthy();
    expect(api.sentTo(call)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['1.000', '1,000'])('accepts %s as a thousand coins with either separator', async (typed) => {
    const { call } = getDonationCall('1000');
    const api = createCrowdfundingApi().on(call, {
      body: { walletCoins: 250, crowdfunding: sampleCrowdfunding() },
    });
    await open(api, sampleUser());
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.type(field, `${typed}{Enter}`);
    expect(await screen.findByText('You have donated 1000 kindracoins!')).toBeTruthy();
    expect(api.sentTo(call)).toHaveLength(1);
  });

  test('offers amounts in euros and coins, and shows what the coins are worth', async () => {
    const { call } = getDonationCall('2500');
    const api = createCrowdfundingApi().on(call, {
      body: { walletCoins: 0, crowdfunding: sampleCrowdfunding() },
    });
    api.on('GET /api/wallet', { body: { walletCoins: 2_500 } });
    await open(api, sampleUser({ walletCoins: 2_500 }));
    expect(screen.getByText('Worth 10.00 €')).toBeTruthy();
    const large = screen.getByRole('button', { name: '25 € 2,500 kindracoins' });
    expect(screen.getByRole('button', { pressed: true, name: '10 € 1,000 kindracoins' })).toBeTruthy();
    await app.reader.click(large);
    expect(screen.getByLabelText('Kindracoins to donate')).toHaveProperty('value', '2500');
    expect(screen.getByText('Worth 25.00 €')).toBeTruthy();
    expect(large.getAttribute('aria-pressed')).toBe('true');
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    expect(await screen.findByText('You have donated 2500 kindracoins!')).toBeTruthy();
  });

  test('is not repeated by a held Enter key or by further clicks of a double click', async () => {
    const { call } = getDonationCall('1000');
    const api = createCrowdfundingApi().on(call, {
      body: { walletCoins: 9_000, crowdfunding: sampleCrowdfunding() },
    });
    api.on('GET /api/wallet', { body: { walletCoins: 9_000 } });
    await open(api, sampleUser({ walletCoins: 9_000 }));
    const button = screen.getByRole('button', { name: 'Donate' });
    fireEvent.click(button, { detail: 1 });
    expect(await screen.findByText('You have donated 1000 kindracoins!')).toBeTruthy();
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull());
    expect(fireEvent.click(button, { detail: 2 })).toBe(false);
    const field = screen.getByLabelText('Kindracoins to donate');
    expect(fireEvent.keyDown(field, { key: 'Enter', repeat: true })).toBe(false);
    expect(fireEvent.keyDown(field, { key: 'Enter' })).toBe(true);
    expect(api.sentTo(call)).toHaveLength(1);
  });

  const leaveAndReturn = async () => {
    await app.reader.click(within(screen.getByRole('main')).getByRole('link', { name: 'CrowdFundings' }));
    await screen.findByRole('heading', { level: 1, name: 'CrowdFundings' });
    await app.reader.click(await screen.findByRole('link', { name: 'A roof for the shelter' }));
  };

  test('is not repeated when the user leaves and comes back before the response', async () => {
    const { call } = getDonationCall('1000');
    const body = { walletCoins: 250, crowdfunding: sampleCrowdfunding() };
    const api = createCrowdfundingApi().on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] });
    const respond = api.hold(call, { body });
    await open(api, sampleUser());
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    await leaveAndReturn();
    await app.reader.click(await screen.findByRole('button', { name: 'Donate' }));
    respond();
    await screen.findByText('You have donated 1000 kindracoins!');
    expect(api.sentTo(call)).toHaveLength(1);
  });

  test('repeats the idempotency key without a response, even after leaving, and uses a new one after a response', async () => {
    const { call } = getDonationCall('5');
    const api = createCrowdfundingApi()
      .on('GET /api/crowdfunding/all', { body: [sampleCrowdfunding()] })
      .breakCall(call);
    await open(api, sampleUser());
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.type(field, '5{Enter}');
    await screen.findByText('Error making the donation.');
    await leaveAndReturn();
    const amountField = await screen.findByLabelText('Kindracoins to donate');
    await app.reader.clear(amountField);
    await app.reader.type(amountField, '5');
    api.on(call, { body: { walletCoins: 1_245, crowdfunding: sampleCrowdfunding() } });
    for (const times of [2, 3]) {
      await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
      await waitFor(() => expect(api.sentTo(call)).toHaveLength(times));
      await screen.findByText('You have donated 5 kindracoins!');
    }
    const keys = api.sentTo(call).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[1]);
  });

  test.each([
    ['0', 'The minimum donation amount is 1 kindracoin.'],
    ['1.5', 'The amount must be a whole number of kindracoins.'],
    // One more than the sum of the balance and the largest purchase.
    [
      '1001251',
      'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
    ],
  ])('refuses %s out of 1250 before sending', async (amount, sentence) => {
    const api = createCrowdfundingApi();
    await open(api, sampleUser());
    await screen.findByText(/You have 1,250 kindracoins/);
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.type(field, `${amount}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(api.sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('keeps the amount and the anonymity of a visitor who logs in', async () => {
    await open(createCrowdfundingApi());
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.click(screen.getByRole('checkbox', { name: /^Anonymously/ }));
    await app.reader.type(field, '700{Enter}');
    await screen.findByText('You must log in to perform this action.');
    const storedAmount = sessionStorage.getItem(`donation:${CROWDFUNDING_ID}`);
    closeApps();
    sessionStorage.setItem(`donation:${CROWDFUNDING_ID}`, storedAmount ?? '');
    const api = createCrowdfundingApi();
    await open(api, sampleUser());
    expect(screen.getByLabelText<HTMLInputElement>('Kindracoins to donate').value).toBe('700');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Anonymously/ }).checked).toBe(true);
    expect(api.sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('suggests the default amount again to a user who left after typing another one', async () => {
    await open(createCrowdfundingApi(), sampleUser());
    await app.reader.clear(screen.getByLabelText('Kindracoins to donate'));
    await app.reader.type(screen.getByLabelText('Kindracoins to donate'), '5');
    expect(sessionStorage.getItem(`donation:${CROWDFUNDING_ID}`)).toBeNull();
  });

  test('redirects a visitor to the login', async () => {
    await open(createCrowdfundingApi());
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    expect(await screen.findByText('You must log in to perform this action.')).toBeTruthy();
    expect(getCurrentPath()).toBe('/login');
  });
});

test.each([
  [{ status: 'PENDING', endDate: null }, 'The crowdfunding accepts no donations until staff approve it.'],
  [
    { status: 'ACTIVE', endDate: '2026-12-01T10:00:00.000Z' },
    'If it is cancelled, or still open on March 1, 2027, every donor gets all coins back.',
  ],
  [{ status: 'CLOSED' }, 'Its creator closed the crowdfunding and receives all donated coins.'],
  [
    { status: 'CANCELLED' },
    'The crowdfunding was cancelled, or was not closed in time. Every donor gets all coins back.',
  ],
] as const)('explains what happens to the coins: %j', async (over, sentence) => {
  const api = createCrowdfundingApi(over);
  await open(api);
  const explanation = within(await screen.findByRole('region', { name: 'What happens to the coins' }));
  expect(explanation.getByText(sentence)).toBeTruthy();
});

test('shows donations of others while the page is open', async () => {
  const api = createCrowdfundingApi();
  await open(api);
  await app.reader.click(screen.getByRole('tab', { name: 'Donations' }));
  await screen.findByText('Nobody has donated yet.');
  const donor = { profileName: 'Nuria', nickname: 'nuria' };
  const donation = { id: 'd1', type: 'DONATION', timestamp: new Date().toISOString(), donor, amount: 700 };
  api.on(`GET /api/transaction/donations/${CROWDFUNDING_ID}`, { body: [donation] });
  const hint = { id: CROWDFUNDING_ID, status: 'ACTIVE', currentAmount: 3_200, numDonations: 3, position: 99 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  expect(await screen.findByText('3,200')).toBeTruthy();
  expect(await screen.findByText('700 kindracoins')).toBeTruthy();
  expect(api.sentTo(`GET ${CROWDFUNDING_PATH}/data`)).toHaveLength(1);
});

test('shows a decline by staff while the page is open', async () => {
  const api = createCrowdfundingApi({ status: 'PENDING', startDate: null, endDate: null });
  await open(api, sampleUser({ role: 'MOD' }));
  await screen.findByRole('tab', { name: 'Actions' });
  api.on(`GET ${CROWDFUNDING_PATH}/data`, {
    body: sampleCrowdfunding({ status: 'REJECTED', startDate: null, endDate: null }),
  });
  const hint = { id: CROWDFUNDING_ID, status: 'REJECTED', currentAmount: 0, numDonations: 0, position: 99 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  expect(await screen.findByText('Rejected')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull());
});

test('redirects to the list when the campaign does not exist', async () => {
  app = renderApp({
    at: `/crowdfundings/${CROWDFUNDING_ID}`,
    api: createEmptyApi().on('GET /api/crowdfunding/all', { body: [] }),
  });
  await waitFor(() => expect(getCurrentPath()).toBe('/crowdfundings'));
});
