import { useEffect, useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Returns whether the browser is connected to a network. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );

/** Retries a failed request when the network connection returns. */
export function useRetryWhenOnline(retry: (() => unknown) | undefined): void {
  useEffect(() => {
    if (!retry) return;
    const listener = () => void retry();
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  }, [retry]);
}
