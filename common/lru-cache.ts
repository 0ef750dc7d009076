import { LRUCache } from 'lru-cache';

/**
 * Creates a cache with at most `max` entries, which drops the least recently used ones. Its memory use grows with its
 * entries, whereas LRUCache's own `max` option allocates memory for a full cache immediately.
 * @param ttl lifetime of an entry in ms. Default: unlimited
 */
export const createLruCache = <Value extends {}>(max: number, ttl = 0): LRUCache<string, Value> =>
  new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl });
