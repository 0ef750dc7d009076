import { useAuditProblemsQuery } from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState, Loading, PageHeading } from '../../ui/index.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { ProblemList } from './problem-list.tsx';

/** /dashboard/audit: problems of the books. */
export function OverviewPage() {
  const { t } = useTranslation('audit');
  const { data, error, isFetching, refetch } = useAuditProblemsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <div className={styles.head}>
        <PageHeading>{t('title')}</PageHeading>
        <ExportButtons filter={{}} />
      </div>
      {data && <ProblemList problems={data} />}
      {!data && isFetching && <Loading label={t('problems.loading')} />}
      {!data && !isFetching && (
        <ErrorState onRetry={refetch}>{failureOf(error) ?? t('problems.failure')}</ErrorState>
      )}
    </>
  );
}
