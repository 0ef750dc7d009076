const PLAIN = /^-?\d+$/;
const IN_GROUPS = /^-?\d{1,3}([\s.,_])\d{3}(?:\1\d{3})*$/;

/**
 * The whole number that somebody has typed, as in `1000`, `1.000` or `1,000`: readers group thousands in their own way.
 * NaN for what is none, and for a fraction, such as `1.5`.
 */
export function wholeNumber(text: string): number {
  const typed = text.trim();
  return PLAIN.test(typed) || IN_GROUPS.test(typed) ? Number(typed.replace(/[^\d-]/g, '')) : Number.NaN;
}

/** Characters; what is longer is more than anybody has. */
const LONGEST = 12;

/** What of a text may belong to an amount of coins, for a field that takes nothing else. */
export const numeric = (text: string): string => text.replace(/[^\d.,-]/g, '').slice(0, LONGEST);

/** The coins that a text says, as `wholeNumber` reads it; a field that is empty says none. */
export const amountOf = (text: string): number => (text === '' ? 0 : wholeNumber(text));
