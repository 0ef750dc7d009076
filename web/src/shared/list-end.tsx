import { type Message, useTranslation } from '../i18n/index.ts';
import { Button, EmptyState, ErrorState, InfiniteScrollTrigger } from '../ui/index.ts';
import { useFocusFallback } from '../ui/use-focus-fallback.ts';
import styles from './list-end.module.css';

/** The parts of an infinite query that lists use. */
export interface PagedQuery {
  readonly isLoading: boolean;
  readonly isError: boolean;
  readonly error?: unknown;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly hasNextPage: boolean;
  readonly fetchNextPage: () => unknown;
  readonly refetch: () => unknown;
}

/** Props of the end of a paged list. */
export interface ListEndProps {
  readonly query: PagedQuery;
  /** Message if the next page could not be loaded. */
  readonly failure: Message;
  /** Text at the end of the list. */
  readonly end?: string | undefined;
  /** Loads more pages with a button instead of automatically. */
  readonly hasButton?: boolean | undefined;
}

interface LoadMoreProps {
  readonly loading: boolean;
  readonly onPress: () => unknown;
}

function LoadMore({ loading, onPress }: LoadMoreProps) {
  const { t } = useTranslation('shared');
  const focusRef = useFocusFallback<HTMLDivElement>();
  return (
    <div ref={focusRef} className={styles.place}>
      <Button variant="secondary" busy={loading} onClick={() => void onPress()}>
        {t('loadMore')}
      </Button>
    </div>
  );
}

/** End of a list. Does nothing while the list is fetching, because RTK Query would drop the request. */
export function ListEnd({ query, failure, end, hasButton = false }: ListEndProps) {
  const { isFetching, isFetchingNextPage, isFetchNextPageError, error, hasNextPage, fetchNextPage } = query;
  if (isFetchNextPageError && !isFetchingNextPage)
    return (
      <ErrorState compact error={error} onRetry={fetchNextPage}>
        {failure}
      </ErrorState>
    );
  if (hasNextPage && hasButton) return <LoadMore loading={isFetching} onPress={fetchNextPage} />;
  if (hasNextPage) return <InfiniteScrollTrigger loading={isFetching} onReach={fetchNextPage} />;
  if (!end) return null;
  return (
    <EmptyState compact icon={null}>
      {end}
    </EmptyState>
  );
}
