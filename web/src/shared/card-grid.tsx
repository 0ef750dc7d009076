import { type ReactNode, useMemo } from 'react';
import { itemsOf, type Pages } from '../api/paging.ts';
import { Card, classNames, EmptyState, ErrorState, Skeleton } from '../ui/index.ts';
import styles from './card-grid.module.css';
import { ListEnd, type PagedQuery } from './list-end.tsx';

/** What the grid needs of an infinite query. */
export interface GridQuery<Item> extends PagedQuery {
  readonly data?: Pages<Item>;
  /** What is known of exactly what is asked for; `data` stays what it was until something else is known. */
  readonly currentData?: Pages<Item>;
}

/** What differs between the grids of one kind of card. */
export interface GridOfProps<Item> {
  readonly label: string;
  readonly query: GridQuery<Item>;
  /** The sentence when there are none. */
  readonly empty: string;
}

export interface CardGridProps<Item> extends GridOfProps<Item> {
  /** What is being loaded, for screen readers. */
  readonly loading: string;
  readonly failure: string;
  /** Class names of such a card and of what stands below its picture. */
  readonly shape: { readonly card?: string; readonly body?: string };
  /** What stands below the picture while the card is on its way. */
  readonly skeleton: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

type SkeletonsProps = Pick<CardGridProps<never>, 'loading' | 'shape' | 'skeleton'>;

function Skeletons({ loading, shape, skeleton }: SkeletonsProps) {
  return (
    <div role="status" aria-label={loading} className={styles.grid}>
      {['first', 'second', 'third'].map((key) => (
        <Card key={key} className={shape.card}>
          <div className={styles.picture}>
            <Skeleton height="100%" />
          </div>
          <div className={shape.body}>{skeleton}</div>
        </Card>
      ))}
    </div>
  );
}

/** Cards with pictures side by side; further pages load as the reader comes near the end. */
export function CardGrid<Item extends { readonly id: string }>(props: CardGridProps<Item>) {
  const { label, query, empty, failure, children } = props;
  const items = useMemo(() => itemsOf(query.data), [query.data]);
  // Something else has been asked for, and what is shown is still of the question before.
  const outdated = query.currentData === undefined;
  if (outdated && !query.isError && items.length === 0) return <Skeletons {...props} />;
  if (items.length === 0 || (outdated && query.isError))
    return (
      <Card>
        {query.isError ? (
          <ErrorState onRetry={query.refetch}>{failure}</ErrorState>
        ) : (
          <EmptyState>{empty}</EmptyState>
        )}
      </Card>
    );
  return (
    <>
      <ul
        className={classNames(styles.grid, outdated && styles.outdated)}
        aria-label={label}
        aria-busy={outdated || query.isFetchingNextPage}
      >
        {items.map((item) => (
          <li key={item.id}>{children(item)}</li>
        ))}
      </ul>
      {!outdated && <ListEnd query={query} failure={failure} />}
    </>
  );
}
