import { EmptyState, ErrorState, InfiniteEnd } from '../ui/index.ts';
import { LoadMore } from './load-more.tsx';

/** What whoever shows a list has to know of the infinite query that loads it page by page. */
export interface PagedQuery {
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

export interface ListEndProps {
  readonly query: PagedQuery;
  /** The sentence when the next page could not be loaded. */
  readonly failure: string;
  /** The sentence when there are no more. */
  readonly end?: string | undefined;
  /** Further pages come at the press of a button instead of by themselves. */
  readonly byButton?: boolean | undefined;
}

/**
 * What stands behind a list: how its next page comes, that it failed, or that there is none. While anything of the list
 * is on its way nothing more is asked for: the request would be dropped.
 */
export function ListEnd({ query, failure, end, byButton = false }: ListEndProps) {
  const { isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage } = query;
  if (isFetchNextPageError && !isFetchingNextPage)
    return (
      <ErrorState compact onRetry={fetchNextPage}>
        {failure}
      </ErrorState>
    );
  if (hasNextPage && byButton) return <LoadMore loading={isFetching} onPress={fetchNextPage} />;
  if (hasNextPage) return <InfiniteEnd loading={isFetching} onReach={fetchNextPage} />;
  if (!end) return null;
  return (
    <EmptyState compact icon={null}>
      {end}
    </EmptyState>
  );
}
