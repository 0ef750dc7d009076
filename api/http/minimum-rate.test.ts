import { getRequiredBytes } from './minimum-rate.ts';

test.each([
  [0, 5_000, 40_000],
  [5_000, 10_000, 40_000],
  [8_000, 13_000, 112_000],
  [10_000, 15_000, 160_000],
  [170_000, 175_000, 160_000],
])('requires at least %i bytes of a body between %i ms and %i ms', (from, to, bytes) => {
  expect(getRequiredBytes(from, to)).toBe(bytes);
});
