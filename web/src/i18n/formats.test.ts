import {
  abbreviateNumber,
  chooseLanguage,
  formatDayAndMonth,
  formatDayRange,
  formatEuros,
  formatPercent,
  formatRelativeTime,
  formatWeekday,
} from './index.ts';

describe('abbreviateNumber', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, '1.00K'],
    [1234, '1.23K'],
    [1999, '2.00K'],
    [999_994, '999.99K'],
    [999_999, '999.99K'],
    [1_000_000, '1.00M'],
    [4_500_000, '4.50M'],
    [999_999_999, '999.99M'],
    [1_000_000_000, '1.00B'],
    [12_345_678_901, '12.35B'],
  ])('formats %d as %s', (count, shown) => {
    expect(abbreviateNumber(count)).toBe(shown);
  });
});

describe('formatRelativeTime', () => {
  const second = 1000;
  const minute = 60 * second;
  const hour = 60 * minute;
  const day = 24 * hour;

  test.each([
    [-5 * second, 'a few seconds ago'],
    [59 * second, 'a few seconds ago'],
    [minute, '1 minute ago'],
    [59 * minute, '59 minutes ago'],
    [hour, '1 hour ago'],
    [23 * hour, '23 hours ago'],
    [day, '1 day ago'],
    [29 * day, '29 days ago'],
    [30 * day, '1 month ago'],
    [400 * day, '13 months ago'],
  ])('formats %d ms ago as %s', (past, words) => {
    expect(formatRelativeTime(10_000_000_000_000 - past, 10_000_000_000_000)).toBe(words);
  });
});

test.each([
  ['2026-11-15', '2026-11-21', '15 - 21 Nov'],
  ['2026-11-28', '2026-12-04', '28 Nov - 4 Dec'],
  ['2026-12-29', '2027-01-04', '29 Dec - 4 Jan'],
  ['2026-08-29', '2026-09-04', '29 Aug - 4 Sep'],
])('formats %s to %s as %s', (from, to, text) => {
  expect(formatDayRange(from, to)).toBe(text);
});

test('formats a day in UTC in every time zone', () => {
  expect([formatDayAndMonth('2026-11-01'), formatWeekday('2026-11-21')]).toEqual(['1 Nov', 'Sat']);
});

test('formats weekdays in the chosen language', async () => {
  await chooseLanguage('es');
  expect([formatDayRange('2026-11-28', '2026-12-04'), formatWeekday('2026-11-21')]).toEqual([
    '28 nov - 4 dic',
    'sáb',
  ]);
  await chooseLanguage('en');
});

test.each([
  [5, '0.05 €'],
  [50, '0.50 €'],
  [1_205, '12.05 €'],
  [123_456_700, '1,234,567.00 €'],
])('formats %i cents as %s', (cents, text) => expect(formatEuros(cents)).toBe(text));

test('formats euros in the chosen language', async () => {
  await chooseLanguage('es');
  expect([formatEuros(50), formatEuros(123_456_700)]).toEqual(['0,50 €', '1.234.567,00 €']);
  await chooseLanguage('en');
});

test('formats percentages in the chosen language', async () => {
  expect(formatPercent(25)).toBe('25%');
  await chooseLanguage('es');
  expect(formatPercent(25).replace('\u00a0', ' ')).toBe('25 %');
  await chooseLanguage('en');
});
