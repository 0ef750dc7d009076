import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { Campaign } from '../../api/crowdfunding.ts';
import { formatDay } from '../../i18n/index.ts';
import { eventSources } from '../../testing/browser-gaps.ts';
import { closeApp, currentPlace, emptyApi, renderApp } from '../../testing/render-app.tsx';
import { sampleUser } from '../../testing/samples.ts';

const DAY_MS = 86_400_000;
const ID = '01890000-0000-7000-8000-000000004000';
const PATH = `/api/crowdfunding/${ID}`;
const CREATOR = { idProfile: 'creator', profileName: 'Stray Haven', nickname: 'strayhaven' };

const campaign = (over: Partial<Campaign> = {}): Campaign => ({
  id: ID,
  title: 'A roof for the shelter',
  description: 'It rains in.',
  goalAmount: 10_000,
  durationDays: 7,
  status: 'ACTIVE',
  createdDate: '2026-11-20T10:00:00.000Z',
  startDate: '2026-11-20T10:00:00.000Z',
  endDate: new Date(Date.now() + 3.5 * DAY_MS).toISOString(),
  currentAmount: 2_500,
  numDonations: 2,
  creator: CREATOR,
  ...over,
});

let app: ReturnType<typeof renderApp>;
afterEach(() => closeApp(app.store));

const apiOf = (over: Partial<Campaign> = {}, walletCoins = 1_250) =>
  emptyApi()
    .on('GET /api/wallet', { body: { walletCoins } })
    .on(`GET ${PATH}/data`, { body: campaign(over) })
    .on(`GET /api/transaction/donations/${ID}`, { body: [] });

const open = (api: ReturnType<typeof emptyApi>, user?: ReturnType<typeof sampleUser>) => {
  app = renderApp({ at: `/crowdfundings/${ID}`, api, user });
  return screen.findByRole('heading', { name: 'A roof for the shelter' });
};

const donated = (amount: string) => {
  const path = `/api/transaction/donate/${ID}?amount=${amount}`;
  return { call: `POST ${path}`, answer: (over: Partial<Campaign>) => campaign(over) };
};

describe('the list', () => {
  test('shows active campaigns, or that there are none', async () => {
    app = renderApp({
      at: '/crowdfundings',
      api: emptyApi().on('GET /api/crowdfunding/all', { body: [campaign()] }),
    });
    const card = await screen.findByRole('article', { name: 'A roof for the shelter' });
    expect(within(card).getByRole('progressbar').getAttribute('aria-valuetext')).toBe(
      '2,500 of 10,000 kindracoins',
    );
    expect(within(card).getByText('3 days left')).toBeTruthy();
    expect(within(card).getByText('25%')).toBeTruthy();
    closeApp(app.store);
    app = renderApp({
      at: '/crowdfundings',
      api: emptyApi().on('GET /api/crowdfunding/all', { body: [] }),
    });
    expect(await screen.findByText('There is currently no active crowdfunding.')).toBeTruthy();
  });

  test('that cannot be loaded can be asked for again', async () => {
    const api = emptyApi().breakCall('GET /api/crowdfunding/all');
    app = renderApp({ at: '/crowdfundings', api });
    const again = await screen.findByRole('button', { name: 'Try again' });
    api.on('GET /api/crowdfunding/all', { body: [campaign()] });
    await app.reader.click(again);
    expect(await screen.findByRole('article', { name: 'A roof for the shelter' })).toBeTruthy();
  });
});

describe('donating', () => {
  test('takes 1000 coins unless told otherwise, and the balance follows', async () => {
    const { call } = donated('1000');
    const body = { walletCoins: 250, crowdfunding: campaign({ currentAmount: 3_500, numDonations: 3 }) };
    const api = apiOf().on(call, { body });
    await open(api, sampleUser());
    await screen.findByText(/You have 1,250 kindracoins/);
    api.on('GET /api/wallet', { body: { walletCoins: 250 } });
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    expect(await screen.findByText('You have donated 1000 kindracoins!')).toBeTruthy();
    expect(screen.getByText('3,500')).toBeTruthy();
    expect(await screen.findByText(/You have 250 kindracoins/)).toBeTruthy();
    expect(api.sentTo(call)[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test.each(['1.000', '1,000'])(
    'of %s is of a thousand coins, whoever groups digits in this way',
    async (typed) => {
      const { call } = donated('1000');
      const api = apiOf().on(call, { body: { walletCoins: 250, crowdfunding: campaign() } });
      await open(api, sampleUser());
      const field = screen.getByLabelText('Kindracoins to donate');
      await app.reader.clear(field);
      await app.reader.type(field, `${typed}{Enter}`);
      expect(await screen.findByText('You have donated 1000 kindracoins!')).toBeTruthy();
      expect(api.sentTo(call)).toHaveLength(1);
    },
  );

  test('again, when no answer came, keeps the key; after an answer it is a new donation', async () => {
    const { call } = donated('5');
    const api = apiOf().breakCall(call);
    await open(api, sampleUser());
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.type(field, '5{Enter}');
    await screen.findByText('Error making the donation.');
    api.on(call, { body: { walletCoins: 1_245, crowdfunding: campaign() } });
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
    [
      '1251',
      'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
    ],
    ['1.5', 'The amount must be a whole number of kindracoins.'],
  ])('of %s out of 1250 is refused before it is sent', async (amount, sentence) => {
    const api = apiOf();
    await open(api, sampleUser());
    await screen.findByText(/You have 1,250 kindracoins/);
    const field = screen.getByLabelText('Kindracoins to donate');
    await app.reader.clear(field);
    await app.reader.type(field, `${amount}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(api.sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  test('is for those who are logged in', async () => {
    await open(apiOf());
    await app.reader.click(screen.getByRole('button', { name: 'Donate' }));
    expect(await screen.findByText('You must log in to perform this action.')).toBeTruthy();
    expect(currentPlace()).toBe('/login');
  });
});

describe('after the end date', () => {
  const over = { endDate: new Date(Date.now() - DAY_MS).toISOString() };
  const expiry = formatDay(new Date(Date.now() + 89 * DAY_MS).toISOString());

  test('nobody is asked to give, and when donations go back is said', async () => {
    await open(apiOf(over), sampleUser());
    expect(
      await screen.findByText(
        `This crowdfunding does not accept donations. Unless it is closed before, its donations are refunded on ${expiry}.`,
      ),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    expect(screen.getByRole('timer').textContent).toContain('00days');
  });

  test('which may come while the page is open, the form goes', async () => {
    await open(apiOf({ endDate: new Date(Date.now() + 60_000).toISOString() }), sampleUser());
    await screen.findByRole('button', { name: 'Donate' });
    const later = Date.now() + 120_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    expect(await screen.findByText(/^This crowdfunding does not accept donations/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    jest.restoreAllMocks();
  });

  test('its creator is told until when to close or cancel it', async () => {
    await open(apiOf(over), sampleUser({ id: 'creator' }));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    expect(
      screen.getByText(
        `Its time is over. Close or cancel it by ${expiry}: otherwise its donations are refunded then.`,
      ),
    ).toBeTruthy();
  });
});

test('donations of others appear while the page is open', async () => {
  const api = apiOf();
  await open(api);
  await app.reader.click(screen.getByRole('tab', { name: 'Donations' }));
  await screen.findByText('Nobody has donated yet.');
  const donor = { profileName: 'Nuria', nickname: 'nuria' };
  const donation = { id: 'd1', type: 'DONATION', timestamp: new Date().toISOString(), donor, amount: 700 };
  api.on(`GET /api/transaction/donations/${ID}`, { body: [donation] });
  const hint = { id: ID, status: 'ACTIVE', currentAmount: 3_200, numDonations: 3 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  expect(await screen.findByText('3,200')).toBeTruthy();
  expect(await screen.findByText('700 kindracoins')).toBeTruthy();
  expect(api.sentTo(`GET ${PATH}/data`)).toHaveLength(1);
});

test('what staff decline meanwhile is shown to those who look at it', async () => {
  const api = apiOf({ status: 'PENDING', startDate: null, endDate: null });
  await open(api, sampleUser({ role: 'MOD' }));
  await screen.findByRole('tab', { name: 'Actions' });
  api.on(`GET ${PATH}/data`, { body: campaign({ status: 'REJECTED', startDate: null, endDate: null }) });
  const hint = { id: ID, status: 'REJECTED', currentAmount: 0, numDonations: 0 };
  act(() => [...eventSources][0]?.send('crowdfunding-changed', hint));
  expect(await screen.findByText('Rejected')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull());
});

describe('actions', () => {
  const creator = sampleUser({ id: 'creator' });

  test('the creator cancels after a question, and refunds are told of', async () => {
    const api = apiOf()
      .on(`PUT /api/crowdfunding/cancel/${ID}`, { body: campaign({ status: 'CANCELLED' }) })
      .on(`GET ${PATH}/settlement`, {
        body: { kind: 'REFUND', total: 2, done: 1, coinsTotal: 2_500, coinsDone: 500, finished: false },
      });
    await open(api, creator);
    expect(screen.queryByRole('button', { name: 'Donate' })).toBeNull();
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    await app.reader.click(screen.getByRole('button', { name: 'Cancel crowdfunding' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('All donors are fully refunded: 2,500 kindracoins go back');
    expect(dialog.textContent).toContain('This action cannot be reversed.');
    api.on(`GET ${PATH}/data`, { body: campaign({ status: 'CANCELLED', currentAmount: 0 }) });
    expect(within(dialog).getByRole('button', { name: 'Go back' })).toBeTruthy();
    await app.reader.click(within(dialog).getByRole('button', { name: 'Cancel crowdfunding' }));
    expect(await screen.findByText('Crowdfunding successfully cancelled.')).toBeTruthy();
    const going = await screen.findByText('Refunding: 1 of 2 donations given back.');
    expect(going.closest('[role=status]')).toBeNull();
    expect(screen.getByText('Finished')).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull();
  });

  test('staff approve what waits for them, with a reason', async () => {
    const call = `PUT /api/dashboard/approve/crowdfunding/${ID}`;
    const api = apiOf({ status: 'PENDING', startDate: null, endDate: null }).on(call, { body: campaign() });
    await open(api, sampleUser({ role: 'MOD' }));
    expect(screen.queryByRole('timer')).toBeNull();
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    await app.reader.click(screen.getByRole('button', { name: 'Approve A roof for the shelter' }));
    const dialog = within(await screen.findByRole('dialog'));
    await app.reader.type(dialog.getByLabelText('Reason (optional)'), 'Papers are fine.');
    api.on(`GET ${PATH}/data`, { body: campaign() });
    await app.reader.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(await screen.findByText('Crowdfunding successfully approved.')).toBeTruthy();
    expect(api.sentTo(call)[0]?.body).toEqual({ reason: 'Papers are fine.' });
    expect(await screen.findByRole('timer')).toBeTruthy();
  });

  test.each([
    [/^Approve/, 'approve', null, { role: 'MOD' }, 'PENDING', 'ACTIVE'],
    [/^Decline/, 'decline', 'Rejected', { role: 'MOD' }, 'PENDING', 'REJECTED'],
    [/^Cancel crowdfunding/, 'cancel', 'Cancelled', creator, 'ACTIVE', 'CANCELLED'],
    [/^Close crowdfunding/, 'close', 'Closed', creator, 'ACTIVE', 'CLOSED'],
  ] as const)('what answers to %s shows at once', async (button, verb, badge, over, before, status) => {
    const staff = verb === 'approve' || verb === 'decline';
    const call = staff ? `dashboard/${verb}/crowdfunding` : `crowdfunding/${verb}`;
    const api = apiOf({ status: before }).on(`PUT /api/${call}/${ID}`, { body: campaign({ status }) });
    await open(api, sampleUser(over));
    await app.reader.click(screen.getByRole('tab', { name: 'Actions' }));
    api.on(`GET ${PATH}/data`, () => new Promise(() => {}));
    await app.reader.click(screen.getByRole('button', { name: button }));
    const dialog = within(screen.getByRole('dialog'));
    await app.reader.click(dialog.getByRole('button', { name: button }));
    expect(await (badge ? screen.findByText(badge) : screen.findByRole('timer'))).toBeTruthy();
  });

  test.each([
    ['nobody but creator and staff', sampleUser(), 'ACTIVE'],
    ['the creator of what is over', creator, 'CLOSED'],
  ] as const)('are not for %s', async (_, user, status) => {
    await open(apiOf({ status }), user);
    expect(screen.queryByRole('tab', { name: 'Actions' })).toBeNull();
  });
});

test('a campaign that does not exist leads to the list', async () => {
  app = renderApp({
    at: `/crowdfundings/${ID}`,
    api: emptyApi().on('GET /api/crowdfunding/all', { body: [] }),
  });
  await waitFor(() => expect(currentPlace()).toBe('/crowdfundings'));
});
