import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const rows = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (---|term)|^\|---/.test(line))
  .map((line) => line.slice(1, -1).split('|'))
  .map(([term = '', meaning = '', place = '', ...rest]) => ({
    term: term.trim(),
    meaning: meaning.trim(),
    place: place.trim().replaceAll('`', ''),
    rest,
  }));

test('defines each of at least 60 terms once', () => {
  const terms = rows.map(({ term }) => term);
  expect(terms.length).toBeGreaterThanOrEqual(60);
  expect(new Set(terms).size).toBe(terms.length);
});

test('has a meaning and an existing place for every term', () => {
  const incompleteRows = rows.filter(
    ({ meaning, place, rest }) =>
      meaning === '' || place === '' || rest.length > 0 || !existsSync(join(ROOT, place)),
  );
  expect(incompleteRows).toEqual([]);
});
