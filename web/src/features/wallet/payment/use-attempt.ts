import { useCallback, useRef, useState } from 'react';
import { useComingBack } from '../../../shared/use-coming-back.ts';

/** State of a payment attempt. At most one is in progress. */
export interface Attempt {
  /** A card is being charged: card and purchase must not change. */
  readonly paying: boolean;
  /** Starts an attempt; returns false while another is in progress. */
  readonly begin: () => boolean;
  readonly end: () => void;
}

/** Tracks whether a card is being charged. Returning from the bank's page allows another attempt. */
export function useAttempt(): Attempt {
  const [paying, setPaying] = useState(false);
  const underWay = useRef(false);

  const change = useCallback((now: boolean) => {
    underWay.current = now;
    setPaying(now);
  }, []);
  const end = useCallback(() => change(false), [change]);
  useComingBack(end);

  const begin = () => {
    if (underWay.current) return false;
    change(true);
    return true;
  };
  return { paying, begin, end };
}
