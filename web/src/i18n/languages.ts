import {
  isLanguage,
  LANGUAGE_PARAMETER,
  LANGUAGES,
  type Language,
} from '../../../contract/rules/languages.ts';
import { browserStorage } from '../state/browser-storage.ts';

export { LANGUAGES, type Language };

/** Name of each language in the language itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Storage key for the selected language. */
export const LANGUAGE_KEY = 'language';

/** Returns the language of the URL, the stored one, or the first supported one of the browser's preferences. */
export function getPreferredLanguage(): Language {
  const requested = new URLSearchParams(location.search).get(LANGUAGE_PARAMETER);
  if (isLanguage(requested)) return requested;
  const stored = browserStorage.get(LANGUAGE_KEY);
  if (isLanguage(stored)) return stored;
  return navigator.languages.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? LANGUAGES[0];
}

/** Stores the language for the next visit. */
export function saveLanguage(language: Language): void {
  browserStorage.set(LANGUAGE_KEY, language);
}
