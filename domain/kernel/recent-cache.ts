/** A cache of the most recently used values. */
interface RecentCache<Value> {
  readonly get: (key: string) => Value | undefined;
  readonly set: (key: string, value: Value) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
}

/**
 * Creates a cache that holds at most `size` values and always keeps the `size` / 2 most recent ones. It stores nothing
 * if `size` is 0.
 *
 * The cache has two generations: when the young one is full, it replaces the old one. Evicting single entries from one
 * map would be more expensive: V8 copies a map after as many deletions as it has entries, and the replaced copies keep
 * short-lived objects alive until the next full garbage collection.
 */
export function createRecentCache<Value>(size: number): RecentCache<Value> {
  const capacity = Math.ceil(size / 2);
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  function set(key: string, value: Value): void {
    if (capacity === 0) return;
    if (young.size === capacity && !young.has(key)) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  }

  return {
    get(key) {
      const recent = young.get(key);
      if (recent !== undefined) return recent;
      const value = old.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    delete(key) {
      young.delete(key);
      old.delete(key);
    },
    clear() {
      young = new Map();
      old = new Map();
    },
  };
}
