import { type BackendModule, createInstance } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { type EnglishTexts, FIRST_TEXTS, loadCatalogue, type TextNamespace } from './catalogues.ts';
import { keepLanguage, LANGUAGE_KEY, LANGUAGES, type Language, preferredLanguage } from './languages.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: EnglishTexts;
    strictKeyChecks: true;
  }
}

/** Loads what is not in the initial bundle: other languages and the texts of features. */
const catalogues: BackendModule = {
  type: 'backend',
  init() {},
  read: (language, namespace) => loadCatalogue(language as Language, namespace as TextNamespace),
};

/** The i18next instance. The English texts of `FIRST_TEXTS` are available synchronously. */
export const i18n = createInstance();

void i18n
  .use(catalogues)
  .use(initReactI18next)
  .init({
    lng: LANGUAGES[0],
    fallbackLng: false,
    resources: { en: FIRST_TEXTS },
    partialBundledLanguages: true,
    ns: Object.keys(FIRST_TEXTS),
    defaultNS: 'app',
    initAsync: false,
    // React escapes its output.
    interpolation: { escapeValue: false },
  });

i18n.on('languageChanged', (language) => {
  document.documentElement.lang = language;
  const description = document.querySelector<HTMLMetaElement>('meta[name="description"]');
  if (description) description.content = i18n.t('app:description');
});

/** The current language. */
export const currentLanguage = (): Language => i18n.language as Language;

/** Loads the texts of namespaces in the current language; rejects when they cannot be fetched. */
export async function loadTexts(...namespaces: readonly TextNamespace[]): Promise<void> {
  await Promise.all(namespaces.map((namespace) => loadCatalogue(currentLanguage(), namespace)));
  await i18n.loadNamespaces(namespaces);
}

let choices = 0;

/**
 * Switches the language once all texts in use are loaded; rejects when they cannot be fetched. Resolves with
 * false when another language was chosen in the meantime, which then wins.
 */
async function show(language: Language): Promise<boolean> {
  choices += 1;
  const choice = choices;
  const needed = i18n.options.ns as readonly TextNamespace[];
  await Promise.all(needed.map((namespace) => loadCatalogue(language, namespace)));
  if (choice !== choices) return false;
  await i18n.changeLanguage(language);
  return true;
}

/**
 * Changes the language, here and in other tabs, and stores the choice; rejects when the texts cannot be
 * fetched.
 */
export async function chooseLanguage(language: Language): Promise<void> {
  if (await show(language)) keepLanguage(language);
}

/** Starts in the preferred language, or in English when its texts cannot be fetched. */
export async function startLanguage(): Promise<void> {
  await show(preferredLanguage()).catch(() => false);
}

window.addEventListener('storage', ({ key }) => {
  if (key === LANGUAGE_KEY) void startLanguage();
});
