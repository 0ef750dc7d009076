import { NavLink, Route, Routes } from 'react-router-dom';
import { EmptyState, PageHeading } from '../../ui/index.ts';
import { AccountPage } from './account-page.tsx';
import { ActionsPage } from './actions-page.tsx';
import { AdjustmentsPage } from './adjustments-page.tsx';
import styles from './audit.module.css';
import { CampaignStatementPage } from './campaign-statement-page.tsx';
import { EntriesPage } from './entries-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { SuspensePage } from './suspense-page.tsx';
import { TrialBalancePage } from './trial-balance-page.tsx';

const PLACES = [
  { to: '/dashboard/audit', text: 'Overview' },
  { to: '/dashboard/audit/entries', text: 'Entries' },
  { to: '/dashboard/audit/trial-balance', text: 'Trial balance' },
  { to: '/dashboard/audit/adjustments', text: 'Adjustments' },
  { to: '/dashboard/audit/suspense', text: 'Suspense' },
  { to: '/dashboard/audit/actions', text: 'Staff actions' },
];

/** All screens of auditors, under one navigation. */
export function AuditPages() {
  return (
    <div className={styles.page}>
      <nav aria-label="Audit" className={styles.nav}>
        {PLACES.map(({ to, text }) => (
          <NavLink key={to} to={to} end className={styles.place}>
            {text}
          </NavLink>
        ))}
      </nav>
      <Routes>
        <Route index element={<OverviewPage />} />
        <Route path="entries" element={<EntriesPage />} />
        <Route path="trial-balance" element={<TrialBalancePage />} />
        <Route path="adjustments" element={<AdjustmentsPage />} />
        <Route path="suspense" element={<SuspensePage />} />
        <Route path="actions" element={<ActionsPage />} />
        <Route path="accounts/:account" element={<AccountPage />} />
        <Route path="crowdfundings/:id" element={<CampaignStatementPage />} />
        <Route
          path="*"
          element={
            <>
              <PageHeading>Audit</PageHeading>
              <EmptyState>There is no such page.</EmptyState>
            </>
          }
        />
      </Routes>
    </div>
  );
}
