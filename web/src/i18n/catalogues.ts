import { ENGLISH, type TextNamespace } from './english.ts';
import type { Language } from './languages.ts';

/** Loads the texts of a namespace. Rejects if they cannot be fetched. */
export async function loadCatalogue(language: Language, namespace: TextNamespace): Promise<object> {
  if (language === 'en') return (await ENGLISH[namespace]()).texts;
  const spanish: Readonly<Record<TextNamespace, object>> = await import('./es/index.ts');
  return spanish[namespace];
}
