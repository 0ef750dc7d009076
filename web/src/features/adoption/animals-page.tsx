import { Plus } from 'lucide-react';
import { useGetAnimalsInfiniteQuery } from '../../api/adoption.ts';
import { REFETCH_UNLESS_NEW } from '../../api/first-reads.ts';
import { getItems } from '../../api/paging.ts';
import { formatNumber, useTranslation } from '../../i18n/index.ts';
import { AnimalList } from '../../shared/animal/animal-list.tsx';
import { useUser } from '../../state/session.ts';
import { LinkButton } from '../../ui/index.ts';
import { Page, PageHeader } from '../../ui/page.tsx';
import { Filters } from './filters.tsx';
import { TownSource } from './near-filter.tsx';
import { SavedSearches } from './saved-searches/saved-searches.tsx';
import { useAnimalFilter } from './use-animal-filter.ts';

/** /adoptable-animals: animals open for adoption, filtered by the query string. */
export function AnimalsPage() {
  const { t } = useTranslation('adoption');
  const filter = useAnimalFilter();
  const query = useGetAnimalsInfiniteQuery(filter.filter, REFETCH_UNLESS_NEW);
  const animalCount = query.currentData && getItems(query.currentData).length;
  const user = useUser();
  return (
    <Page width="64rem">
      <PageHeader title={t('title')}>
        {user && (
          <LinkButton to="/new-post/adopt-animal" size="small" icon={<Plus size={18} aria-hidden="true" />}>
            {t('offer')}
          </LinkButton>
        )}
      </PageHeader>
      <Filters {...filter} />
      <SavedSearches getValue={filter.getValue} />
      <p role="status" className="visually-hidden">
        {filter.isFiltered &&
          animalCount !== undefined &&
          t('found', { count: animalCount, shown: formatNumber(animalCount) })}
      </p>
      <AnimalList label={t('list')} query={query} empty={t(filter.isFiltered ? 'noneFits' : 'none')} />
      <TownSource />
    </Page>
  );
}
