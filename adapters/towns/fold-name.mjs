/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTERS = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i', ħ: 'h' };

/**
 * Returns the form in which names of towns are compared: words in lower case without marks, separated by a space.
 * JavaScript, because a thread that Node.js starts without a loader imports it.
 */
export const foldName = (name) =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøđðłþıħ]/g, (letter) => LETTERS[letter])
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
