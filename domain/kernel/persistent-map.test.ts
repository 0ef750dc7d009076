import fc from 'fast-check';
import { emptyMap, getEntry, type PersistentMap, withEntry } from './persistent-map.ts';

const entries = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer()), { maxLength: 200 });

test('behaves like a Map and leaves older versions unchanged', () => {
  fc.assert(
    fc.property(entries, (written) => {
      const versions: { readonly map: PersistentMap<number>; readonly model: ReadonlyMap<string, number> }[] =
        [{ map: emptyMap, model: new Map() }];
      for (const [key, value] of written) {
        const { map, model } = versions.at(-1)!;
        versions.push({ map: withEntry(map, key, value), model: new Map(model).set(key, value) });
      }
      for (const { map, model } of versions)
        for (const [key] of written) expect(getEntry(map, key)).toBe(model.get(key));
    }),
  );
});

test('stores 100,000 entries in fewer than 20 layers', () => {
  let map: PersistentMap<number> = emptyMap;
  for (let number = 0; number < 100_000; number += 1) map = withEntry(map, `${number}`, number);
  expect(map.layers.length).toBeLessThan(20);
  expect(getEntry(map, '77777')).toBe(77_777);
  expect(getEntry(map, 'another')).toBeUndefined();
});
