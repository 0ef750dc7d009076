import '../../testing/browser-gaps.ts';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import type { AuditProblems } from '../../api/audit.ts';
import { chooseLanguage, loadTexts } from '../../i18n/index.ts';
import { ProblemList } from './problem-list.tsx';

const id = '01890000-0000-7000-8000-000000000001';
const since = '2026-11-20T10:30:15.000Z';
const crowdfunding = { id, title: 'A roof <b> & more' };
const profile = { id, nickname: 'donor1' };
const staff = { id: id.replace(/1$/, '2'), nickname: 'moderator' };

const problems: AuditProblems = {
  position: 99,
  unbalanced: { count: 1, items: [{ id, position: 12, type: 'DONATION', debit: 1500, credit: 1400 }] },
  stuckSettlements: {
    count: 3,
    items: [
      { crowdfunding, kind: 'REFUND', waiting: 1, amount: 900, since },
      { crowdfunding: { ...crowdfunding, id: staff.id }, kind: 'RELEASE', waiting: 7, amount: 25_000, since },
    ],
  },
  uncredited: { count: 1, items: [{ id: 'pi_1', amount: 500, since }] },
  suspense: { count: 1, total: 700, items: [{ id: 'pi_2', amount: 700, since, proposed: false }] },
  receivables: { count: 1, total: 300, items: [{ profile, amount: 300 }] },
  adjustments: {
    count: 1,
    items: [
      {
        id,
        profile,
        kind: 'CREDIT',
        payment: null,
        amount: 250,
        status: 'OPEN',
        reason: 'Bought twice.',
        proposedBy: staff,
        proposedDate: since,
        decidedBy: null,
        decidedDate: null,
      },
    ],
  },
};

const show = () =>
  render(
    <MemoryRouter>
      <ProblemList problems={problems} />
    </MemoryRouter>,
  );
const getTexts = (role: string): (string | null)[] =>
  screen.getAllByRole(role).map((element) => element.textContent);

beforeAll(() => loadTexts('audit'));
afterEach(async () => {
  await act(() => chooseLanguage('en'));
  cleanup();
});

test('lists problems under the heading of their kind', () => {
  show();
  expect(getTexts('heading')).toEqual([
    'Unbalanced entries: 1',
    'Stuck refunds and releases: 3',
    'Payments without a credit: 1',
    'Money in suspense: 1',
    'Owed after a chargeback or a refund: 1',
    'Adjustments waiting for a second person: 1',
  ]);
  expect(getTexts('listitem')).toEqual([
    'Donation at position 12: debit 1,500, credit 1,400',
    'A roof <b> & more: 1 refund of 900 coins since 2026-11-20 10:30:15',
    'A roof <b> & more: a release of 25,000 coins since 2026-11-20 10:30:15',
    'pi_1: 500 coins since 2026-11-20 10:30:15',
    'pi_2: 700 coins since 2026-11-20 10:30:15',
    '@donor1 owes 300 coins',
    '250 coins for @donor1, proposed by @moderator',
  ]);
  expect(screen.getByRole('link', { name: '300 coins' }).getAttribute('href')).toContain('receivable');
});

test('lists problems in Spanish when that language is chosen', async () => {
  show();
  await act(() => chooseLanguage('es'));
  expect(getTexts('listitem')[1]).toBe(
    'A roof <b> & more: 1 devolución de 900 monedas desde 2026-11-20 10:30:15',
  );
  expect(getTexts('listitem')[2]).toContain('una liberación de 25.000 monedas');
});
