import { parseWholeNumber } from './whole-number.ts';

test.each([
  ['1000', 1_000],
  [' 1000 ', 1_000],
  ['1.000', 1_000],
  ['1,000', 1_000],
  ['1 000', 1_000],
  ['1\u00a0000', 1_000],
  ['1.250.000', 1_250_000],
  ['-5', -5],
  ['1.5', Number.NaN],
  ['1,00', Number.NaN],
  ['1.000,50', Number.NaN],
  ['1.000,500', Number.NaN],
  ['1000.000', Number.NaN],
  ['1e3', Number.NaN],
  ['', Number.NaN],
])('parses %j as %d', (text, number) => {
  expect(parseWholeNumber(text)).toBe(number);
});
