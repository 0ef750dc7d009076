import { pickBySize } from './harness.ts';

const VALUES = { tiny: 1, quick: 2, standard: 3 };

test('the sizes above standard use the value of the next smaller size by default', () => {
  expect([pickBySize('large')(VALUES), pickBySize('huge')(VALUES)]).toEqual([3, 3]);
  expect(pickBySize('huge')({ ...VALUES, large: 4 })).toBe(4);
  expect([pickBySize('large'), pickBySize('huge')].map((pick) => pick({ ...VALUES, huge: 5 }))).toEqual([
    3, 5,
  ]);
});
