/**
 * How long to wait after so many failures in a row, at least one: twice as long each time, up to the longest wait. In
 * the unit of `first`.
 */
export const doubling = (first: number, longest: number, failures: number): number =>
  Math.min(longest, first * 2 ** Math.min(failures - 1, 50));
