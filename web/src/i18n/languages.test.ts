import {
  abbreviateNumber,
  chooseLanguage,
  formatDate,
  formatEuros,
  formatNumber,
  formatRelativeTime,
  getCurrentLanguage,
  i18n,
  loadTexts,
  onLanguageChange,
  startLanguage,
} from './index.ts';
import { getPreferredLanguage } from './languages.ts';

const setBrowserLanguages = (languages: readonly string[]): void =>
  void Object.defineProperty(navigator, 'languages', { value: languages, configurable: true });

beforeEach(() => localStorage.clear());
afterEach(() => chooseLanguage('en'));

test.each([
  [['es-MX', 'en'], 'es'],
  [['fi-FI', 'ES'], 'es'],
  [['en-GB', 'es'], 'en'],
  [['fi-FI', 'eo'], 'en'],
  [[], 'en'],
] as const)('a browser with the languages %j gets %s', (languages, expected) => {
  setBrowserLanguages(languages);
  expect(getPreferredLanguage()).toBe(expected);
});

test('prefers the stored choice if the language is supported', () => {
  setBrowserLanguages(['es']);
  localStorage.setItem('language', 'en');
  expect(getPreferredLanguage()).toBe('en');
  localStorage.setItem('language', 'tlh');
  expect(getPreferredLanguage()).toBe('es');
});

test('starts in the preferred language, and stores a choice', async () => {
  setBrowserLanguages(['es']);
  await startLanguage();
  expect([getCurrentLanguage(), document.documentElement.lang]).toEqual(['es', 'es']);
  expect(localStorage.getItem('language')).toBeNull();
  await chooseLanguage('en');
  expect([getCurrentLanguage(), document.documentElement.lang]).toEqual(['en', 'en']);
  expect(localStorage.getItem('language')).toBe('en');
});

test('uses the later of two choices, however long the texts take to load', async () => {
  await Promise.all([chooseLanguage('es'), chooseLanguage('en')]);
  expect([getCurrentLanguage(), localStorage.getItem('language')]).toEqual(['en', 'en']);
});

test('follows a choice in another tab', async () => {
  const languageChange = new Promise<string>((resolve) => {
    const stop = onLanguageChange(() => {
      stop();
      resolve(getCurrentLanguage());
    });
  });
  localStorage.setItem('language', 'es');
  window.dispatchEvent(new StorageEvent('storage', { key: 'language' }));
  expect(await languageChange).toBe('es');
});

test('loads the texts of a feature in the new language before it is shown', async () => {
  await loadTexts('post-detail');
  expect(i18n.t('post-detail:comments')).toBe('Comments');
  const shownTexts: string[] = [];
  const recordText = () => shownTexts.push(i18n.t('post-detail:comments'));
  const stop = onLanguageChange(recordText);
  await chooseLanguage('es');
  stop();
  expect(shownTexts).toEqual(['Comentarios']);
});

test('formats dates and numbers in the chosen language', async () => {
  const formatSamples = () => [
    formatNumber(250_000),
    formatEuros(125_050),
    formatDate('1990-05-17'),
    abbreviateNumber(1234),
    formatRelativeTime(0, 3_600_000),
  ];
  expect(formatSamples()).toEqual(['250,000', '1,250.50 €', 'May 17, 1990', '1.23K', '1 hour ago']);
  await chooseLanguage('es');
  const spanish = formatSamples().map((text) => text.replaceAll('\u00a0', ' '));
  expect(spanish).toEqual(['250.000', '1250,50 €', '17 de mayo de 1990', '1,23 mil', 'hace 1 hora']);
});
