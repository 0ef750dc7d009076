import { dayText, rangeText, weekdayText } from './week.ts';

test.each([
  ['2026-11-15', '2026-11-21', '15 - 21 Nov'],
  ['2026-11-28', '2026-12-04', '28 Nov - 4 Dec'],
  ['2026-12-29', '2027-01-04', '29 Dec - 4 Jan'],
  ['2026-08-29', '2026-09-04', '29 Aug - 4 Sep'],
])('%s to %s is %s', (from, to, text) => {
  expect(rangeText(from, to)).toBe(text);
});

test('a day is the day of UTC wherever the reader is', () => {
  expect([dayText('2026-11-01'), weekdayText('2026-11-21')]).toEqual(['1 Nov', 'Sat']);
});
