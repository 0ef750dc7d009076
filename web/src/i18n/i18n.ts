import { isolateText } from '../../../contract/rules/text.ts';
import { INITIAL_TEXTS, loadCatalogue, type TextNamespace } from './catalogues.ts';
import { getPreferredLanguage, LANGUAGE_KEY, LANGUAGES, type Language, saveLanguage } from './languages.ts';
import type { Translate } from './text-types.ts';

type Texts = { readonly [key: string]: string | Texts };

/** Placeholder values by name. */
export type Values = Readonly<Record<string, string | number>> & { readonly count?: number };

/** Loaded texts. The English texts in the initial bundle are available synchronously. */
const loadedTexts: Readonly<Record<Language, Map<TextNamespace, object>>> = {
  en: new Map(Object.entries(INITIAL_TEXTS) as [TextNamespace, object][]),
  es: new Map(),
};

let currentLanguage: Language = LANGUAGES[0];
const listeners = new Set<() => void>();

/** Returns the current language. */
export const getCurrentLanguage = (): Language => currentLanguage;

/** Calls a listener after each language change. Returns a function that removes the listener. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns a function that creates and caches one value per language. */
export function cachePerLanguage<Value>(create: (language: Language) => Value): () => Value {
  const values = new Map<Language, Value>();
  return () => {
    const value = values.get(currentLanguage) ?? create(currentLanguage);
    values.set(currentLanguage, value);
    return value;
  };
}

const getPluralRules = cachePerLanguage((language) => new Intl.PluralRules(language));
const getNumberFormat = cachePerLanguage((language) => new Intl.NumberFormat(language));

/** Returns the texts of a namespace in the current language, or undefined if they are not loaded. */
export const getTexts = (namespace: TextNamespace): object | undefined =>
  loadedTexts[currentLanguage].get(namespace);

/** Returns the text for a key before values are inserted, or undefined if there is none. */
export function findText(namespace: string, key: string, count?: number): string | undefined {
  const [path = '', owner = namespace] = key.split(':').reverse();
  const find = (suffix: string) =>
    `${path}${suffix}`
      .split('.')
      .reduce(
        (texts: string | Texts | undefined, name) => (typeof texts === 'object' ? texts[name] : undefined),
        getTexts(owner as TextNamespace) as Texts | undefined,
      );
  const plural = count === undefined ? undefined : find(`_${getPluralRules().select(count)}`);
  const text = plural ?? find('');
  return typeof text === 'string' ? text : undefined;
}

/**
 * Replaces `{{name}}` with a value and `{{name, number}}` with a formatted number. React escapes the result. Values in
 * right-to-left scripts are isolated, so that they do not reorder the surrounding sentence.
 */
export const insertValues = (text: string, values: Values = {}): string =>
  text.replace(/\{\{(\w+)(, number)?\}\}/g, (_, name: string, isFormatted?: string) =>
    isFormatted ? getNumberFormat().format(Number(values[name])) : isolateText(String(values[name])),
  );

/** Returns a function that translates keys in a namespace into the current language. */
export function createTranslate<Own extends TextNamespace, Namespaces extends TextNamespace>(
  namespace: Own,
): Translate<Own, Namespaces> {
  const translate = (key: string, values?: Values): string =>
    insertValues(findText(namespace, key, values?.count) ?? key, values);
  return Object.assign(translate, { namespace });
}

/** Translations outside components. Keys contain their namespace. */
export const i18n = {
  t: createTranslate<never, TextNamespace>('' as never),
  exists: (key: string): boolean => findText('', key) !== undefined,
};

async function load(language: Language, namespaces: readonly TextNamespace[]): Promise<void> {
  const texts = loadedTexts[language];
  await Promise.all(
    namespaces
      .filter((namespace) => !texts.has(namespace))
      .map(async (namespace) => texts.set(namespace, await loadCatalogue(language, namespace))),
  );
}

/** Loads the texts of namespaces in the current language. Rejects if they cannot be fetched. */
export async function loadTexts(...namespaces: readonly TextNamespace[]): Promise<void> {
  const language = currentLanguage;
  await load(language, namespaces);
  if (language !== currentLanguage) await loadTexts(...namespaces);
}

/** Returns the namespaces that are loaded in the current language but not in `language`. */
const findMissing = (language: Language): readonly TextNamespace[] =>
  [...loadedTexts[currentLanguage].keys()].filter((namespace) => !loadedTexts[language].has(namespace));

let choiceCount = 0;

/**
 * Switches the language once all texts in use are loaded. Rejects if they cannot be fetched. Resolves to false if
 * another language was selected in the meantime; the other language is then used.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  choiceCount += 1;
  const choice = choiceCount;
  // While texts are loading, more namespaces can be loaded in the current language.
  for (let missing = findMissing(language); missing.length > 0; missing = findMissing(language))
    await load(language, missing);
  if (choice !== choiceCount) return false;
  currentLanguage = language;
  document.documentElement.lang = language;
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (description) description.content = i18n.t('app:description');
  for (const listener of listeners) listener();
  return true;
}

/** Changes and stores the language, here and in other tabs. Rejects if the texts cannot be fetched. */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await switchLanguage(language)) saveLanguage(language);
}

/** Starts in the preferred language, or in English if the texts cannot be fetched. */
export async function startLanguage(): Promise<void> {
  await switchLanguage(getPreferredLanguage()).catch(() => false);
}

window.addEventListener('storage', ({ key }) => {
  if (key === LANGUAGE_KEY) void startLanguage();
});
