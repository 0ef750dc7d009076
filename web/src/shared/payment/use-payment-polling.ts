import { useEffect, useRef } from 'react';
import type { Payment } from '../../api/payments.ts';

/** Delays between polls for a payment that is not credited yet, in milliseconds. */
export const POLL_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];

/** Returns whether a successful payment is credited and its donation, if any, is made or refused. */
export const isSettled = ({ credited, donation }: Payment): boolean =>
  credited && donation?.status !== 'planned';

/** Polls a successful payment until it is settled, with increasing delays and for a few minutes at most. */
export function usePaymentPolling(
  payment: Payment | undefined,
  isFetching: boolean,
  poll: () => unknown,
): void {
  const pollCount = useRef(0);
  const isWaiting = payment?.status === 'succeeded' && !isSettled(payment) && !isFetching;
  useEffect(() => {
    const wait = POLL_DELAYS_MS[pollCount.current];
    if (!isWaiting || wait === undefined) return;
    const timer = setTimeout(() => {
      pollCount.current += 1;
      poll();
    }, wait);
    return () => clearTimeout(timer);
  }, [isWaiting, poll]);
}
