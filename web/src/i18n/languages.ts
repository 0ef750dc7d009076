import { browserKeeps } from '../state/browser-storage.ts';

/** The languages that Kindra speaks, the one it falls back to first. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language in its own words, so that whoever speaks no other finds it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Where the browser keeps the choice. */
export const LANGUAGE_KEY = 'language';

const isLanguage = (tag: string | null | undefined): tag is Language => LANGUAGES.includes(tag as Language);

/** The language chosen in this browser's settings, otherwise the first of the browser's own that Kindra speaks. */
export function preferredLanguage(): Language {
  const kept = browserKeeps.get(LANGUAGE_KEY);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** Keeps a choice for the next visit. */
export function keepLanguage(language: Language): void {
  browserKeeps.set(LANGUAGE_KEY, language);
}
