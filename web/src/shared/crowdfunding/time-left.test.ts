import { formatTimeLeft, getTimeLeft } from './time-left.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const parseInstant = (text: string) => Date.parse(text);

test.each([
  ['2026-11-23T13:02:03.999Z', { days: 2, hours: 1, minutes: 2, seconds: 3 }],
  ['2026-11-21T12:00:00.999Z', { days: 0, hours: 0, minutes: 0, seconds: 0 }],
  ['2026-11-20T12:00:00.000Z', { days: 0, hours: 0, minutes: 0, seconds: 0 }],
])('computes the time left until %s', (end, expected) => {
  expect(getTimeLeft(parseInstant(end), NOW)).toEqual(expected);
});

test('returns zeros without an end date', () => {
  expect(getTimeLeft(null, NOW)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
});

test.each([
  ['2026-11-28T11:00:00.000Z', '7 days left'],
  ['2026-11-23T12:00:00.000Z', '2 days left'],
  ['2026-11-22T13:00:00.000Z', '2 days left'],
  ['2026-11-22T12:00:00.000Z', '24 hours left'],
  ['2026-11-22T11:59:00.000Z', '24 hours left'],
  ['2026-11-21T13:00:00.000Z', '60 minutes left'],
  ['2026-11-21T12:01:30.000Z', '2 minutes left'],
  ['2026-11-21T12:01:00.000Z', '1 minute left'],
  ['2026-11-21T12:00:30.000Z', 'Less than a minute left'],
  ['2026-11-21T12:00:00.000Z', 'Time is up'],
])('formats the time left until %s as %s', (end, words) => {
  expect(formatTimeLeft(parseInstant(end), NOW)).toBe(words);
});
