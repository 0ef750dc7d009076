/** Limits the concurrent operations in total and per holder, such as an account or an IP address. */
export interface ConcurrencyLimiter {
  /** Takes a slot and returns the function that frees it, or returns the limit that is reached. */
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
  const taken = new Map<string, number>();
  let count = 0;

  const add = (holder: string, by: 1 | -1): void => {
    count += by;
    const own = (taken.get(holder) ?? 0) + by;
    if (own === 0) taken.delete(holder);
    else taken.set(holder, own);
  };

  return {
    take: (holder) => {
      if ((taken.get(holder) ?? 0) >= perHolder) return 'of one';
      if (count >= total) return 'of all';
      add(holder, 1);
      return () => add(holder, -1);
    },
  };
}
