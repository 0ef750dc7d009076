import { useMemo } from 'react';
import type { TextNamespace } from './catalogues.ts';
import { createTranslate, getTexts } from './i18n.ts';
import type { Translate } from './text-types.ts';
import { useLanguage } from './use-language.ts';

interface Translation<Own extends TextNamespace, Namespaces extends TextNamespace> {
  readonly t: Translate<Own, Namespaces>;
}

/**
 * Returns `t`, which translates keys in the namespace `own` and prefixed keys in the namespaces `others`. When the
 * language changes, the component rerenders and `t` is a new function.
 * @throws if the texts are not loaded
 */
export function useTranslation<Own extends TextNamespace, Other extends TextNamespace = never>(
  own: Own,
  ...others: readonly Other[]
): Translation<Own, Own | Other> {
  const language = useLanguage();
  for (const namespace of [own, ...others])
    if (!getTexts(namespace)) throw new Error(`Texts not loaded: ${namespace}.`);
  // biome-ignore lint/correctness/useExhaustiveDependencies: effects and memos that depend on `t` depend on the language.
  return useMemo(() => ({ t: createTranslate(own) }), [own, language]);
}
