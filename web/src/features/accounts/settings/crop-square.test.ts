import { CENTERED, drag, getSquare } from './crop-square.ts';

const WIDE = { width: 900, height: 300 };

test.each([
  [CENTERED, { left: 300, top: 0, side: 300 }],
  [
    { ...CENTERED, x: 0 },
    { left: 0, top: 0, side: 300 },
  ],
  [
    { zoom: 2, x: 1, y: 0.5 },
    { left: 750, top: 75, side: 150 },
  ],
])('returns the square of %j', (crop, square) => {
  expect(getSquare(WIDE, crop)).toEqual(square);
});

test('drags the picture by shares of the square, up to its edges', () => {
  expect(getSquare(WIDE, drag(WIDE, CENTERED, 0.5, 0.5))).toEqual({ left: 150, top: 0, side: 300 });
  expect(drag(WIDE, CENTERED, 2, 0).x).toBe(0);
  expect(drag(WIDE, CENTERED, -2, 0).x).toBe(1);
});
