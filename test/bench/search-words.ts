/** The most frequent words in posts, normalized as in the search. */
const FREQUENT_WORDS =
  'de la que el en y a los se the and to of perro gato un por con una for is in su para it es del al lo mas este ya esta dog cat casa adopcion refugio animales vida amor gracias shelter home help love family today rescued ayuda busca familia hoy rescate cachorro puppy kitten paseo walk'.split(
    ' ',
  );
const SYLLABLES =
  'ba ce di fo gu la me ni po ru sa te vi zo bra cle dri flo gru pla tre sol mar ton ver cal den fin gal hor jim kan lus nor'.split(
    ' ',
  );
const GIVEN_NAMES =
  'maria jose lucia jesus ana carlos elena martin sofia andres laura ines raul monica victor beatriz ivan angela oscar noelia james mary john linda robert emma david olivia'.split(
    ' ',
  );
const SYNTHETIC_START = 1_000;

/** Returns an artificial word made of syllables. The word is unique to the number. */
function createWord(n: number): string {
  let word = '';
  for (
    let remainder = n + SYNTHETIC_START;
    remainder > 0;
    remainder = Math.floor(remainder / SYLLABLES.length)
  )
    word += SYLLABLES[remainder % SYLLABLES.length];
  return word;
}

const createVocabulary = (knownWords: readonly string[], size: number): readonly string[] => [
  ...knownWords,
  ...Array.from({ length: size - knownWords.length }, (_, n) => createWord(n)),
];

/** Vocabulary of posts and other texts, the most frequent words first. */
export const WORDS = createVocabulary(FREQUENT_WORDS, 50_000);
/** Given names, the most frequent first. */
export const FIRST_NAMES = createVocabulary(GIVEN_NAMES, 1_000);
/** Surnames and animal names, the most frequent first. */
export const LAST_NAMES = createVocabulary([], 5_000);

/** A pseudo-random generator that returns the same values in every run. */
export interface RandomGenerator {
  readonly createInteger: (limit: number) => number;
  /** Picks a word according to Zipf's law: the n-th word is picked 1/n times as often as the first. */
  readonly pickWord: (words: readonly string[]) => string;
  /** Picks `count` words and joins them with spaces. */
  readonly pickText: (words: readonly string[], count: number) => string;
}

/** Creates a linear congruential generator. The same seed always produces the same numbers. */
export function createRandomGenerator(seed: number): RandomGenerator {
  let state = seed;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const pickWord = (words: readonly string[]): string => words[Math.floor(words.length ** next()) - 1] ?? '';
  return {
    createInteger: (limit) => Math.floor(next() * limit),
    pickWord,
    pickText: (words, count) => Array.from({ length: count }, () => pickWord(words)).join(' '),
  };
}
