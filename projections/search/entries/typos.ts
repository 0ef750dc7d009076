/** Lengths of words for which typos are tolerated, in characters. Shorter words would match too many words. */
const TYPO_TOLERANT_LENGTHS = { min: 4, max: 24 } as const;

const isTypoTolerant = (characters: readonly string[]): boolean =>
  characters.length >= TYPO_TOLERANT_LENGTHS.min && characters.length <= TYPO_TOLERANT_LENGTHS.max;

const spliceCharacters = (
  word: readonly string[],
  at: number,
  removedCount: number,
  ...insertedCharacters: string[]
): string => [...word.slice(0, at), ...insertedCharacters, ...word.slice(at + removedCount)].join('');

/**
 * Returns `LIKE` patterns for words that begin with the given word, or with a variant of it that contains one typo: a
 * wrong, missing or additional character, or two swapped characters. The given word must consist of letters, marks
 * and digits.
 */
export function createTypoPatterns(word: string): readonly string[] {
  const characters = [...word];
  const beginnings = [word];
  if (isTypoTolerant(characters))
    for (const [i, character] of characters.entries()) {
      const next = characters[i + 1];
      beginnings.push(
        spliceCharacters(characters, i, 1, '_'),
        spliceCharacters(characters, i, 1),
        spliceCharacters(characters, i, 0, '_'),
      );
      if (next !== undefined) beginnings.push(spliceCharacters(characters, i, 2, next, character));
    }
  return [...new Set(beginnings)].map((beginning) => `% ${beginning}%`);
}

/**
 * Returns the typo patterns of each word, longest word first, because it is the rarest. Returns an empty
 * array if typos are not tolerated in any of the words.
 */
export const createMisspelledPatterns = (words: readonly string[]): readonly (readonly string[])[] =>
  words.some((word) => isTypoTolerant([...word]))
    ? words.toSorted((a, b) => b.length - a.length).map(createTypoPatterns)
    : [];
