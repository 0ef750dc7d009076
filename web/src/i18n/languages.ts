/** The languages that Kindra speaks, the one it falls back to first. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, so that whoever speaks no other finds it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

const KEY = 'language';

const isLanguage = (tag: string | null | undefined): tag is Language => LANGUAGES.includes(tag as Language);

/** The language chosen in this browser's settings, otherwise the first of the browser's own that Kindra speaks. */
export function preferredLanguage(): Language {
  const kept = localStorage.getItem(KEY);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** Keeps a choice for the next visit. */
export const keepLanguage = (language: Language): void => localStorage.setItem(KEY, language);
