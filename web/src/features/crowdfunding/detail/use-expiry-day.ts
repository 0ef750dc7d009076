import { useSyncExternalStore } from 'react';
import { getExpiryDate } from '../../../../../contract/rules/crowdfunding.ts';
import type { Crowdfunding } from '../../../api/crowdfunding.ts';
import { useFormatDay } from '../../../i18n/index.ts';
import { getRenderedPage } from '../../../state/rendered-page.ts';

const CHECK_INTERVAL_MS = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/**
 * Returns the day of the automatic refund if an active campaign's end date has passed, otherwise null. Rerenders the
 * component within a second after the end date.
 */
export function useExpiryDay({ status, endDate }: Pick<Crowdfunding, 'status' | 'endDate'>): string | null {
  const formatDay = useFormatDay();
  const isPast = (now: number): boolean => endDate !== null && Date.parse(endDate) <= now;
  const hasEnded = useSyncExternalStore(
    subscribe,
    () => isPast(Date.now()),
    () => isPast(getRenderedPage().now),
  );
  return hasEnded && status === 'ACTIVE' && endDate !== null ? formatDay(getExpiryDate(endDate)) : null;
}
