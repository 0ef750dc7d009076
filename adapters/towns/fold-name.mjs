/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h' };

/**
 * Returns a town name in the form that is used for comparisons: lowercase words without diacritics, separated
 * by spaces. This is a JavaScript file, because a thread without a TypeScript loader imports it.
 */
export const foldName = (name) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþıħ]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
