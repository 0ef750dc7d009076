import { useSyncExternalStore } from 'react';
import { getCurrentLanguage, i18n } from './i18n.ts';
import type { Language } from './languages.ts';

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** The current language; the component renders again when it changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore(subscribe, getCurrentLanguage, getCurrentLanguage);
