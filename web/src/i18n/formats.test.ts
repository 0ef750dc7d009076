import { abbreviateNumber, relativeTime } from './index.ts';

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
  ])('shows %d as %s', (count, shown) => {
    expect(abbreviateNumber(count)).toBe(shown);
  });
});

describe('relativeTime', () => {
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
  ])('%d ms ago is %s', (past, words) => {
    expect(relativeTime(10_000_000_000_000 - past, 10_000_000_000_000)).toBe(words);
  });
});
