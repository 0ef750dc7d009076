import { useSyncExternalStore } from 'react';
import { getRenderedPage } from '../../../state/rendered-page.ts';

const CHECK_INTERVAL_MS = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, CHECK_INTERVAL_MS);
  return () => clearInterval(timer);
}

/**
 * Whether an instant has passed; false without an instant. Renders the component again within a second
 * after it passes.
 */
export const useHasPassed = (instant: string | null): boolean => {
  const hasPassed = (now: number): boolean => instant !== null && Date.parse(instant) <= now;
  return useSyncExternalStore(
    subscribe,
    () => hasPassed(Date.now()),
    () => hasPassed(getRenderedPage().now),
  );
};
