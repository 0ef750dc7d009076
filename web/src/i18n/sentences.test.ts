import ts from 'typescript';
import { literalText, sourcesIn, walk } from '../testing/sources.ts';
import { chooseLanguage, tell, tellName } from './index.ts';

/** Names of what documents the API, which nobody is shown. */
const DOCUMENTS = new Set(['describe', 'description', 'summary', 'meta']);
const NOT_SHOWN = /^api\/(http\/openapi|main|routes|health\/)|^web\/src\/(i18n|testing)\//;
/** What only programs get to see that speak to the API in ways that the client does not. */
const FOR_PROGRAMS = new Set([
  'Kindra is not ready to serve everything.',
  'The frame must be a JSON object.',
  'The server ends.',
  'Please try again.',
  'Too many are connected.',
  'There is nothing here.',
]);

/** A word is put into these; the catalogue has them with each of the words. */
const WITH_WORDS = new Set(['The 5 cannot exceed 5 characters.', 'Only its creator can 5 a crowdfunding.']);

const isSentence = (text: string): boolean =>
  /^[A-Z][^{}]*[\p{L}\d)] [^{}]*[.!?]$|sucesfull$/u.test(text) &&
  !FOR_PROGRAMS.has(text) &&
  !WITH_WORDS.has(text);

const documents = (node: ts.Node): boolean =>
  (ts.isPropertyAssignment(node) && DOCUMENTS.has(node.name.getText())) ||
  (ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    DOCUMENTS.has(node.expression.name.text));

/** Errors are for programmers. */
const isError = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && /Error$/.test(node.expression.getText());

function sentencesIn(source: ts.SourceFile): string[] {
  const found: string[] = [];
  walk(source, (node) => {
    if (isError(node)) return false;
    if (documents(node)) return ts.isCallExpression(node) ? undefined : false;
    if (node.parent && ts.isCallExpression(node.parent) && documents(node.parent)) {
      if (node.parent.arguments.some((argument) => argument === node)) return false;
    }
    const text = literalText(node);
    if (text !== null && isSentence(text)) found.push(text);
    return true;
  });
  return found;
}

afterAll(() => chooseLanguage('en'));

test('a sentence is told in Spanish, with what is put into it', async () => {
  await chooseLanguage('es');
  expect(tell('Your session has expired.')).toBe('Tu sesión ha caducado.');
  expect(tell('You have donated 1250 kindracoins!')).toBe('¡Has donado 1250 kindracoins!');
  expect(tell('You have donated 1 kindracoins!')).toBe('¡Has donado 1 kindracoin!');
  expect(tell('You have donated 10000 kindracoins!')).toBe('¡Has donado 10.000 kindracoins!');
  expect(tell('You have donated 1000000 kindracoins!')).toBe('¡Has donado 1.000.000 de kindracoins!');
  expect(tell('You have donated 2100000 kindracoins!')).toBe('¡Has donado 2.100.000 kindracoins!');
  expect(tell('You have donated 25000000 kindracoins!')).toBe('¡Has donado 25.000.000 de kindracoins!');
  expect(tell('The maximum purchase amount is 1000000 kindracoins.')).toBe(
    'La compra máxima es de 1.000.000 de kindracoins.',
  );
  expect(tell('The age must be between 0 and 100 years.')).toBe('La edad debe estar entre 0 y 100 años.');
});

test('numbers of English sentences stay as they are', async () => {
  await chooseLanguage('en');
  expect(tell('You have donated 10000 kindracoins!')).toBe('You have donated 10000 kindracoins!');
});

test('names are nobody’s sentences, but for those of what was erased', async () => {
  await chooseLanguage('es');
  expect(tellName('Erased account')).toBe('Cuenta borrada');
  expect(tellName('Erased crowdfunding')).toBe('Campaña borrada');
  expect(tellName('Hidden account')).toBe('Cuenta oculta');
  expect(tellName('It is missing.')).toBe('It is missing.');
  await chooseLanguage('en');
  expect(tellName('Erased account')).toBe('Erased account');
});

test('what the catalogue lacks is told as it is, and English always', async () => {
  await chooseLanguage('es');
  expect(tell('constructor')).toBe('constructor');
  expect(tell('Nobody has said this. (Yet?)')).toBe('Nobody has said this. (Yet?)');
  await chooseLanguage('en');
  expect(tell('Your session has expired.')).toBe('Your session has expired.');
});

test('every sentence of the rules, of the server and of what calls it is known in Spanish', async () => {
  await chooseLanguage('es');
  const sentences = sourcesIn('domain', 'api', 'web/src')
    .filter(({ fileName }) => !NOT_SHOWN.test(fileName))
    .flatMap(sentencesIn);
  expect(sentences.length).toBeGreaterThan(200);
  expect([...new Set(sentences)].filter((sentence) => tell(sentence) === sentence)).toEqual([]);
});
