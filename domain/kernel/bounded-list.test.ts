import fc from 'fast-check';
import { appendValue, type BoundedList, emptyList, findNewest } from './bounded-list.ts';

test('keeps at least the last values, at most twice as many, and leaves older lists unchanged', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 60 }), (kept, length) => {
      const lists: BoundedList<number>[] = [emptyList];
      for (let n = 0; n < length; n += 1) lists.push(appendValue(lists.at(-1) ?? emptyList, n, kept));
      for (const [size, list] of lists.entries()) {
        const has = (n: number) => findNewest(list, (value) => value === n) !== undefined;
        const held = Array.from({ length }, (_, n) => n).filter(has);
        expect(held).toEqual(expect.arrayContaining(Array.from({ length: size }, (_, n) => n).slice(-kept)));
        expect(held.every((n) => n < size && n >= size - 2 * kept)).toBe(true);
      }
    }),
  );
});

test('finds the newest matching value', () => {
  const list = ['a1', 'b1', 'a2'].reduce<BoundedList<string>>(
    (all, value) => appendValue(all, value, 2),
    emptyList,
  );
  expect(findNewest(list, (value) => value.startsWith('a'))).toBe('a2');
  expect(findNewest(list, (value) => value === 'c')).toBeUndefined();
});

test('keeps two lists with a common prefix independent', () => {
  const before = appendValue(appendValue<string>(emptyList, 'a', 4), 'b', 4);
  const [left, right] = [appendValue(before, 'left', 4), appendValue(before, 'right', 4)];
  const has = (list: BoundedList<string>) =>
    ['a', 'b', 'left', 'right'].filter((value) => findNewest(list, (known) => known === value));
  expect([has(before), has(left), has(right)]).toEqual([
    ['a', 'b'],
    ['a', 'b', 'left'],
    ['a', 'b', 'right'],
  ]);
  expect(has(emptyList)).toEqual([]);
});
