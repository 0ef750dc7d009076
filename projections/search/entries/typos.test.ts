import { createTypoPatterns } from './typos.ts';

const matches = (typedText: string, name: string): boolean =>
  createTypoPatterns(typedText).some((pattern) =>
    new RegExp(`^${pattern.replaceAll('%', '.*').replaceAll('_', '.')}$`, 'u').test(` ${name}`),
  );

test.each([
  ['wrong', 'guadelupe'],
  ['missing', 'gudalupe'],
  ['additional', 'guadallupe'],
  ['swapped', 'gaudalupe'],
  ['missing at the start', 'uadalupe'],
  ['wrong at the end, while typing', 'guadali'],
])('a name is found despite a %s character', (_, typed) => {
  expect(matches(typed, 'maria guadalupe')).toBe(true);
});

test('two errors are not tolerated, and none in words of three characters', () => {
  expect(matches('gaudelupe', 'guadalupe')).toBe(false);
  expect(matches('ama', 'ana')).toBe(false);
});
