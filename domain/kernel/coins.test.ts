import {
  addCoins,
  formatEuros,
  InvalidAmount,
  isCoins,
  isPositiveCoins,
  MAX_COINS,
  subtractCoins,
  toCents,
} from './coins.ts';

test.each([0, 1, MAX_COINS])('accepts %d as an amount', (amount) => expect(isCoins(amount)).toBe(true));
test.each([-1, 0.5, MAX_COINS + 1, Number.NaN, Number.POSITIVE_INFINITY, '1', null])(
  'rejects %p as an amount',
  (amount) => expect(isCoins(amount)).toBe(false),
);
test('rejects a transfer of zero coins', () => expect(isPositiveCoins(0)).toBe(false));

test('returns exact sums and differences or throws', () => {
  expect(addCoins(1, 2)).toBe(3);
  expect(subtractCoins(3, 3)).toBe(0);
  expect(() => addCoins(MAX_COINS, 1)).toThrow(InvalidAmount);
  expect(() => subtractCoins(1, 2)).toThrow(InvalidAmount);
  expect(() => addCoins(0.1, 0.2)).toThrow(InvalidAmount);
});

test('converts one coin to one cent', () => {
  expect(toCents(100)).toBe(100);
  expect(() => toCents(0.5)).toThrow(InvalidAmount);
  expect(() => toCents(-1)).toThrow(InvalidAmount);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [100, '1.00'],
  [1_234, '12.34'],
  [MAX_COINS, '90071992547409.91'],
])('formats %d coins as %s euros', (coins, euros) => expect(formatEuros(coins)).toBe(euros));
