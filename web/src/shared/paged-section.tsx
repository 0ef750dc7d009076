import type { ReactNode } from 'react';
import type { Message } from '../i18n/index.ts';
import { EmptyState, ErrorState, Loading } from '../ui/index.ts';
import { ListEnd, type PagedQuery } from './list-end.tsx';

export interface PagedSectionProps<Item> {
  readonly query: PagedQuery;
  readonly items: readonly Item[];
  /** Accessible label while loading. */
  readonly loading: string;
  readonly empty: string;
  readonly failure: Message;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with its loading, error and empty states, and a button for the next page. */
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
