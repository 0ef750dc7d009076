import fc from 'fast-check';
import { emptyList, findRecent, type RecentList, withValue } from './recent-list.ts';

test('a list has at least the last values, at most twice as many, and leaves those before it as they were', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 60 }), (kept, length) => {
      const lists: RecentList<number>[] = [emptyList];
      for (let n = 0; n < length; n += 1) lists.push(withValue(lists.at(-1) ?? emptyList, n, kept));
      for (const [size, list] of lists.entries()) {
        const has = (n: number) => findRecent(list, (value) => value === n) !== undefined;
        const held = Array.from({ length }, (_, n) => n).filter(has);
        expect(held).toEqual(expect.arrayContaining(Array.from({ length: size }, (_, n) => n).slice(-kept)));
        expect(held.every((n) => n < size && n >= size - 2 * kept)).toBe(true);
      }
    }),
  );
});

test('the newest of those that fit is found', () => {
  const list = ['a1', 'b1', 'a2'].reduce<RecentList<string>>(
    (all, value) => withValue(all, value, 2),
    emptyList,
  );
  expect(findRecent(list, (value) => value.startsWith('a'))).toBe('a2');
  expect(findRecent(list, (value) => value === 'c')).toBeUndefined();
});

test('two that follow the same list know nothing of each other', () => {
  const before = withValue(withValue<string>(emptyList, 'a', 4), 'b', 4);
  const [left, right] = [withValue(before, 'left', 4), withValue(before, 'right', 4)];
  const has = (list: RecentList<string>) =>
    ['a', 'b', 'left', 'right'].filter((value) => findRecent(list, (known) => known === value));
  expect([has(before), has(left), has(right)]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'left'],
    ['a', 'b', 'right'],
  ]);
  expect(has(emptyList)).toEqual([]);
});
