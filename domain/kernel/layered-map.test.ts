import fc from 'fast-check';
import { emptyMap, entryOf, type LayeredMap, withEntry } from './layered-map.ts';

const entries = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer()), { maxLength: 200 });

test('holds what a map holds, and older versions stay as they were', () => {
  fc.assert(
    fc.property(entries, (written) => {
      const versions: { readonly map: LayeredMap<number>; readonly model: ReadonlyMap<string, number> }[] = [
        { map: emptyMap, model: new Map() },
      ];
      for (const [key, value] of written) {
        const { map, model } = versions.at(-1)!;
        versions.push({ map: withEntry(map, key, value), model: new Map(model).set(key, value) });
      }
      for (const { map, model } of versions)
        for (const [key] of written) expect(entryOf(map, key)).toBe(model.get(key));
    }),
  );
});

test('a hundred thousand entries stand in few layers', () => {
  let map: LayeredMap<number> = emptyMap;
  for (let number = 0; number < 100_000; number += 1) map = withEntry(map, `${number}`, number);
  expect(map.layers.length).toBeLessThan(20);
  expect(entryOf(map, '77777')).toBe(77_777);
  expect(entryOf(map, 'another')).toBeUndefined();
});
