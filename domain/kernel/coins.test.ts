import {
  centsOfCoins,
  eurosOf,
  ImpossibleAmount,
  isCoins,
  isPositiveCoins,
  MAX_COINS,
  minus,
  plus,
} from './coins.ts';

test.each([0, 1, MAX_COINS])('%d is an amount', (amount) => expect(isCoins(amount)).toBe(true));
test.each([-1, 0.5, MAX_COINS + 1, Number.NaN, Number.POSITIVE_INFINITY, '1', null])('%p is none', (amount) =>
  expect(isCoins(amount)).toBe(false),
);
test('nothing is not moved', () => expect(isPositiveCoins(0)).toBe(false));

test('sums and differences are exact or an error', () => {
  expect(plus(1, 2)).toBe(3);
  expect(minus(3, 3)).toBe(0);
  expect(() => plus(MAX_COINS, 1)).toThrow(ImpossibleAmount);
  expect(() => minus(1, 2)).toThrow(ImpossibleAmount);
  expect(() => plus(0.1, 0.2)).toThrow(ImpossibleAmount);
});

test('a coin is a cent', () => {
  expect(centsOfCoins(100)).toBe(100);
  expect(() => centsOfCoins(0.5)).toThrow(ImpossibleAmount);
  expect(() => centsOfCoins(-1)).toThrow(ImpossibleAmount);
});

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [100, '1.00'],
  [1_234, '12.34'],
  [MAX_COINS, '90071992547409.91'],
])('%d coins are %s euros', (coins, euros) => expect(eurosOf(coins)).toBe(euros));
