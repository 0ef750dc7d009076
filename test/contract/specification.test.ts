import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { listTestSources, type TestSource } from '../support/test-sources.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PAGE = 'docs/specification.md';

/** A rule in the specification, with the code that implements it and its tests. */
interface Row {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Memoizes a function with one string parameter. */
function cacheResults<Result>(compute: (text: string) => Result): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    const result = results.get(text) ?? compute(text);
    results.set(text, result);
    return result;
  };
}

const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** Returns the rows from all tables on a page, without the header rows. A pipe inside a cell is written `\|`. */
const parseRows = (page: string): readonly Row[] =>
  page
    .split('\n')
    .map((text, index) => ({ text, line: index + 1 }))
    .filter(({ text }) => text.startsWith('|') && !/^\|(---|\s*Rule\s*\|)/.test(text))
    .map(({ text, line }) => ({
      line,
      cells: text
        .replace(/^\||\|$/g, '')
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replaceAll('\\|', '|')),
    }));

const splitCell = (cell: string): readonly string[] => cell.split('<br>').map((part) => part.trim());

/** Parses a path in backquotes and the name of the test that follows it. */
function parsePart(part: string): { readonly path: string; readonly name: string } {
  const [, path = '', name = ''] = /^`([^`]+)`(?: › (.+))?$/.exec(part) ?? [];
  return { path, name };
}

const getTestSources = cacheResults((path: string) => listTestSources(join(ROOT, path)));

const findTests = (part: string): readonly TestSource[] => {
  const { path, name } = parsePart(part);
  return getTestSources(path).filter((source) => source.name === name);
};

/** Removes quote escapes and line breaks from source text. */
const removeEscapes = (text: string): string => text.replaceAll("\\'", "'").replace(/\s+/g, ' ');

/** Returns the quoted sentences in a rule, such as ‘this one’, that none of the rule's tests contains literally. */
function findMissingSentences(line: number, rule: string, testCell: string): readonly string[] {
  const tests = splitCell(testCell)
    .flatMap(findTests)
    .map(({ text }) => removeEscapes(text));
  return [...rule.matchAll(/‘([^’]+)’/g)]
    .map(([, sentence = '']) => sentence)
    .filter((sentence) => !tests.some((text) => text.includes(sentence)))
    .map((sentence) => `line ${line}: none of its tests says "${sentence}"`);
}

function findProblems({ line, cells }: Row): readonly string[] {
  const [rule = '', codeCell = '', testCell = ''] = cells;
  if (cells.length !== 3 || [rule, codeCell, testCell].includes('')) return [`line ${line}: a cell is empty`];
  const missingFiles = splitCell(codeCell)
    .map((part) => parsePart(part).path)
    .filter((path) => path === '' || !existsSync(join(ROOT, path)))
    .map((path) => `line ${line}: there is no ${path || 'path'}`);
  const missingTests = splitCell(testCell).flatMap((part) => {
    const { path, name } = parsePart(part);
    if (!/\.(test|spec)\.tsx?$|contract\.ts$/.test(path) || !existsSync(join(ROOT, path)))
      return [`line ${line}: there is no test ${path || part}`];
    const { length } = findTests(part);
    return length === 1 ? [] : [`line ${line}: ${path} has ${length} tests "${name}"`];
  });
  return [
    ...missingFiles,
    ...missingTests,
    ...(missingTests.length > 0 ? [] : findMissingSentences(line, rule, testCell)),
  ];
}

test('every rule of the specification names its code and its tests', () => {
  const rows = parseRows(readText(PAGE));
  expect(rows.length).toBeGreaterThan(400);
  expect(rows.flatMap(findProblems)).toEqual([]);
});

test.each([
  ['| a rule | `package.json` |  |', 'line 1: a cell is empty'],
  [
    '| a rule | `no/such.ts` | `test/contract/specification.test.ts` › an empty row %s',
    'line 1: there is no no/such.ts',
  ],
  ['| a rule | `package.json` | `test/no.test.ts` › a title |', 'line 1: there is no test test/no.test.ts'],
  ['| a rule | `package.json` | `package.json` › name |', 'line 1: there is no test package.json'],
])('reports %s', (row, problem) => {
  expect(parseRows(row).flatMap(findProblems)).toContain(problem);
});

test('reports a sentence that no test contains literally', () => {
  const createRow = (sentence: string) =>
    `| It says ‘${sentence}’ | \`package.json\` | \`web/src/shared/post-card/post-card.test.tsx\` › delete › happens after a question |`;
  expect(parseRows(createRow('Post deleted sucesfull')).flatMap(findProblems)).toEqual([]);
  expect(parseRows(createRow('Post deleted successfully')).flatMap(findProblems)).toEqual([
    'line 1: none of its tests says "Post deleted successfully"',
  ]);
});

test.each([
  ['the same group › a title', 1],
  ['a title', 0],
  ['the same group › a repeated title', 2],
])('requires exactly one test with the name "%s" and finds %i', (name, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'kindra-'));
  const path = relative(ROOT, join(folder, 'sample.test.ts'));
  writeFileSync(
    join(ROOT, path),
    "describe('the same group', () => { test('a title'); test('a repeated title'); test('a repeated title'); });",
  );
  const problems = parseRows(`| a rule | \`package.json\` | \`${path}\` › ${name} |`).flatMap(findProblems);
  rmSync(folder, { recursive: true });
  expect(problems).toEqual(count === 1 ? [] : [`line 1: ${path} has ${count} tests "${name}"`]);
});
