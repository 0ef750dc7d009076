import { randomUUID } from 'node:crypto';
import { createIdIndex } from './id-index.ts';

test('numbers ids of any form in the order in which they are added', () => {
  const index = createIdIndex();
  const ids = Array.from({ length: 5_000 }, (_, n) => (n % 7 === 0 ? `pi_${n}` : randomUUID()));
  expect(ids.map(index.add)).toEqual(ids.map((_, n) => n));
  expect(ids.map(index.add)).toEqual(ids.map((_, n) => n));
  expect(ids.map(index.find)).toEqual(ids.map((_, n) => n));
  expect(index.find(randomUUID())).toBeUndefined();
  expect(index.size()).toBe(5_000);
});

test('distinguishes ids that differ in any one character', () => {
  const index = createIdIndex();
  const id = '01980000-0000-7000-8000-000000000000';
  const replacements = ['1', 'a', 'f', 'A', 'F', '-', 'g', ':', '`', '/', 'ā'];
  const variants = [...id].flatMap((_, i) =>
    replacements.map((text) => id.slice(0, i) + text + id.slice(i + 1)),
  );
  const differentIds = [...new Set([id, `${id}0`, id.slice(1), '', ...variants])];
  for (const variant of differentIds) index.add(variant);
  expect(index.size()).toBe(differentIds.length);
});

test('keeps the ids of two indexes apart when both process the same ids in turn', () => {
  const [first, second] = [createIdIndex(), createIdIndex()];
  const ids = Array.from({ length: 3_000 }, () => randomUUID());
  for (const [n, id] of ids.entries()) {
    expect(first.add(id)).toBe(n);
    if (n % 2 === 0) expect(second.add(id)).toBe(n / 2);
    else expect(second.find(id)).toBeUndefined();
  }
  expect(ids.map(first.find)).toEqual(ids.map((_, n) => n));
  expect(second.size()).toBe(1_500);
});
