import type { Instant } from '../kernel/ids.ts';

const DIGITS = 8;

/** Formats the receipt number for a coin movement. It is unique because log positions are unique. */
export const formatReceiptNumber = (position: number, dateTime: Instant): string =>
  `K-${dateTime.slice(0, 4)}-${String(position).padStart(DIGITS, '0')}`;

const PATTERN = /^K-\d{4}-(\d{8,15})$/i;

/** Returns the log position in a receipt number, or null if the string is not a receipt number. */
export function parseReceiptNumber(text: string): number | null {
  const [, position] = PATTERN.exec(text) ?? [];
  return position === undefined ? null : Number(position);
}
