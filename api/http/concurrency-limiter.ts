/** Bounds how many operations run at a time, in all and for one holder: an account, or an address. */
export interface ConcurrencyLimiter {
  /** Takes a slot and returns the function that frees it, or says which limit is reached. */
  readonly take: (holder: string) => (() => void) | 'of all' | 'of one';
}

export interface ConcurrencyLimits {
  /** Operations in all; unlimited by default. */
  readonly all?: number;
  readonly ofOne: number;
}

export function createConcurrencyLimiter({
  all = Number.POSITIVE_INFINITY,
  ofOne,
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
      if ((taken.get(holder) ?? 0) >= ofOne) return 'of one';
      if (count >= all) return 'of all';
      add(holder, 1);
      return () => add(holder, -1);
    },
  };
}
