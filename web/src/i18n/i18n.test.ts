import { chooseLanguage, i18n, loadTexts, onLanguageChange } from './index.ts';

afterEach(() => chooseLanguage('en'));

test('finds texts by namespace and path', () => {
  expect(i18n.t('shared:decision.verdicts.approve')).toBe('Approve');
  expect(i18n.exists('shared:decision.verdicts.approve')).toBe(true);
  for (const key of ['shared:decision', 'shared:decision.none', 'shared:constructor', 'none:decision'])
    expect([key, i18n.exists(key)]).toEqual([key, false]);
});

test('chooses the plural of the language', async () => {
  const translateAge = (count: number) => i18n.t('ui:ago.hours', { count });
  const translateCoins = (count: number) => i18n.t('shared:coins', { count, amount: count });
  expect([0, 1, 2].map(translateAge)).toEqual(['0 hours ago', '1 hour ago', '2 hours ago']);
  await chooseLanguage('es');
  expect([0, 1, 2].map(translateAge)).toEqual(['hace 0 horas', 'hace 1 hora', 'hace 2 horas']);
  expect([1, 2, 1_000_000].map(translateCoins)).toEqual([
    '1 kindracoin',
    '2 kindracoins',
    '1000000 de kindracoins',
  ]);
});

test('inserts values unchanged, even if they look like placeholders or replacement patterns', () => {
  expect(i18n.t('shared:follow.name', { text: '{{name}} <b>$&</b>', name: 'Ana' })).toBe(
    '{{name}} <b>$&</b> Ana',
  );
});

test('isolates values with letters from right to left', () => {
  expect(i18n.t('shared:post.name', { name: 'דנה (1)' })).toBe('Post by \u2068דנה (1)\u2069');
});

test('loads texts that are requested while the language changes', async () => {
  await Promise.all([chooseLanguage('es'), loadTexts('dashboard')]);
  expect(i18n.exists('dashboard:title')).toBe(true);
  const spanishTitle = i18n.t('dashboard:title');
  await chooseLanguage('en');
  expect(i18n.t('dashboard:title')).not.toBe(spanishTitle);
});

test('loads texts in the language that was chosen before they arrived', async () => {
  await chooseLanguage('es');
  await chooseLanguage('en');
  const loading = loadTexts('coin-trail');
  await chooseLanguage('es');
  await loading;
  expect(i18n.exists('coin-trail:title')).toBe(true);
});

test('loads texts that arrive in the previous language while the language changes', async () => {
  // Other tests have loaded texts into the shared module.
  const fresh: typeof import('./i18n.ts') = await import(`./i18n.ts?${'fresh'}`);
  await fresh.switchLanguage('es');
  await fresh.loadTexts('giving');
  const loading = fresh.loadTexts('wallet');
  const switching = fresh.switchLanguage('en');
  await loading;
  expect(fresh.getCurrentLanguage()).toBe('es');
  await switching;
  expect(fresh.i18n.exists('wallet:title')).toBe(true);
});

test('calls a listener after each change, until it is removed', async () => {
  const texts: string[] = [];
  const stop = onLanguageChange(() => texts.push(i18n.t('ui:cancel')));
  await chooseLanguage('es');
  await chooseLanguage('en');
  stop();
  await chooseLanguage('es');
  expect(texts).toEqual(['Cancelar', 'Cancel']);
});
