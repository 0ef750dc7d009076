import type { Instant } from '../kernel/ids.ts';

const DIGITS = 8;

/** Formats the number of the receipt for a movement of coins. It is unique because log positions are unique. */
export const formatReceiptNumber = (position: number, dateTime: Instant): string =>
  `K-${dateTime.slice(0, 4)}-${String(position).padStart(DIGITS, '0')}`;
