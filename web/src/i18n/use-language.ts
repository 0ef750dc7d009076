import { useSyncExternalStore } from 'react';
import { getCurrentLanguage, onLanguageChange } from './i18n.ts';
import type { Language } from './languages.ts';

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage);
