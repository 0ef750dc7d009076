import { useEffect } from 'react';

/** Calls `onRestore` when the browser restores the page from its back/forward cache. */
export function useOnPageRestore(onRestore: () => void): void {
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onRestore();
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, [onRestore]);
}
