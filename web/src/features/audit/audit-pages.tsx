import { useEffect } from 'react';
import { NavLink, Route, Routes, useLocation } from 'react-router-dom';
import { useTranslation } from '../../i18n/index.ts';
import { classNames, EmptyState, PageHeading, useScrollEdges } from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import { AccountPage } from './account-page.tsx';
import { ActionsPage } from './actions-page.tsx';
import { AdjustmentsPage } from './adjustments-page.tsx';
import styles from './audit.module.css';
import { CrowdfundingStatementPage } from './crowdfunding-statement-page.tsx';
import { EntriesPage } from './entries-page.tsx';
import { OverviewPage } from './overview-page.tsx';
import { SuspensePage } from './suspense-page.tsx';
import { TrialBalancePage } from './trial-balance-page.tsx';

const AUDIT_LINKS = [
  { to: '/dashboard/audit', name: 'overview' },
  { to: '/dashboard/audit/entries', name: 'entries' },
  { to: '/dashboard/audit/trial-balance', name: 'trialBalance' },
  { to: '/dashboard/audit/adjustments', name: 'adjustments' },
  { to: '/dashboard/audit/suspense', name: 'suspense' },
  { to: '/dashboard/audit/actions', name: 'actions' },
] as const;

/** Keeps the current navigation entry visible, because the navigation scrolls sideways on phones. */
function useScrollToCurrent() {
  const { ref: nav, className } = useScrollEdges<HTMLElement>();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry is found by its attribute.
  useEffect(() => {
    const current = nav.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (nav.current && current)
      nav.current.scrollLeft = current.offsetLeft - (nav.current.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return { nav, className: classNames(styles.nav, className) };
}

/** All audit pages, with their common navigation. */
export function AuditPages() {
  const { t } = useTranslation('audit');
  const { nav, className } = useScrollToCurrent();
  return (
    <Page width="64rem">
      <nav ref={nav} aria-label={t('title')} className={className}>
        {AUDIT_LINKS.map(({ to, name }) => (
          <NavLink key={to} to={to} end className={styles.place}>
            {t(`places.${name}`)}
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
        <Route path="crowdfundings/:id" element={<CrowdfundingStatementPage />} />
        <Route
          path="*"
          element={
            <>
              <PageHeading>{t('title')}</PageHeading>
              <EmptyState>{t('missing')}</EmptyState>
            </>
          }
        />
      </Routes>
    </Page>
  );
}
