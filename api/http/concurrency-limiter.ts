/** Limits concurrent operations, in total and per key, such as an account or an IP address. */
export interface ConcurrencyLimiter {
  /** Takes a slot of a key. Returns the function that frees it, or the name of the limit that is reached. */
  readonly take: (holder: string) => (() => void) | keyof ConcurrencyLimits;
}

/** Limits of a concurrency limiter. */
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
  const counts = new Map<string, number>();
  let totalCount = 0;

  const changeCount = (holder: string, delta: 1 | -1): void => {
    totalCount += delta;
    const holderCount = (counts.get(holder) ?? 0) + delta;
    if (holderCount === 0) counts.delete(holder);
    else counts.set(holder, holderCount);
  };

  return {
    take: (holder) => {
      if ((counts.get(holder) ?? 0) >= perKey) return 'perKey';
      if (totalCount >= total) return 'total';
      changeCount(holder, 1);
      return () => changeCount(holder, -1);
    },
  };
}
