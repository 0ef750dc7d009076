import { PROBLEMS } from '../../../contract/problem-catalogue.ts';
import { postTooLong } from '../../../contract/rules/posts.ts';
import { purchaseTooLarge } from '../../../contract/rules/wallet.ts';
import { chooseLanguage, getDisplayName, i18n, loadTexts, translateMessage } from './index.ts';

afterEach(() => chooseLanguage('en'));

test('translates a problem by its code, with formatted params', async () => {
  await chooseLanguage('es');
  const translateCode = (code: string, params = {}) =>
    translateMessage({ code, params, message: 'In English.' });
  expect(translateCode('SESSION_EXPIRED')).toBe('Tu sesión ha caducado.');
  expect(translateCode('MESSAGE_TOO_LONG', { limit: 20_000 })).toBe(
    'El mensaje no puede superar los 20.000 caracteres.',
  );
  expect(translateCode('DONATION_TOO_SMALL', { amount: 1 })).toBe('La donación mínima es de 1 kindracoin.');
  expect(translateCode('PURCHASE_TOO_SMALL', { amount: 50 })).toBe('La compra mínima es de 50 kindracoins.');
  expect(translateMessage(purchaseTooLarge)).toBe('La compra máxima es de 1.000.000 de kindracoins.');
});

test('shows unknown codes and English messages untranslated', async () => {
  const unknownProblem = { code: 'NOT_KNOWN_YET', params: {}, message: 'Nobody knows this code.' };
  expect(translateMessage(postTooLong)).toBe('The post cannot exceed 300 characters.');
  await chooseLanguage('es');
  expect(translateMessage(unknownProblem)).toBe('Nobody knows this code.');
  expect(translateMessage('Ya está.')).toBe('Ya está.');
});

test('has a Spanish translation of every problem', async () => {
  await chooseLanguage('es');
  expect([...PROBLEMS.values()].filter((problem) => translateMessage(problem) === problem.message)).toEqual(
    [],
  );
});

test('translates only the names of erased and hidden subjects', async () => {
  await chooseLanguage('es');
  expect(
    ['Erased account', 'Erased crowdfunding', 'Hidden account', 'constructor'].map(getDisplayName),
  ).toEqual(['Cuenta borrada', 'Campaña borrada', 'Cuenta oculta', 'constructor']);
  await chooseLanguage('en');
  expect(getDisplayName('Erased account')).toBe('Erased account');
});

test('formats the amount of a donation in the chosen language', async () => {
  await loadTexts('crowdfunding');
  const translateDonated = (count: number) => i18n.t('crowdfunding:donating.done', { count });
  expect(translateDonated(10_000)).toBe('You have donated 10000 kindracoins!');
  await chooseLanguage('es');
  expect([1, 1250, 10_000, 1_000_000, 2_100_000].map(translateDonated)).toEqual([
    '¡Has donado 1 kindracoin!',
    '¡Has donado 1250 kindracoins!',
    '¡Has donado 10.000 kindracoins!',
    '¡Has donado 1.000.000 de kindracoins!',
    '¡Has donado 2.100.000 kindracoins!',
  ]);
});

test('isolates names from right to left in texts and labels', async () => {
  await loadTexts('profiles');
  expect(i18n.t('profiles:header.messageTo', { name: 'שלום (1)' })).toBe('Message \u2068שלום (1)\u2069');
  expect(i18n.t('profiles:header.messageTo', { name: '<Ana & Ben>' })).toBe('Message <Ana & Ben>');
});
