import { browserStorage } from '../state/browser-storage.ts';

/** Supported languages; the first is the fallback. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Storage key of the chosen language. */
export const LANGUAGE_KEY = 'language';

const isLanguage = (tag: string | null | undefined): tag is Language => LANGUAGES.includes(tag as Language);

/** The language chosen in this browser, otherwise the first supported one of the browser's languages. */
export function getPreferredLanguage(): Language {
  const kept = browserStorage.get(LANGUAGE_KEY);
  if (isLanguage(kept)) return kept;
  return navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** Stores the choice for the next visit. */
export function saveLanguage(language: Language): void {
  browserStorage.set(LANGUAGE_KEY, language);
}
