import { createRecentCache } from './recent-cache.ts';

const listKeys = (cache: { get: (key: string) => unknown }, keys: readonly string[]) =>
  keys.filter((key) => cache.get(key) !== undefined);

test('keeps the values used most recently, at least half of its size', () => {
  const cache = createRecentCache<number>(4);
  for (const [value, key] of ['a', 'b', 'c', 'd'].entries()) cache.set(key, value);
  expect(cache.get('a')).toBe(0);
  cache.set('e', 4);
  expect(listKeys(cache, ['a', 'b', 'e'])).toEqual(['a', 'e']);
});

test('never keeps more values than its size', () => {
  const cache = createRecentCache<number>(10);
  const keys = Array.from({ length: 100 }, (_, n) => `${n}`);
  for (const key of keys) cache.set(key, 1);
  const keptCount = keys.toReversed().findIndex((key) => cache.get(key) === undefined);
  expect(keptCount).toBeGreaterThanOrEqual(5);
  expect(keptCount).toBeLessThanOrEqual(10);
});

test('returns the newest value of a key', () => {
  const cache = createRecentCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 1);
  cache.set('a', 2);
  expect(cache.get('a')).toBe(2);
});

test('deletes a value from both generations, and all values', () => {
  const cache = createRecentCache<number>(2);
  cache.set('a', 1);
  cache.set('b', 1);
  expect(cache.get('a')).toBe(1);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
  cache.set('c', 1);
  cache.clear();
  expect(listKeys(cache, ['a', 'b', 'c'])).toEqual([]);
});

test('keeps nothing when its size is 0', () => {
  const cache = createRecentCache<number>(0);
  cache.set('a', 1);
  expect(cache.get('a')).toBeUndefined();
});
