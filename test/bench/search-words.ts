/** The most frequent words of posts, folded as in the search. */
const FREQUENT =
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

/** Returns a word of syllables. Different numbers have different words. */
function createWord(n: number): string {
  let word = '';
  for (let rest = n + SYNTHETIC_START; rest > 0; rest = Math.floor(rest / SYLLABLES.length))
    word += SYLLABLES[rest % SYLLABLES.length];
  return word;
}

const createVocabulary = (known: readonly string[], size: number): readonly string[] => [
  ...known,
  ...Array.from({ length: size - known.length }, (_, n) => createWord(n)),
];

/** Words of texts, the most frequent first. */
export const WORDS = createVocabulary(FREQUENT, 50_000);
/** Given names, the most frequent first. */
export const FIRST_NAMES = createVocabulary(GIVEN_NAMES, 1_000);
/** Surnames and names of animals, the most frequent first. */
export const LAST_NAMES = createVocabulary([], 5_000);

/** Random choices that are the same in every run. */
export interface RandomChoices {
  readonly integer: (below: number) => number;
  /** Picks a word with the frequency of Zipf's law: the n-th is n times as rare as the first. */
  readonly word: (words: readonly string[]) => string;
  /** Picks several words, separated by spaces. */
  readonly text: (words: readonly string[], count: number) => string;
}

/** Creates choices from a linear congruential generator. */
export function createRandomChoices(seed: number): RandomChoices {
  let state = seed;
  const next = (): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const word = (words: readonly string[]): string => words[Math.floor(words.length ** next()) - 1] ?? '';
  return {
    integer: (below) => Math.floor(next() * below),
    word,
    text: (words, count) => Array.from({ length: count }, () => word(words)).join(' '),
  };
}
