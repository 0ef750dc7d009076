import {
  coinsToCents,
  formatEuros,
  InvalidAmount,
  isCoins,
  isPositiveCoins,
  MAX_COINS,
  minus,
  plus,
} from './coins.ts';

test.each([0, 1, MAX_COINS])('accepts %d as an amount', (amount) => expect(isCoins(amount)).toBe(true));
test.each([-1, 0.5, MAX_COINS + 1, Number.NaN, Number.POSITIVE_INFINITY, '1', null])(
  'rejects %p as an amount',
  (amount) => expect(isCoins(amount)).toBe(false),
);
test('rejects a transfer of zero coins', () => expect(isPositiveCoins(0)).toBe(false));

test('returns exact sums and differences or throws', () => {
  expect(plus(1, 2)).toBe(3);
  expect(minus(3, 3)).toBe(0);
  expect(() => plus(MAX_COINS, 1)).toThrow(InvalidAmount);
  expect(() => minus(1, 2)).toThrow(InvalidAmount);
  expect(() => plus(0.1, 0.2)).toThrow(InvalidAmount);
});

test('converts one coin to one cent', () => {
  expect(coinsToCents(100)).toBe(100);
  expect(() => coinsToCents(0.5)).toThrow(InvalidAmount);
  expect(() => coinsToCents(-1)).toThrow(InvalidAmount);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [100, '1.00'],
  [1_234, '12.34'],
  [MAX_COINS, '90071992547409.91'],
])('formats %d coins as %s euros', (coins, euros) => expect(formatEuros(coins)).toBe(euros));
