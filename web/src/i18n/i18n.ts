import { type BackendModule, createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isolateText } from '../../../contract/rules/text.ts';
import { type EnglishTexts, INITIAL_TEXTS, loadCatalogue, type TextNamespace } from './catalogues.ts';
import { getPreferredLanguage, LANGUAGE_KEY, LANGUAGES, type Language, saveLanguage } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: EnglishTexts;
    strictKeyChecks: true;
  }
}

/** Loads texts that are not in the initial bundle: other languages and the texts of features. */
const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, namespace) => loadCatalogue(language as Language, namespace as TextNamespace),
};

/** The i18next instance. The English texts of `INITIAL_TEXTS` are available synchronously. */
export const i18n = createInstance();

void i18n
  .use(catalogues)
  .use(initReactI18next)
  .init({
    lng: LANGUAGES[0],
    fallbackLng: false,
    resources: { en: INITIAL_TEXTS },
    partialBundledLanguages: true,
    ns: Object.keys(INITIAL_TEXTS),
    defaultNS: 'app',
    initAsync: false,
    // React escapes its output. Names of any direction do not reorder the sentences around them.
    interpolation: { escape: isolateText },
  });

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (description) description.content = i18n.t('app:description');
});

/** Returns the current language. */
export const getCurrentLanguage = (): Language => i18n.language as Language;

/** Loads the texts of namespaces in the current language; rejects when they cannot be fetched. */
export async function loadTexts(...namespaces: readonly TextNamespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadCatalogue(getCurrentLanguage(), namespace)));
  await i18n.loadNamespaces(namespaces);
}

let choiceCount = 0;

/**
 * Switches the language once all texts in use are loaded; rejects when they cannot be fetched. Resolves
 * with false when another language was chosen in the meantime, which then wins.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  choiceCount += 1;
  const choice = choiceCount;
  const namespaces = i18n.options.ns as readonly TextNamespace[];
  await Promise.all(namespaces.map((namespace) => loadCatalogue(language, namespace)));
  if (choice !== choiceCount) return false;
  await i18n.changeLanguage(language);
  return true;
}

/**
 * Changes the language, here and in other tabs, and stores the choice; rejects when the texts cannot be
 * fetched.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await switchLanguage(language)) saveLanguage(language);
}

/** Starts in the preferred language, or in English when its texts cannot be fetched. */
export async function startLanguage(): Promise<void> {
  await switchLanguage(getPreferredLanguage()).catch(() => false);
}

window.addEventListener('storage', ({ key }) => {
  if (key === LANGUAGE_KEY) void startLanguage();
});
