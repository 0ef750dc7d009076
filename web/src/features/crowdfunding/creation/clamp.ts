import { wholeNumber } from '../../../shared/whole-number.ts';

/** The whole number that a text says, brought between two limits; a text that says none gives the fallback. */
export function clampedNumber(text: string, least: number, most: number, fallback: number): number {
  const number = wholeNumber(text);
  return Number.isNaN(number) ? fallback : Math.min(most, Math.max(least, number));
}
