/**
 * Returns the delay after a number of consecutive failures (at least 1), in milliseconds. It starts at `minMs` and
 * doubles with each failure, up to `maxMs`.
 */
export const getBackoffMs = (minMs: number, maxMs: number, failures: number): number =>
  Math.min(maxMs, minMs * 2 ** Math.min(failures - 1, 50));
