/** Limits concurrent operations, in total and per key, such as an account or an IP address. */
export interface ConcurrencyLimiter {
  /**
   * Takes a slot for a key. Returns the function that frees the slot, or the name of the limit that is
   * reached.
   */
  readonly take: (key: string) => (() => void) | keyof ConcurrencyLimits;
}

/** Maximum numbers of concurrent operations. */
export interface ConcurrencyLimits {
  /** Maximum number of concurrent operations in total. Default: unlimited. */
  readonly total?: number;
  /** Maximum number of concurrent operations per key. */
  readonly perKey: number;
}

/** Creates a concurrency limiter for one process. */
export function createConcurrencyLimiter({
  total = Number.POSITIVE_INFINITY,
  perKey,
}: ConcurrencyLimits): ConcurrencyLimiter {
  const countByKey = new Map<string, number>();
  let totalCount = 0;

  const changeCount = (key: string, delta: 1 | -1): void => {
    totalCount += delta;
    const keyCount = (countByKey.get(key) ?? 0) + delta;
    if (keyCount === 0) countByKey.delete(key);
    else countByKey.set(key, keyCount);
  };

  return {
    take: (key) => {
      if ((countByKey.get(key) ?? 0) >= perKey) return 'perKey';
      if (totalCount >= total) return 'total';
      changeCount(key, 1);
      return () => changeCount(key, -1);
    },
  };
}
