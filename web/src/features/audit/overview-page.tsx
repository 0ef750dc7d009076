import { useAuditProblemsQuery } from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { ErrorState, Loading, PageHeading } from '../../ui/index.ts';
import styles from './audit.module.css';
import { ExportButtons } from './export-buttons.tsx';
import { ProblemList } from './problem-list.tsx';

/** /dashboard/audit: what is wrong with the books stands at the top. */
export function OverviewPage() {
  const { data, error, isFetching, refetch } = useAuditProblemsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <>
      <div className={styles.head}>
        <PageHeading>Audit</PageHeading>
        <ExportButtons filter={{}} />
      </div>
      {data && <ProblemList problems={data} />}
      {!data && isFetching && <Loading label="Looking for problems" />}
      {!data && !isFetching && (
        <ErrorState onRetry={refetch}>{failureOf(error)?.message ?? 'Error getting problems.'}</ErrorState>
      )}
    </>
  );
}
