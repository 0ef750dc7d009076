import { doubling } from './doubling.ts';

test('the wait doubles from failure to failure, up to the longest', () =>
  expect([1, 2, 3, 4, 5].map((failures) => doubling(500, 3_000, failures))).toEqual([
    500, 1_000, 2_000, 3_000, 3_000,
  ]));

test('a first wait that is longer than the longest is cut short', () =>
  expect(doubling(500, 100, 1)).toBe(100));

test('countless failures wait as long as many', () => expect(doubling(1, 300_000, 1e9)).toBe(300_000));
