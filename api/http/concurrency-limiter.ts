interface ConcurrencyLimits {
  /** Default: unlimited. */
  readonly total?: number;
  readonly perKey: number;
}

/**
 * Creates a function that takes a slot for a key, such as an account or an IP address. It returns the function that
 * frees the slot, or the name of the limit that is reached.
 */
export function createConcurrencyLimiter({ total = Number.POSITIVE_INFINITY, perKey }: ConcurrencyLimits) {
  const countByKey = new Map<string, number>();
  let totalCount = 0;

  const changeCount = (key: string, delta: 1 | -1): void => {
    totalCount += delta;
    const keyCount = (countByKey.get(key) ?? 0) + delta;
    if (keyCount === 0) countByKey.delete(key);
    else countByKey.set(key, keyCount);
  };

  return (key: string): (() => void) | keyof ConcurrencyLimits => {
    if ((countByKey.get(key) ?? 0) >= perKey) return 'perKey';
    if (totalCount >= total) return 'total';
    changeCount(key, 1);
    return () => changeCount(key, -1);
  };
}
