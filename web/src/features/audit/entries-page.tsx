import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useJournalEntriesInfiniteQuery } from '../../api/audit.ts';
import { getApiFailure } from '../../api/failure.ts';
import { getItems } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedSection, withoutStaleItems } from '../../shared/paged-list.tsx';
import { useMinWidth } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import styles from './audit.module.css';
import { EntryCard } from './entry-card.tsx';
import { EntryFilters } from './entry-filters.tsx';
import { ExportButtons } from './export-buttons.tsx';
import { ENTRY_FILTERS, type EntryFilter, toQueryString } from './paths.ts';

/** Minimum window width at which the filters are open beside the entries, in pixels. */
const FILTERS_BESIDE_MIN_WIDTH = 700;

/** Parses the filter from the query string. Ignores empty and unknown parameters. */
function parseFilter(search: URLSearchParams): EntryFilter {
  const pairs = ENTRY_FILTERS.map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** /dashboard/audit/entries: the journal, newest first, filtered by the query string. */
export function EntriesPage() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const isWide = useMinWidth(FILTERS_BESIDE_MIN_WIDTH);
  const filter = useMemo(() => parseFilter(search), [search]);
  const query = useJournalEntriesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });

  return (
    <>
      <PageHeader title={t('places.entries')}>
        <ExportButtons filter={filter} />
      </PageHeader>
      <details className={styles.filterBox} open={isWide}>
        <summary>{t('entries.filters')}</summary>
        <EntryFilters
          key={toQueryString(filter)}
          filter={filter}
          onFilter={(newFilter) => setSearch(toQueryString(newFilter))}
        />
      </details>
      <PagedSection
        query={withoutStaleItems(query)}
        items={getItems(query.currentData)}
        loading={t('entries.loading')}
        empty={t('entries.none')}
        failure={getApiFailure(query.error) ?? t('entries.failure')}
        label={t('places.entries')}
        className={styles.entries}
      >
        {(entry) => (
          <li>
            <EntryCard entry={entry} />
          </li>
        )}
      </PagedSection>
    </>
  );
}
