import { createLruCache } from './lru-cache.ts';

test('drops the least recently used entry above its limit', () => {
  const cache = createLruCache<number>(2);
  cache.set('first', 1);
  cache.set('second', 2);
  cache.get('first');
  cache.set('third', 3);
  expect(cache.get('second')).toBeUndefined();
  expect([cache.get('first'), cache.get('third')]).toEqual([1, 3]);
});

test('drops entries after their lifetime', () => {
  const cache = createLruCache<number>(2, 60_000);
  cache.set('old', 1, { start: performance.now() - 60_001 });
  cache.set('new', 2);
  expect([cache.get('old'), cache.get('new')]).toEqual([undefined, 2]);
});

test('needs no memory for entries that it does not contain', () => {
  const before = process.memoryUsage().heapUsed;
  const caches = Array.from({ length: 5 }, () => createLruCache<number>(1_000_000));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(20_000_000);
  expect(caches.every(({ size }) => size === 0)).toBe(true);
});
