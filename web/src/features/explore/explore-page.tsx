import { Compass } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { getApiFailure } from '../../api/failure.ts';
import { type SearchResult, type SearchType, useSearchInfiniteQuery } from '../../api/search.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { ListEnd, type PagedQuery } from '../../shared/list-end.tsx';
import { Button, Card, EmptyState, ErrorState, Loading, PageHeading, Tabs } from '../../ui/index.ts';
import { Page } from '../../ui/page.tsx';
import styles from './explore.module.css';
import { ResultList } from './results.tsx';
import { SearchBox } from './search-box.tsx';

const TYPES = [
  'PERSON',
  'ORGANIZATION',
  'CROWDFUNDING',
  'ANIMAL',
  'TAG',
  'POST',
] as const satisfies SearchType[];
const ALL = 'ALL';
type View = SearchType | typeof ALL;

/** Stores the search text and result type in the query string, so that a search can be shared and restored. */
function useSearch() {
  const [params, setParams] = useSearchParams();
  const text = params.get('q') ?? '';
  const view: View = TYPES.find((type) => type.toLowerCase() === params.get('type')) ?? ALL;
  const set = (q: string, next: View, options = {}) =>
    setParams({ ...(q && { q }), ...(next !== ALL && { type: next.toLowerCase() }) }, options);
  return { text, view, set };
}

interface ResultsProps {
  readonly text: string;
  readonly view: View;
  readonly onShowAll: (type: SearchType) => void;
}

interface ContentProps extends Omit<ResultsProps, 'text'> {
  readonly query: PagedQuery & { readonly currentData?: unknown };
  readonly results: readonly SearchResult[];
}

function Sections({ results, onShowAll }: Pick<ContentProps, 'results' | 'onShowAll'>) {
  const { t } = useTranslation('explore');
  const sections = TYPES.map((type) => ({ type, found: results.filter((result) => result.type === type) }));
  return (
    <div className={styles.sections}>
      {sections
        .filter(({ found }) => found.length > 0)
        .map(({ type, found }) => (
          <section key={type} aria-label={t(`types.${type}`)}>
            <div className={styles.head}>
              <h2>{t(`types.${type}`)}</h2>
              <Button
                size="small"
                variant="soft"
                aria-label={t('showAll', { type: t(`types.${type}`) })}
                onClick={() => onShowAll(type)}
              >
                {t('all')}
              </Button>
            </div>
            <ResultList type={type} results={found} />
          </section>
        ))}
    </div>
  );
}

function Content({ query, results, view, onShowAll }: ContentProps) {
  const { t } = useTranslation('explore');
  if (query.isError && results.length === 0)
    return (
      <Card>
        <ErrorState error={query.error} onRetry={query.refetch}>
          {getApiFailure(query.error) ?? t('failure')}
        </ErrorState>
      </Card>
    );
  if (!query.currentData) return <Loading label={t('loading')} />;
  if (results.length === 0)
    return (
      <Card>
        <EmptyState>{t('none')}</EmptyState>
      </Card>
    );
  if (view === ALL) return <Sections results={results} onShowAll={onShowAll} />;
  return (
    <>
      <ResultList type={view} results={results} />
      <ListEnd query={query} failure={t('failure')} />
    </>
  );
}

/** Search results. Screen readers announce their number. */
function Results(props: ResultsProps) {
  const { t } = useTranslation('explore');
  const { text, view } = props;
  const query = useSearchInfiniteQuery(
    { q: text, ...(view !== ALL && { type: view }) },
    { refetchOnMountOrArgChange: true },
  );
  const results = query.currentData?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p role="status" className="visually-hidden">
        {query.currentData && t('shown', { count: results.length, shown: formatNumber(results.length) })}
      </p>
      <Content {...props} query={query} results={results} />
    </>
  );
}

/** /explore: search across all public content. */
export function ExplorePage() {
  const { t } = useTranslation('explore');
  const { text, view, set } = useSearch();
  const tabs = [ALL, ...TYPES].map((key) => ({ key: key as View, label: t(`types.${key as View}`) }));
  return (
    <Page width="64rem">
      <PageHeading>{t('title')}</PageHeading>
      <SearchBox text={text} onSearch={(q) => set(q, view)} />
      {text === '' ? (
        <Card>
          <EmptyState icon={<Compass size={40} />}>{t('hint')}</EmptyState>
        </Card>
      ) : (
        <Tabs
          label={t('tabs')}
          className={styles.results}
          tabs={tabs}
          selected={view}
          onSelect={(type) => set(text, type, { replace: true })}
        >
          <Results text={text} view={view} onShowAll={(type) => set(text, type)} />
        </Tabs>
      )}
    </Page>
  );
}
