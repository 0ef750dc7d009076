import { useSyncExternalStore } from 'react';

const LOOK_MS = 1_000;

function subscribe(listener: () => void): () => void {
  const timer = setInterval(listener, LOOK_MS);
  return () => clearInterval(timer);
}

/** Whether an instant has passed, if there is one; who asks is shown anew within a second when it does. */
export const useHasPassed = (instant: string | null): boolean =>
  useSyncExternalStore(subscribe, () => instant !== null && Date.parse(instant) <= Date.now());
