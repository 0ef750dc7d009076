/** Limits concurrent operations, in total and per holder, such as an account or an IP address. */
export interface ConcurrencyLimiter {
  /** Takes a slot. Returns the function that frees it, or the limit that has been reached. */
  readonly take: (holder: string) => (() => void) | 'of all' | 'of one';
}

/** Limits of a concurrency limiter. */
export interface ConcurrencyLimits {
  /** Maximum in total. Default: unlimited. */
  readonly total?: number;
  /** Maximum per holder. */
  readonly perHolder: number;
}

/** Creates a concurrency limiter for one process. */
export function createConcurrencyLimiter({
  total = Number.POSITIVE_INFINITY,
  perHolder,
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
      if ((counts.get(holder) ?? 0) >= perHolder) return 'of one';
      if (totalCount >= total) return 'of all';
      changeCount(holder, 1);
      return () => changeCount(holder, -1);
    },
  };
}
