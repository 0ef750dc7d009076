import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useJournalEntriesInfiniteQuery } from '../../api/audit.ts';
import { failureOf } from '../../api/failure.ts';
import { itemsOf } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { PagedSection, withoutStaleItems } from '../../shared/paged-list.tsx';
import { useMedia } from '../../ui/index.ts';
import { PageHeader } from '../../ui/page.tsx';
import { ENTRY_FILTERS, type EntryFilter, filterQuery } from './addresses.ts';
import styles from './audit.module.css';
import { EntryCard } from './entry-card.tsx';
import { EntryFilters } from './entry-filters.tsx';
import { ExportButtons } from './export-buttons.tsx';

/** Minimum width at which the filters are open beside the entries. */
const ROOMY = '(min-width: 700px)';

/** Filter in the query string; empty and unknown parameters are ignored. */
function filterIn(search: URLSearchParams): EntryFilter {
  const pairs = ENTRY_FILTERS.map((name) => [name, search.get(name) ?? ''] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''));
}

/** /dashboard/audit/entries: the journal, newest first, filtered by the query string. */
export function EntriesPage() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const wide = useMedia(ROOMY);
  const filter = useMemo(() => filterIn(search), [search]);
  const query = useJournalEntriesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });

  return (
    <>
      <PageHeader title={t('entries.title')}>
        <ExportButtons filter={filter} />
      </PageHeader>
      <details className={styles.filterBox} open={wide}>
        <summary>{t('entries.filters')}</summary>
        <EntryFilters
          key={filterQuery(filter)}
          filter={filter}
          onFilter={(asked) => setSearch(new URLSearchParams(filterQuery(asked)))}
        />
      </details>
      <PagedSection
        query={withoutStaleItems(query)}
        items={itemsOf(query.currentData)}
        loading={t('entries.loading')}
        empty={t('entries.none')}
        failure={failureOf(query.error) ?? t('entries.failure')}
        label={t('entries.title')}
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
