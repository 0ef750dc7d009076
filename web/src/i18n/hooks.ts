import { useMemo, useSyncExternalStore } from 'react';
import { useIsHydrated } from '../state/rendered-page.ts';
import type { TextNamespace } from './catalogues.ts';
import { formatDate, formatDay } from './formats.ts';
import { createTranslate, getCurrentLanguage, getTexts, onLanguageChange } from './i18n.ts';
import type { Language } from './languages.ts';
import type { Translate } from './text-types.ts';

/** Returns the current language. Rerenders the component when the language changes. */
export const useLanguage = (): Language =>
  useSyncExternalStore(onLanguageChange, getCurrentLanguage, getCurrentLanguage);

/** Returns the date formatter, which uses UTC on the server and during hydration, then the local time zone. */
export const useFormatDay = (): ((instant: string) => string) => (useIsHydrated() ? formatDay : formatDate);

/**
 * Returns `t`, which translates keys in the namespace `own` and prefixed keys in the namespaces `others`. When the
 * language changes, the component rerenders and `t` is a new function.
 * @throws if the texts are not loaded
 */
export function useTranslation<Own extends TextNamespace, Other extends TextNamespace = never>(
  own: Own,
  ...others: readonly Other[]
): { readonly t: Translate<Own, Own | Other> } {
  const language = useLanguage();
  for (const namespace of [own, ...others])
    if (!getTexts(namespace)) throw new Error(`Texts not loaded: ${namespace}.`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: effects and memos that depend on `t` depend on the language.
  return useMemo(() => ({ t: createTranslate(own) }), [own, language]);
}
