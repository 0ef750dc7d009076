import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { SavedSearch } from '../../../../../contract/saved-searches.ts';
import { formatNumber, useTranslation } from '../../../i18n/index.ts';
import { useResultToast } from '../../../shared/use-result-toast.ts';
import { useUser } from '../../../state/session.ts';
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  focusPageIfLost,
  IconButton,
  Loading,
} from '../../../ui/index.ts';
import type { FilterName } from '../use-animal-filter.ts';
import { SaveSearchButton } from './save-search-button.tsx';
import styles from './saved-searches.module.css';
import { useDeleteSearchMutation, useGetSavedSearchesQuery } from './saved-searches-api.ts';
import { describeFilter, findSaved, getSearchPath, isSavable, readFilter } from './search-filter.ts';

/** Asks for confirmation before a search is deleted. Renders nothing while no search is selected. */
function DeleteDialog({
  search,
  onClose,
}: {
  readonly search: SavedSearch | null;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('adoption', 'shared');
  const [remove, { isLoading }] = useDeleteSearchMutation();
  const showResult = useResultToast();

  const confirm = async () => {
    if (!search) return;
    const { error } = await remove({ id: search.id });
    onClose();
    if (showResult(error, t('saved.deleted'))) focusPageIfLost();
  };

  return (
    <ConfirmDialog
      open={search !== null}
      title={t('saved.question', { name: search?.name ?? '' })}
      warning={t('saved.warning')}
      confirm={t('shared:delete')}
      busy={isLoading}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

interface SearchListProps {
  readonly query: {
    readonly data?: readonly SavedSearch[] | undefined;
    readonly isFetching: boolean;
    readonly refetch: () => void;
  };
  readonly onOpen: () => void;
}

function SearchList({ query: { data, refetch, isFetching }, onOpen }: SearchListProps) {
  const { t } = useTranslation('adoption');
  const [deleted, setDeleted] = useState<SavedSearch | null>(null);
  if (!data && isFetching) return <Loading label={t('saved.loading')} />;
  if (!data)
    return (
      <ErrorState compact onRetry={refetch}>
        {t('saved.failure')}
      </ErrorState>
    );
  if (data.length === 0) return <EmptyState compact>{t('saved.none')}</EmptyState>;
  return (
    <>
      <ul className={styles.searches} aria-label={t('saved.title')}>
        {data.map((search) => (
          <li key={search.id} className={styles.search}>
            <Link to={getSearchPath(search)} replace className={styles.open} onClick={onOpen}>
              <span className={styles.name}>{search.name}</span>
              <span className={styles.filters}>{describeFilter(search.filter, search.town?.name)}</span>
            </Link>
            <IconButton label={t('saved.delete', { name: search.name })} onClick={() => setDeleted(search)}>
              <Trash2 size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <DeleteDialog search={deleted} onClose={() => setDeleted(null)} />
    </>
  );
}

/** Saves the current search and lists the account's saved searches. */
export function SavedSearches({ getValue }: { readonly getValue: (name: FilterName) => string }) {
  const { t } = useTranslation('adoption');
  const user = useUser();
  const query = useGetSavedSearchesQuery(undefined, { skip: !user });
  const [isOpen, setIsOpen] = useState(false);
  const searches = (user && query.data) ?? [];
  const filter = readFilter(getValue);
  const count = searches.length > 0 ? ` (${formatNumber(searches.length)})` : '';
  return (
    <div className={styles.saved}>
      {isSavable(filter) && (
        <SaveSearchButton filter={filter} isSaved={findSaved(searches, filter) !== undefined} />
      )}
      {user && (
        <details
          className={styles.box}
          open={isOpen}
          onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
        >
          <summary>
            {t('saved.title')}
            {count}
          </summary>
          {isOpen && <SearchList query={query} onOpen={() => setIsOpen(false)} />}
        </details>
      )}
    </div>
  );
}
