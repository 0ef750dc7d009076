import { useState } from 'react';
import { useReportsInfiniteQuery } from '../../api/moderation.ts';
import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedSection, withoutStaleItems } from '../../shared/paged-list.tsx';
import { Card, EmptyState, Tabs } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { ReportCaseCard } from './report-case.tsx';
import styles from './reports.module.css';
import type { CaseStatus } from './reports-api.ts';

const STATUSES = ['OPEN', 'RESOLVED', 'DISMISSED'] as const;

function CaseList({ status }: { readonly status: CaseStatus }) {
  const { t } = useTranslation('reports', 'shared');
  const query = useReportsInfiniteQuery({ status }, { refetchOnMountOrArgChange: true });
  return (
    <PagedSection
      query={withoutStaleItems(query)}
      items={getItems(query.currentData)}
      loading={t('page.loading')}
      empty={
        <Card>
          <EmptyState compact>{t(`page.empty.${status}`)}</EmptyState>
        </Card>
      }
      failure={t('page.failure')}
      label={t('shared:report.all')}
      className={styles.cases}
    >
      {(reportCase) => (
        <li>
          <ReportCaseCard reportCase={reportCase} />
        </li>
      )}
    </PagedSection>
  );
}

/** /dashboard/reports: open and decided report cases. */
export function ReportsPage() {
  const { t } = useTranslation('reports', 'app', 'shared');
  const [status, setStatus] = useState<CaseStatus>('OPEN');
  return (
    <Page width="48rem">
      <PageHeader
        title={t('shared:report.all')}
        back={{ to: '/dashboard', label: t('app:menu.dashboard') }}
      />
      <Tabs
        label={t('page.statuses')}
        className={styles.contents}
        tabs={STATUSES.map((key) => ({ key, label: t(`page.status.${key}`) }))}
        selected={status}
        onSelect={setStatus}
      >
        <CaseList status={status} />
      </Tabs>
    </Page>
  );
}
