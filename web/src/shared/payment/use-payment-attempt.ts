import { useCallback, useRef, useState } from 'react';
import { useOnPageRestore } from '../use-on-page-restore.ts';

/** Tracks payment attempts, of which at most one is in progress. */
export interface PaymentAttempt {
  /** Whether a card is being charged. Card and purchase must not change during that time. */
  readonly isPaying: boolean;
  /** Starts an attempt. Returns false if another attempt is in progress. */
  readonly begin: () => boolean;
  readonly end: () => void;
}

/** Tracks whether a card is being charged. Returning from the bank's page allows another attempt. */
export function usePaymentAttempt(): PaymentAttempt {
  const [isPaying, setPaying] = useState(false);
  const isInProgress = useRef(false);

  const change = useCallback((newValue: boolean) => {
    isInProgress.current = newValue;
    setPaying(newValue);
  }, []);
  const end = useCallback(() => change(false), [change]);
  useOnPageRestore(end);

  const begin = () => {
    if (isInProgress.current) return false;
    change(true);
    return true;
  };
  return { isPaying, begin, end };
}
