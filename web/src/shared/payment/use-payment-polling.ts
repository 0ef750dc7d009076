import { useEffect, useRef } from 'react';
import type { Payment } from '../../api/payments.ts';

/** Delays between polls of a payment that is not credited yet, in milliseconds. */
const POLL_DELAYS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 60_000];

/** Whether a successful payment is credited, and its donation is made or refused. */
export const isSettled = ({ credited, donation }: Payment): boolean =>
  credited && donation?.status !== 'planned';

/** Polls with increasing delays, for some minutes at most, while a successful payment is not settled. */
export function usePaymentPolling(
  payment: Payment | undefined,
  isFetching: boolean,
  look: () => unknown,
): void {
  const looks = useRef(0);
  const waits = payment?.status === 'succeeded' && !isSettled(payment) && !isFetching;
  useEffect(() => {
    const wait = POLL_DELAYS_MS[looks.current];
    if (!waits || wait === undefined) return;
    const timer = setTimeout(() => {
      looks.current += 1;
      look();
    }, wait);
    return () => clearTimeout(timer);
  }, [waits, look]);
}
