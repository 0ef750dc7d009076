import { type ReactNode, useMemo } from 'react';
import { getItems, type Pages } from '../../api/paging.ts';
import { Card, classNames, EmptyState, ErrorState } from '../../ui/index.ts';
import { ListEnd, type PagedQuery } from '../list-end.tsx';
import styles from './card-grid.module.css';
import { PictureCardSkeleton } from './picture-card.tsx';

interface GridQuery<Item> extends PagedQuery {
  readonly data?: Pages<Item>;
  /** Data for the current arguments, whereas `data` can still belong to the previous arguments. */
  readonly currentData?: Pages<Item>;
}

/** Props that differ between the grids for one kind of card. */
export interface CardListProps<Item> {
  readonly label: string;
  readonly query: GridQuery<Item>;
  readonly empty: string;
}

interface CardGridProps<Item> extends CardListProps<Item> {
  readonly loading: string;
  readonly failure: string;
  /** Placeholder below the picture while a card loads. */
  readonly skeleton: ReactNode;
  readonly children: (item: Item, index: number) => ReactNode;
}

type SkeletonsProps = Pick<CardGridProps<never>, 'loading' | 'skeleton'>;

function Skeletons({ loading, skeleton }: SkeletonsProps) {
  return (
    <div role="status" aria-label={loading} className={styles.grid}>
      {['first', 'second', 'third'].map((key) => (
        <PictureCardSkeleton key={key}>{skeleton}</PictureCardSkeleton>
      ))}
    </div>
  );
}

/** A grid of cards with infinite scrolling. */
export function CardGrid<Item extends { readonly id: string }>(props: CardGridProps<Item>) {
  const { label, query, empty, failure, children } = props;
  const items = useMemo(() => getItems(query.data), [query.data]);
  // True if the arguments have changed but the items still belong to the previous arguments.
  const isOutdated = query.currentData === undefined;
  if (isOutdated && !query.isError && items.length === 0) return <Skeletons {...props} />;
  if (items.length === 0 || (isOutdated && query.isError))
    return (
      <Card>
        {query.isError ? (
          <ErrorState error={query.error} onRetry={query.refetch}>
            {failure}
          </ErrorState>
        ) : (
          <EmptyState>{empty}</EmptyState>
        )}
      </Card>
    );
  return (
    <>
      <ul
        className={classNames(styles.grid, isOutdated && styles.outdated)}
        aria-label={label}
        aria-busy={isOutdated || query.isFetchingNextPage}
      >
        {items.map((item, index) => (
          <li key={item.id}>{children(item, index)}</li>
        ))}
      </ul>
      {!isOutdated && <ListEnd query={query} failure={failure} />}
    </>
  );
}
