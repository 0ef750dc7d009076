import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Receipt } from '../../../../../contract/wallet.ts';
import { closeApps } from '../../../testing/open-apps.ts';
import { createEmptyApi, renderApp } from '../../../testing/render-app.tsx';
import { sampleUser } from '../../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const ID = '01890000-0000-7000-8000-000000000001';
const CALL = `GET /api/transaction/${ID}/receipt`;

const receipt: Receipt = {
  id: ID,
  type: 'PURCHASE',
  amount: 1205,
  direction: 'IN',
  dateTime: '2026-11-20T10:00:00.000Z',
  balance: 2205,
  crowdfunding: null,
  number: 'K-2026-00000042',
  euros: '12.05',
  paymentId: 'pi_42',
  entryId: ID,
  eventId: '01890000-0000-7000-8000-000000000002',
  position: 42,
  eventHash: 'e'.repeat(64),
  trail: null,
  holder: { profileName: 'Rea Reader', nickname: 'reader' },
};

const open = (api: ReturnType<typeof createEmptyApi>) => {
  app = renderApp({ at: `/wallet/receipts/${ID}`, user: sampleUser(), api });
};

test('shows what, when, how much and by which payment, and prints', async () => {
  open(createEmptyApi().on(CALL, { body: receipt }));
  const paper = within(await screen.findByRole('article', { name: 'Receipt K-2026-00000042' }));
  for (const text of [
    'Coins bought',
    '+1,205 coins',
    '12.05 €',
    'pi_42',
    '2,205 coins',
    'Rea Reader (@reader)',
    'e'.repeat(64),
  ])
    expect(paper.getByText(text)).toBeTruthy();
  const print = jest.spyOn(window, 'print').mockImplementation(() => undefined);
  await app.reader.click(screen.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledTimes(1);
});

test('names the campaign of a donation', async () => {
  const crowdfunding = { id: ID, title: 'A roof for the shelter' };
  const trail = { sequence: 7, hash: 'a'.repeat(64) };
  open(
    createEmptyApi().on(CALL, {
      body: { ...receipt, type: 'DONATION', direction: 'OUT', crowdfunding, paymentId: null, trail },
    }),
  );
  expect(await screen.findByRole('link', { name: 'A roof for the shelter' })).toBeTruthy();
  expect(screen.getByText('−1,205 coins')).toBeTruthy();
  expect(screen.queryByText('Card payment')).toBeNull();
  const line = screen.getByRole('link', { name: `7: ${trail.hash}` });
  expect(line.getAttribute('href')).toBe(`/crowdfundings/${ID}/coins?line=7`);
});

test('shows a sentence for an unknown receipt, and offers to reload a failed one', async () => {
  open(
    createEmptyApi().on(CALL, {
      status: 404,
      body: { message: 'The transaction does not exist.', code: 'TRANSACTION_NOT_FOUND' },
    }),
  );
  expect(await screen.findByText('The transaction does not exist.')).toBeTruthy();
  closeApps();
  open(createEmptyApi().breakCall(CALL));
  const failure = await screen.findByText('The receipt could not be loaded.');
  app.api.on(CALL, { body: receipt });
  await app.reader.click(
    within(failure.parentElement as HTMLElement).getByRole('button', { name: 'Try again' }),
  );
  expect(await screen.findByText('12.05 €')).toBeTruthy();
});
