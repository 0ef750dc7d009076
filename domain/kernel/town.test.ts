import { type Coordinates, formatTown, measureDistance, parseTown } from './town.ts';

const GIRONA = { latitude: 41.98311, longitude: 2.82493 };

test.each<[string, Coordinates, Coordinates, number]>([
  ['the same place', GIRONA, GIRONA, 0],
  ['Girona and Barcelona', GIRONA, { latitude: 41.38879, longitude: 2.15899 }, 86.3],
  [
    'places on both sides of the date line',
    { latitude: 0, longitude: 179.5 },
    { latitude: 0, longitude: -179.5 },
    111.2,
  ],
  ['opposite places', { latitude: 10, longitude: 20 }, { latitude: -10, longitude: -160 }, 20_015.1],
  ['a place and the pole', { latitude: 80, longitude: 0 }, { latitude: 90, longitude: 77 }, 1_112],
])('measures the distance of %s', (_, a, b, km) => {
  expect(measureDistance(a, b)).toBeCloseTo(km, 0);
  expect(measureDistance(b, a)).toBe(measureDistance(a, b));
});

test('reads the town that it formatted', () => {
  const town = { id: 3121456, name: 'Girona', region: 'Catalonia', country: 'ES', ...GIRONA };
  expect(parseTown(formatTown(town))).toEqual(town);
  expect(parseTown(formatTown(null))).toBeNull();
});
