/**
 * A map that never changes: `withEntry` gives a new one and leaves the old one as it was, in time that grows with the
 * logarithm of its size. A folded stream that must remember every id it has seen keeps them in one.
 *
 * It is a stack of ordinary maps, newest first, each at least twice as large as the one before it; a newer entry hides
 * an older one of the same key.
 */
export interface LayeredMap<Value> {
  readonly layers: readonly ReadonlyMap<string, Value>[];
}

/** A map without entries. */
export const emptyMap: LayeredMap<never> = { layers: [] };

/** What stands under the key, if anything. */
export function entryOf<Value>({ layers }: LayeredMap<Value>, key: string): Value | undefined {
  for (const layer of layers) {
    const value = layer.get(key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The map with one more entry, or with another value for a key that it has. */
export function withEntry<Value>(
  { layers }: LayeredMap<Value>,
  key: string,
  value: Value,
): LayeredMap<Value> {
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
