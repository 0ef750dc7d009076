import { useAuditProblemsQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState, Loading } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { ProblemList } from './problem-list.tsx';

/** /dashboard/audit: problems in the books. */
export function OverviewPage() {
  const { t } = useTranslation('audit');
  const { data, error, isFetching, refetch } = useAuditProblemsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <PageHeader title={t('title')}>
        <ExportButtons filter={{}} />
      </PageHeader>
      {data && <ProblemList problems={data} />}
      {!data && isFetching && <Loading label={t('problems.loading')} />}
      {!data && !isFetching && (
        <ErrorState onRetry={refetch}>{getApiFailure(error) ?? t('problems.failure')}</ErrorState>
      )}
    </>
  );
}
