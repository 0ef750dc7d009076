const PLAIN_NUMBER = /^-?\d+$/;
const GROUPED_NUMBER = /^-?\d{1,3}([\s.,_])\d{3}(?:\1\d{3})*$/;

/** Parses a whole number with any thousands separators. Returns NaN for anything else, such as `1.5`. */
export function parseWholeNumber(text: string): number {
  const trimmedText = text.trim();
  return PLAIN_NUMBER.test(trimmedText) || GROUPED_NUMBER.test(trimmedText)
    ? Number(trimmedText.replace(/[^\d-]/g, ''))
    : Number.NaN;
}

/** Maximum length of an amount, in characters. Longer amounts exceed any balance. */
const MAX_AMOUNT_LENGTH = 12;

/** Removes characters that cannot be part of a coin amount. */
export const stripNonNumeric = (text: string): string =>
  text.replace(/[^\d.,-]/g, '').slice(0, MAX_AMOUNT_LENGTH);

/** Parses a coin amount like `parseWholeNumber`. An empty field is 0. */
export const parseAmount = (text: string): number => (text === '' ? 0 : parseWholeNumber(text));
