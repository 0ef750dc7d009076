import { screen, waitFor, within } from '@testing-library/react';
import { AUDIT_PATH, crowdfunding, donation, donor, renderAudit, statement } from '../../testing/audit.ts';
import { getCurrentPath, type renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

test('shows the totals of a campaign’s statement, and links to the public trail', async () => {
  open(`/crowdfundings/${crowdfunding}`, { [`${AUDIT_PATH}/crowdfundings/${crowdfunding}`]: statement });
  expect(await screen.findByRole('heading', { level: 1, name: 'A roof for the shelter' })).toBeTruthy();
  expect(screen.getByText('Donated').parentElement?.textContent).toBe('Donated12,500');
  expect(screen.getByText('Held').parentElement?.textContent).toBe('Held0');
  expect(screen.getByRole('link', { name: 'Public coin trail' }).getAttribute('href')).toBe(
    `/crowdfundings/${crowdfunding}/coins`,
  );
  const refunded = screen.getByRole('link', { name: 'Refunded' }).getAttribute('href');
  expect(refunded).toContain('type=REFUND');
  expect(refunded).toContain(`crowdfunding=${crowdfunding}`);
});

test('shows the balance of an account after each line', async () => {
  const account = `wallet:${donor}`;
  const line = { id: donation, position: 41, type: 'DONATION', dateTime: '2026-11-20T10:30:15.000Z' };
  open(`/accounts/${encodeURIComponent(account)}`, {
    [`${AUDIT_PATH}/accounts/${encodeURIComponent(account)}`]: {
      account,
      name: 'donor1',
      balance: 7_500,
      lines: [{ ...line, debit: 12_500, credit: 0, balance: 7_500 }],
    },
  });
  const link = await screen.findByRole('link', { name: 'Donation' });
  const parameters = new URLSearchParams(link.getAttribute('href')?.split('?')[1]);
  expect([parameters.get('from'), parameters.get('to')]).toEqual([
    '2026-11-20T10:30:00.000Z',
    '2026-11-20T10:31:00.000Z',
  ]);
  const row = link.closest('tr');
  expect(row?.textContent).toBe('2026-11-20 10:30:15Donation12,5007,500');
  expect(screen.getByRole('heading', { name: 'Wallet of @donor1' })).toBeTruthy();
  expect(screen.getByText(account).closest('details')?.open).toBe(false);
});

test('shows the trial balance at the time in the address', async () => {
  const account = { account: 'suspense', name: null, debit: 0, credit: 500, balance: 500 };
  const erased = { ...account, account: `wallet:${donor}` };
  const named = { ...account, account: `receivable:${donor}`, name: 'donor1' };
  const balance = {
    position: 12,
    balanced: false,
    totalDebit: 400,
    totalCredit: 500,
    accounts: [account, erased, named],
  };
  open('/trial-balance?position=12', { [`${AUDIT_PATH}/trial-balance?position=12`]: balance });
  expect(await screen.findByText('Debits and credits differ at position 12.')).toBeTruthy();
  const table = within(screen.getByRole('table'));
  const names = table.getAllByRole('link').map(({ textContent }) => textContent);
  expect(names).toEqual(['Payments without a known owner', 'Wallet of an erased account', 'Owed by @donor1']);
  await app.reader.type(screen.getByLabelText('As of (UTC)'), '2026-11-01T08:00');
  await app.reader.click(screen.getByRole('button', { name: 'Show' }));
  await waitFor(() =>
    expect(getCurrentPath()).toBe('/dashboard/audit/trial-balance?at=2026-11-01T08%3A00%3A00.000Z'),
  );
});
