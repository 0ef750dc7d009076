import { BookOpenCheck, Flag } from 'lucide-react';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { AnalyticsSection } from './analytics.tsx';
import { PendingCrowdfundings } from './crowdfundings.tsx';
import styles from './dashboard.module.css';
import { DeactivatedProfiles } from './deactivated.tsx';
import { PendingOrganizations } from './organizations.tsx';
import { PendingAdjustments } from './pending-adjustments.tsx';

/** /dashboard: statistics and pending staff decisions. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard', 'shared');
  return (
    <Page width="72rem" gap={5}>
      <PageHeader title={t('title')}>
        <div className={styles.buttons}>
          <LinkButton
            to="/dashboard/reports"
            variant="secondary"
            size="small"
            icon={<Flag size={16} aria-hidden="true" />}
          >
            {t('shared:report.all')}
          </LinkButton>
          <LinkButton
            to="/dashboard/audit"
            variant="secondary"
            size="small"
            icon={<BookOpenCheck size={16} aria-hidden="true" />}
          >
            {t('audit')}
          </LinkButton>
        </div>
      </PageHeader>
      <AnalyticsSection />
      <div className={styles.lists}>
        <PendingOrganizations />
        <PendingCrowdfundings />
        <PendingAdjustments />
        <DeactivatedProfiles />
      </div>
    </Page>
  );
}
