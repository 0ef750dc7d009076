import { screen, waitFor, within } from '@testing-library/react';
import type { Transaction } from '../../../../../contract/wallet.ts';
import { updateBalance } from '../../../api/wallet.ts';
import { closeApps } from '../../../testing/open-apps.ts';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { createId, sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const LIST = 'GET /api/transaction/';

const createTransaction = (n: number, overrides: Partial<Transaction> = {}): Transaction => ({
  id: createId(n),
  type: 'PURCHASE',
  amount: 1000,
  direction: 'IN',
  dateTime: '2026-11-20T10:00:00.000Z',
  balance: 1000,
  crowdfunding: null,
  ...overrides,
});

function openWallet(list: Parameters<ReturnType<typeof createEmptyApi>['on']>[1], walletCoins = 1250) {
  const api = createEmptyApi().on('GET /api/wallet', { body: { walletCoins } }).on(LIST, list);
  app = renderApp({ at: '/wallet', user: sampleUser({ walletCoins: 5 }), api });
}

const findBalance = () => screen.findByRole('region', { name: 'Balance' });
const getHeader = () => within(screen.getByRole('banner'));

test('shows the balance of the server here and in the menu, with its value in euros', async () => {
  openWallet({ body: [] });
  await waitFor(async () => expect((await findBalance()).textContent).toContain('1,250 coins'));
  expect((await findBalance()).textContent).toContain('worth 12.50 €');
  expect(await getHeader().findByText('1,250')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Buy coins' }).getAttribute('href')).toBe('/wallet/payment');
  expect(await screen.findByText('There are no transactions yet.')).toBeTruthy();
});

test('shows 0 coins when the balance cannot be loaded', async () => {
  openWallet({ body: [] });
  app.api.on('GET /api/wallet', { status: 500, body: { message: 'No.', code: 'INTERNAL_ERROR' } });
  closeApps();
  app = renderApp({ at: '/wallet', user: sampleUser({ walletCoins: 5 }), api: app.api });
  await waitFor(async () => expect((await findBalance()).textContent).toContain('0 coins'));
  expect(await getHeader().findByText('0')).toBeTruthy();
});

test('shows kind, direction and balance of each transaction', async () => {
  const crowdfunding = { id: createId(77), title: 'A roof for the shelter' };
  const outgoing = { direction: 'OUT' as const, amount: 30, balance: 70 };
  openWallet({
    body: [
      createTransaction(1),
      createTransaction(2, { ...outgoing, type: 'DONATION', crowdfunding }),
      createTransaction(3, { type: 'REFUND', crowdfunding }),
      createTransaction(4, { type: 'CROWDFUNDING', crowdfunding }),
      createTransaction(5, { ...outgoing, type: 'ADJUSTMENT' }),
      createTransaction(6, { ...outgoing, type: 'PROVIDER_REFUND' }),
      createTransaction(7, { ...outgoing, type: 'CHARGEBACK' }),
      createTransaction(8, { type: 'CHARGEBACK_REVERSED', amount: 1, balance: 1 }),
    ],
  });
  const rows = within(await screen.findByRole('list', { name: 'Transactions' })).getAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual([
    'Coins bought',
    'Donation',
    'Donation refunded',
    'Raised by your campaign',
    'Correction by staff',
    'Refunded to your card',
    'Taken back by your bank',
    'Returned by your bank',
  ]);
  expect(rows[0]?.textContent).toContain('+1,000 coins');
  expect(rows[1]?.textContent).toContain('−30 coins');
  expect(rows[1]?.textContent).toContain('Balance 70 coins');
  expect(rows[7]?.textContent).toContain('+1 coin');
  const donation = within(rows[1] as HTMLElement);
  const link = donation.getByRole('link', { name: 'A roof for the shelter' });
  expect(link.getAttribute('href')).toBe(`/crowdfundings/${createId(77)}`);
  expect(donation.getByRole('link', { name: /^Receipt: Donation, 30 coins/ }).getAttribute('href')).toBe(
    `/wallet/receipts/${createId(2)}`,
  );
});

test('loads more transactions when the button is pressed', async () => {
  const next = '/api/transaction/?cursor=c1';
  openWallet({ body: [createTransaction(1)], headers: { Link: `<${next}>; rel="next"` } });
  app.api.on(`GET ${next}`, { body: [createTransaction(2, { amount: 77 })] });
  await app.reader.click(await screen.findByRole('button', { name: 'Load More' }));
  expect(await screen.findByText('+77 coins')).toBeTruthy();
  expect(screen.getByText('+1,000 coins')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Load More' })).toBeNull();
});

test('can reload a list that failed', async () => {
  openWallet(() => {
    throw new TypeError('Failed to fetch');
  });
  expect((await screen.findAllByText('Error getting list of transactions.')).length).toBeGreaterThan(0);
  app.api.on(LIST, { body: [createTransaction(1)] });
  await app.reader.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('+1,000 coins')).toBeTruthy();
});

test('shows the balance of another response at once, and reloads the transactions', async () => {
  openWallet({ body: [createTransaction(1)] });
  await screen.findByText('+1,000 coins');
  app.api.on('GET /api/wallet', { body: { walletCoins: 950 } });
  app.api.on(LIST, { body: [createTransaction(2, { type: 'DONATION', direction: 'OUT', amount: 300 })] });
  app.store.dispatch(updateBalance(950));
  expect(await getHeader().findByText('950')).toBeTruthy();
  expect(await screen.findByText('−300 coins')).toBeTruthy();
});
