import { getRequiredBytes } from './minimum-rate.ts';

test.each([
  [0, 5_000, 40_000],
  [5_000, 10_000, 40_000],
  [8_000, 13_000, 112_000],
  [10_000, 15_000, 160_000],
  [170_000, 175_000, 160_000],
])('from %i ms to %i ms a body brings at least %i bytes', (from, to, bytes) => {
  expect(getRequiredBytes(from, to)).toBe(bytes);
});
