import { eurosText } from './amounts.ts';

test.each([
  [5, '0.05 €'],
  [50, '0.50 €'],
  [1_205, '12.05 €'],
  [123_456_700, '1,234,567.00 €'],
])('%i coins cost %s', (coins, text) => expect(eurosText(coins)).toBe(text));
