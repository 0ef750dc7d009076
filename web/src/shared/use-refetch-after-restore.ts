import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { selectRestoredAt } from '../state/feed.ts';

interface OutdatableQuery {
  readonly fulfilledTimeStamp?: number | undefined;
  readonly isFetching: boolean;
  readonly refetch: (options: { readonly refetchCachedPages: boolean }) => unknown;
}

/**
 * Refetches a list after the server was restored: at once, or when a list that was loaded before is shown. Keeps the
 * number of loaded pages, and thereby the scroll position. A failed refetch is not repeated.
 */
export function useRefetchAfterRestore({ fulfilledTimeStamp, isFetching, refetch }: OutdatableQuery): void {
  const restoredAt = useSelector(selectRestoredAt);
  const isOutdated = fulfilledTimeStamp !== undefined && fulfilledTimeStamp <= restoredAt;
  const [handledAt, setHandledAt] = useState(isOutdated ? 0 : restoredAt);
  useEffect(() => {
    // A request during another one would be dropped.
    if (handledAt >= restoredAt || isFetching) return;
    setHandledAt(restoredAt);
    void refetch({ refetchCachedPages: true });
  }, [handledAt, restoredAt, isFetching, refetch]);
}
