import { BookOpenCheck } from 'lucide-react';
import { LinkButton, PageHeading } from '../../ui/index.ts';
import { AnalyticsSection } from './analytics.tsx';
import { Crowdfundings } from './crowdfundings.tsx';
import styles from './dashboard.module.css';
import { DeactivatedProfiles } from './deactivated.tsx';
import { Organizations } from './organizations.tsx';

/** /dashboard: what happened lately, and what waits for staff. */
export function DashboardPage() {
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <PageHeading>Dashboard</PageHeading>
        <LinkButton
          to="/dashboard/audit"
          variant="secondary"
          size="small"
          icon={<BookOpenCheck size={16} aria-hidden="true" />}
        >
          Audit the coins
        </LinkButton>
      </div>
      <AnalyticsSection />
      <div className={styles.lists}>
        <Organizations />
        <Crowdfundings />
        <DeactivatedProfiles />
      </div>
    </div>
  );
}
