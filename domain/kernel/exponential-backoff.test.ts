import { getBackoffMs } from './exponential-backoff.ts';

test('doubles the delay with each failure, up to the longest', () =>
  expect([1, 2, 3, 4, 5].map((failures) => getBackoffMs(500, 3_000, failures))).toEqual([
    500, 1_000, 2_000, 3_000, 3_000,
  ]));

test('limits the first delay to the longest', () => expect(getBackoffMs(500, 100, 1)).toBe(100));

test('returns the longest delay after any number of failures', () =>
  expect(getBackoffMs(1, 300_000, 1e9)).toBe(300_000));
