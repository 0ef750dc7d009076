import { useCallback, useRef, useState } from 'react';
import { useComingBack } from '../../../shared/use-coming-back.ts';

/** An attempt to pay, of which there is one at a time. */
export interface Attempt {
  /** A card is being charged: neither the card nor the purchase changes meanwhile. */
  readonly paying: boolean;
  /** Begins one; false while another is under way. */
  readonly begin: () => boolean;
  readonly end: () => void;
}

/** Knows whether a card is being charged. Whoever comes back from their bank may try again. */
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
