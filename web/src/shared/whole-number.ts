const PLAIN = /^-?\d+$/;
const IN_GROUPS = /^-?\d{1,3}([\s.,_])\d{3}(?:\1\d{3})*$/;

/**
 * Parses a whole number with any thousands separators, as in `1000`, `1.000` or `1,000`. NaN for anything
 * else, including fractions such as `1.5`.
 */
export function wholeNumber(text: string): number {
  const typed = text.trim();
  return PLAIN.test(typed) || IN_GROUPS.test(typed) ? Number(typed.replace(/[^\d-]/g, '')) : Number.NaN;
}

/** Maximum length in characters; longer amounts exceed any balance. */
const LONGEST = 12;

/** Removes characters that cannot be part of an amount of coins. */
export const numeric = (text: string): string => text.replace(/[^\d.,-]/g, '').slice(0, LONGEST);

/** Parses an amount of coins like `wholeNumber`; an empty field is 0. */
export const amountOf = (text: string): number => (text === '' ? 0 : wholeNumber(text));
