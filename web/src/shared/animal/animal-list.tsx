import { useMemo } from 'react';
import type { Animal } from '../../api/adoption.ts';
import { itemsOf, type Pages } from '../../api/paging.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Card, EmptyState, ErrorState, InfiniteEnd, Skeleton } from '../../ui/index.ts';
import styles from './animal-card.module.css';
import { AnimalCard } from './animal-card.tsx';

/** What the list needs of an infinite query. */
export interface AnimalQuery {
  readonly data?: Pages<Animal>;
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

function Skeletons() {
  const { t } = useTranslation('shared');
  return (
    <div role="status" aria-label={t('animal.loading')} className={styles.list}>
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className={styles.card}>
          <div className={styles.shape}>
            <Skeleton height="100%" />
          </div>
          <div className={styles.body}>
            <Skeleton width="60%" height="1.3rem" />
            <Skeleton width="90%" height="1.1rem" />
            <Skeleton height="3rem" />
          </div>
        </Card>
      ))}
    </div>
  );
}

function End({ query }: { readonly query: AnimalQuery }) {
  const { t } = useTranslation('shared');
  if (query.isFetchNextPageError && !query.isFetchingNextPage)
    return (
      <ErrorState compact onRetry={query.fetchNextPage}>
        {t('animal.failure')}
      </ErrorState>
    );
  if (!query.hasNextPage) return null;
  return <InfiniteEnd loading={query.isFetchingNextPage} onReach={query.fetchNextPage} />;
}

export interface AnimalListProps {
  readonly label: string;
  readonly query: AnimalQuery;
  /** The sentence when there are none. */
  readonly empty: string;
}

/** Animals as cards; further pages load as the reader comes near the end. */
export function AnimalList({ label, query, empty }: AnimalListProps) {
  const { t } = useTranslation('shared');
  const animals = useMemo(() => itemsOf(query.data), [query.data]);
  if (query.isLoading) return <Skeletons />;
  if (animals.length === 0)
    return (
      <Card>
        {query.isError ? (
          <ErrorState onRetry={query.refetch}>{t('animal.failure')}</ErrorState>
        ) : (
          <EmptyState>{empty}</EmptyState>
        )}
      </Card>
    );
  return (
    <>
      <ul className={styles.list} aria-label={label} aria-busy={query.isFetchingNextPage}>
        {animals.map((animal) => (
          <li key={animal.id}>
            <AnimalCard animal={animal} />
          </li>
        ))}
      </ul>
      <End query={query} />
    </>
  );
}
