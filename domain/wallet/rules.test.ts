import { checkDonation, checkPurchase } from './rules.ts';

test.each([
  [49, 'The minimum purchase amount is 50 kindracoins.'],
  [-1, 'The minimum purchase amount is 50 kindracoins.'],
  [50, null],
  [1_000_000, null],
  [1_000_001, 'The maximum purchase amount is 1000000 kindracoins.'],
  [50.5, 'The amount must be a whole number of kindracoins.'],
  [Number.NaN, 'The amount must be a whole number of kindracoins.'],
])('checks a purchase of %d', (amount, sentence) =>
  expect(checkPurchase(amount)?.message ?? null).toBe(sentence),
);

test.each([
  [0, 10, 'The minimum donation amount is 1 kindracoin.'],
  [1, 1, null],
  [0.5, 10, 'The minimum donation amount is 1 kindracoin.'],
  [1.5, 10, 'The amount must be a whole number of kindracoins.'],
  [
    11,
    10,
    'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
  ],
])('checks a donation of %d from %d', (amount, balance, sentence) =>
  expect(checkDonation(amount, balance)?.message ?? null).toBe(sentence),
);
