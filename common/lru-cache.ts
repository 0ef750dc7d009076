import { LRUCache } from 'lru-cache';

/**
 * Creates a cache that drops the least recently used entries above `max`. Its memory grows with its entries: with its
 * own option `max`, LRUCache allocates the memory of a full cache at once.
 * @param ttl lifetime of an entry in ms. Default: unlimited
 */
export const createLruCache = <Value extends {}>(max: number, ttl = 0): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl });
