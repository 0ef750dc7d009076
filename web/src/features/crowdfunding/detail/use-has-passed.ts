import { useSyncExternalStore } from 'react';
import { getRenderedPage } from '../../../state/rendered-page.ts';

const CHECK_INTERVAL_MS = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/**
 * Returns whether an instant has passed; false if it is null. Rerenders the component within a second after the
 * instant.
 */
export const useHasPassed = (instant: string | null): boolean => {
  const hasPassed = (now: number): boolean => instant !== null && Date.parse(instant) <= now;
  return useSyncExternalStore(
    subscribe,
    () => hasPassed(Date.now()),
    () => hasPassed(getRenderedPage().now),
  );
};
