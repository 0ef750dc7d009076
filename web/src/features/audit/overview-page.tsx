import { useAuditOverviewQuery, useAuditProblemsQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { useTranslation } from '../../i18n/index.ts';
import { ErrorState, Loading } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import { CoinSearch } from './coin-search.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { OverviewFigures } from './overview-figures.tsx';
import { ProblemList } from './problem-list.tsx';
import { WeeksChart } from './weeks-chart.tsx';

const REFETCH = { refetchOnMountOrArgChange: true };

function Figures() {
  const { t } = useTranslation('audit');
  const { data, error, isFetching, refetch } = useAuditOverviewQuery(undefined, REFETCH);
  if (data)
    return (
      <>
        <OverviewFigures overview={data} />
        <WeeksChart weeks={data.weeks} />
      </>
    );
  if (isFetching) return <Loading label={t('overview.loading')} />;
  return <ErrorState onRetry={refetch}>{getApiFailure(error) ?? t('overview.failure')}</ErrorState>;
}

function Problems() {
  const { t } = useTranslation('audit');
  const { data, error, isFetching, refetch } = useAuditProblemsQuery(undefined, REFETCH);
  if (data) return <ProblemList problems={data} />;
  if (isFetching) return <Loading label={t('problems.loading')} />;
  return <ErrorState onRetry={refetch}>{getApiFailure(error) ?? t('problems.failure')}</ErrorState>;
}

/** /dashboard/audit: where all coins are held, problems that need attention, and a coin search. */
export function OverviewPage() {
  const { t } = useTranslation('audit', 'app');
  return (
    <>
      <PageHeader title={t('title')} back={{ to: '/dashboard', label: t('app:menu.dashboard') }}>
        <ExportButtons filter={{}} />
      </PageHeader>
      <CoinSearch />
      <Problems />
      <Figures />
    </>
  );
}
