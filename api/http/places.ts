/** Bounds how much is under way at a time, in all and of one holder: an account, or an address. */
export interface Places {
  /** Takes a place; what it gives back frees the place again. Says of whom there are too many when there is none. */
  readonly take: (holder: string) => (() => void) | 'of all' | 'of one';
}

export function createPlaces({ all, ofOne }: { readonly all: number; readonly ofOne: number }): Places {
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
