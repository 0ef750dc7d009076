/** Returns the length of a text in Unicode code points. */
export const countCodePoints = (text: string): number => [...text].length;

/** In UTF-16 code units. More than any text may have. */
const MAX_NORMALIZED_LENGTH = 50_000;

/** More combining characters than any language needs; 30 is the limit of Unicode's stream-safe format (UAX #15). */
const LONG_MARK_RUN = /\p{M}{31}/u;

/**
 * Normalizes a text to NFC. Returns other texts than people write unchanged, because the time for sorting combining
 * characters grows with the square of their number. The rules of texts refuse them.
 */
export const normalizeText = (text: string): string =>
  text.length > MAX_NORMALIZED_LENGTH || LONG_MARK_RUN.test(text) ? text : text.normalize('NFC');

/** Normalizes a text to NFC and trims it. All texts are validated and stored in this form. */
export const cleanText = (text: string): string => normalizeText(text).trim();

/** Control characters, halves of surrogate pairs, and characters that show nothing, such as bidirectional ones. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\u2028\u2029\p{Surrogate}\p{Default_Ignorable_Code_Point}]/u;

// Matches a black flag with region tags, such as `gbeng` (tags elsewhere could hide text); a pictograph with
// at most one variation selector and one skin tone, optionally joined with others; or a keycap.
const EMOJI_PATTERN =
  /\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}|\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}\ufe0f?[\u{1f3fb}-\u{1f3ff}]?)*|[0-9#*]\ufe0f?\u20e3/gu;

/**
 * Returns whether a text contains control, bidirectional or zero-width characters, or more than 30 combining characters
 * in a row. Joiners inside emoji are allowed. Line breaks are allowed if `multiline` is set.
 */
export function hasForbiddenCharacters(text: string, { multiline = false } = {}): boolean {
  const visible = text.replace(EMOJI_PATTERN, '');
  const rest = multiline ? visible.replace(/\r?\n|\t/g, '') : visible;
  return LONG_MARK_RUN.test(text) || FORBIDDEN_CHARACTERS.test(rest);
}

/** Returns a text in lower case and NFC. Unique names are compared in this form. */
export const foldCase = (text: string): string => normalizeText(text).toLowerCase();

/** Diacritics for Latin, Greek and Cyrillic letters. Marks in other scripts are essential parts of words. */
const DIACRITICS = /[\u0300-\u036f]/g;

/** Returns a text in lower case without diacritics, so that `adopción` and `Adopcion` become equal. */
export const foldDiacritics = (text: string): string =>
  text.normalize('NFKD').replace(DIACRITICS, '').toLowerCase().replace(DIACRITICS, '').normalize('NFC');

/** Sequences of letters and digits. */
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Applies `foldDiacritics` to a text and returns its words, which are sequences of letters and digits. */
export const toSearchWords = (text: string): readonly string[] => foldDiacritics(text).match(WORD) ?? [];

/** Matches vowels that Spanish writes with diacritics (group 1), and diacritics of other letters, in lower-case NFKD. */
const SPANISH_VOWELS_OR_DIACRITICS = /([aeiou]\u0301|u\u0308)|[\u0300-\u036f]/g;

/**
 * Returns the words of `toSearchWords` with the diacritics that Spanish endings depend on: `corrían` keeps its accent,
 * `niños` becomes `ninos`.
 */
export const toSpanishWords = (text: string): readonly string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(SPANISH_VOWELS_OR_DIACRITICS, '$1')
    .normalize('NFC')
    .match(WORD) ?? [];

/** Right-to-left letters: the Unicode blocks for Hebrew, Arabic and similar scripts. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const ISOLATE_START = '\u2068';
const ISOLATE_END = '\u2069';

/**
 * Prepares a text for insertion into a left-to-right sentence. If it contains right-to-left letters, it is wrapped in
 * the Unicode isolates U+2068 and U+2069 (UAX #9), the plain-text equivalent of `<bdi>`. The letters then do not reorder
 * adjacent words, numbers and punctuation. Other texts are returned unchanged.
 */
export const isolateText = (text: string): string =>
  RIGHT_TO_LEFT.test(text) ? `${ISOLATE_START}${text}${ISOLATE_END}` : text;

/** Returns the end characters of the isolates that a text starts and does not end. */
const closeIsolates = (text: string): string =>
  ISOLATE_END.repeat(Math.max(0, text.split(ISOLATE_START).length - text.split(ISOLATE_END).length));

/**
 * Returns a text on one line of at most `maxLength` code points, plus the ends of truncated isolates. A truncated text
 * ends with a whole word and an ellipsis.
 */
export function truncateText(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= maxLength) return line;
  const start = characters.slice(0, maxLength - 1).join('');
  const wholeWords = start.replace(/\s+\S*$/, '') || start;
  return `${wholeWords.trimEnd()}${closeIsolates(wholeWords)}…`;
}
