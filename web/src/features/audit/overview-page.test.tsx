import { screen, within } from '@testing-library/react';
import { AUDIT_PATH, createEntry, crowdfunding, renderAudit } from '../../testing/audit.ts';
import { getCurrentPath, type renderApp } from '../../testing/render-app.tsx';
import { createId } from '../../testing/samples.ts';

let app: ReturnType<typeof renderApp>;

const open = (...args: Parameters<typeof renderAudit>) => {
  app = renderAudit(...args);
  return app.api;
};

const none = { count: 0, items: [] };
const noProblems = {
  position: 99,
  unbalanced: none,
  stuckSettlements: none,
  uncredited: none,
  suspense: { ...none, total: 0 },
  receivables: { ...none, total: 0 },
  adjustments: none,
};

const overview = {
  position: 99,
  inWallets: 12_000,
  inEscrow: 34_500,
  inCirculation: 46_500,
  waitingForRefund: 700,
  atProvider: 46_500,
  weeks: Array.from({ length: 12 }, (_, index) => ({
    week: new Date(Date.UTC(2026, 8, 7 + 7 * index)).toISOString().slice(0, 10),
    bought: 1000 * index,
    donated: 10 * index,
  })),
};
const responses = { [`${AUDIT_PATH}/problems`]: noProblems, [`${AUDIT_PATH}/overview`]: overview };

describe('the overview', () => {
  test('shows where all coins are, in coins and euros', async () => {
    open('', responses);
    const all = within(await screen.findByRole('region', { name: 'All coins' }));
    const read = (name: string) => all.getByRole('link', { name }).closest('div')?.textContent;
    expect(read('In circulation')).toBe('In circulation46,500465.00 €');
    expect(read('In wallets')).toBe('In wallets12,000120.00 €');
    expect(read('Held for campaigns')).toBe('Held for campaigns34,500345.00 €');
    expect(read('Waiting for refund')).toBe('Waiting for refund7007.00 €');
    expect(read('At the payment provider')).toBe('At the payment provider46,500465.00 €');
  });

  test('leads back to the dashboard', async () => {
    open('', responses);
    await screen.findByRole('heading', { level: 1, name: 'Audit' });
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Dashboard' }).getAttribute('href')).toBe('/dashboard');
  });

  test('offers the figures of the chart as a table', async () => {
    open('', responses);
    const weeks = within(await screen.findByRole('region', { name: 'Bought and donated per week' }));
    const rows = weeks.getAllByRole('row', { hidden: true }).map(({ textContent }) => textContent);
    expect(rows).toHaveLength(13);
    expect(rows.at(-1)).toMatch(/11,000110$/);
  });

  test('finds people, campaigns and entries with one field, which is kept in the address', async () => {
    open('', {
      ...responses,
      [`${AUDIT_PATH}/search?q=pi_1`]: {
        profiles: [{ id: createId(5), nickname: 'donor1', profileName: 'Don Or' }],
        crowdfundings: [{ id: crowdfunding, title: 'A pond' }],
        entries: [createEntry({})],
      },
    });
    await app.reader.type(screen.getByRole('searchbox', { name: 'Where did these coins go?' }), ' pi_1 ');
    await app.reader.click(screen.getByRole('button', { name: 'Find' }));
    expect((await screen.findByRole('link', { name: 'All entries of Don Or' })).getAttribute('href')).toBe(
      `/dashboard/audit/entries?profile=${createId(5)}`,
    );
    expect(screen.getByRole('link', { name: 'Statement of “A pond”' }).getAttribute('href')).toBe(
      `/dashboard/audit/crowdfundings/${crowdfunding}`,
    );
    expect(screen.getByRole('article', { name: 'Donation at 41' })).toBeTruthy();
    expect(getCurrentPath()).toBe('/dashboard/audit?q=pi_1');
  });

  test('shows a message when nothing matches', async () => {
    const none = { profiles: [], crowdfundings: [], entries: [] };
    open('?q=nobody', { ...responses, [`${AUDIT_PATH}/search?q=nobody`]: none });
    expect(await screen.findByText('Nothing matches.')).toBeTruthy();
  });
});

describe('the problems of the books', () => {
  test('are shown first, with links', async () => {
    open('', {
      ...responses,
      [`${AUDIT_PATH}/problems`]: {
        ...noProblems,
        stuckSettlements: {
          count: 21,
          items: [
            {
              crowdfunding: { id: crowdfunding, title: 'A roof for the shelter' },
              kind: 'REFUND',
              waiting: 3,
              amount: 900,
              since: '2026-11-20T10:30:15.000Z',
            },
          ],
        },
      },
    });
    const stuckRegion = within(await screen.findByRole('region', { name: 'Stuck refunds and releases' }));
    expect(stuckRegion.getByRole('heading').textContent).toBe('Stuck refunds and releases: 21');
    expect(stuckRegion.getByRole('listitem').textContent).toBe(
      'A roof for the shelter: 3 refunds of 900 coins since 2026-11-20 10:30:15',
    );
    expect(stuckRegion.getByText('and 20 more')).toBeTruthy();
    expect(screen.queryByText(/No problems/)).toBeNull();
  });

  test('are replaced by a sentence when there are none', async () => {
    open('', responses);
    expect(await screen.findByText('No problems in the books up to position 99.')).toBeTruthy();
  });
});
