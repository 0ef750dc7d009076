import { screen, within } from '@testing-library/react';
import { AUDIT_PATH, crowdfunding, renderAudit } from '../../testing/audit.ts';
import type { renderApp } from '../../testing/render-app.tsx';

let app: ReturnType<typeof renderApp>;

const open = (...given: Parameters<typeof renderAudit>) => {
  app = renderAudit(...given);
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

describe('the problems of the books', () => {
  test('are shown first, with links', async () => {
    open('', {
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
    const stuck = within(await screen.findByRole('region', { name: 'Stuck refunds and releases' }));
    expect(stuck.getByRole('heading').textContent).toBe('Stuck refunds and releases: 21');
    expect(stuck.getByRole('listitem').textContent).toBe(
      'A roof for the shelter: 3 refunds of 900 coins since 2026-11-20 10:30:15',
    );
    expect(stuck.getByText('and 20 more')).toBeTruthy();
    expect(screen.queryByText(/No problems/)).toBeNull();
  });

  test('are replaced by a sentence when there are none', async () => {
    open('', { [`${AUDIT_PATH}/problems`]: noProblems });
    expect(await screen.findByText('No problems in the books up to position 99.')).toBeTruthy();
  });
});
