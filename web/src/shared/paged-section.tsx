import type { ReactNode } from 'react';
import { EmptyState, ErrorState, Loading } from '../ui/index.ts';
import { ListEnd, type PagedQuery } from './list-end.tsx';

export interface PagedSectionProps<Item> {
  readonly query: PagedQuery;
  readonly items: readonly Item[];
  /** What is being loaded, for screen readers. */
  readonly loading: string;
  readonly empty: string;
  readonly failure: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with what stands in its place while it loads, when it fails or is empty, and a button for the next page. */
export function PagedSection<Item>(props: PagedSectionProps<Item>) {
  const { query, items, loading, empty, failure, children } = props;
  if (query.isLoading) return <Loading label={loading} />;
  if (items.length === 0)
    return query.isError ? (
      <ErrorState compact onRetry={query.refetch}>
        {failure}
      </ErrorState>
    ) : (
      <EmptyState compact>{empty}</EmptyState>
    );
  return (
    <>
      {children(items)}
      <ListEnd query={query} failure={failure} byButton />
    </>
  );
}
