/**
 * An immutable map. `withEntry` returns a new map in amortised logarithmic time. It is used for sets of ids in folded
 * state. The map is a stack of layers, newest first. Each layer is at least twice as large as the one above it. Entries
 * in upper layers shadow those below.
 */
export interface PersistentMap<Value> {
  readonly layers: readonly ReadonlyMap<string, Value>[];
}

export const emptyMap: PersistentMap<never> = { layers: [] };

/** Returns the newest value for a key, or undefined if there is none. */
export function getEntry<Value>({ layers }: PersistentMap<Value>, key: string): Value | undefined {
  for (const layer of layers) {
    const value = layer.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns a map in which `key` has the given value. */
export function withEntry<Value>(
  { layers }: PersistentMap<Value>,
  key: string,
  value: Value,
): PersistentMap<Value> {
  let size = 1;
  let merged = 0;
  for (const layer of layers) {
    if (layer.size >= 2 * size) break;
    size += layer.size;
    merged += 1;
  }
  const top = new Map<string, Value>();
  for (const layer of layers.slice(0, merged).reverse())
    for (const [name, kept] of layer) top.set(name, kept);
  top.set(key, value);
  return { layers: [top, ...layers.slice(merged)] };
}
