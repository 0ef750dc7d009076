/**
 * Returns the delay after a number of consecutive failures (at least 1): doubles with each failure, up to
 * `longest`. The unit is that of `first`.
 */
export const getBackoffMs = (minMs: number, maxMs: number, failures: number): number =>
  Math.min(maxMs, minMs * 2 ** Math.min(failures - 1, 50));
