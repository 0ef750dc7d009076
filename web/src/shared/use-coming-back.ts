import { useEffect } from 'react';

/** Calls back when the reader returns to a page that the browser has kept as it was left, from an address elsewhere. */
export function useComingBack(onBack: () => void): void {
  useEffect(() => {
    const show = ({ persisted }: PageTransitionEvent) => {
      if (persisted) onBack();
    };
    window.addEventListener('pageshow', show);
    return () => window.removeEventListener('pageshow', show);
  }, [onBack]);
}
