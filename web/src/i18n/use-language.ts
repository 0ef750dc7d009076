import { useSyncExternalStore } from 'react';
import { getCurrentLanguage, onLanguageChange } from './i18n.ts';
import type { Language } from './languages.ts';

/** Returns the current language. Rerenders the component when the language changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage);
