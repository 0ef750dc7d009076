import { loadTexts } from '../../i18n/index.ts';
import { formatCardNumber, formatExpiry, validateCard } from './card-fields.ts';

beforeAll(() => loadTexts('wallet'));

const NOW = new Date('2026-11-21T12:00:00');
const VALID_CARD = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123' };

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424', '4242 4'],
  ['4242-4242 4242x4242', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['', ''],
])('formats the card number %s as %s', (typed, shown) => {
  expect(formatCardNumber(typed)).toBe(shown);
});

test.each([
  ['1', '', '1'],
  ['12', '1', '12 / '],
  ['5', '', '05 / '],
  ['12 /', '12 / ', '12'],
  ['12 / 3', '12 / ', '12 / 3'],
  ['1230', '', '12 / 30'],
  ['12/2030', '', '12 / 30'],
])('formats the expiry "%s" after "%s" as "%s"', (typed, before, shown) => {
  expect(formatExpiry(typed, before)).toBe(shown);
});

test.each([
  [{}, {}],
  [{ number: '' }, { number: 'Enter the number of your card.' }],
  [{ number: '4242 4242' }, { number: 'Your card number is incomplete.' }],
  [{ number: '4242 4242 4242 4241' }, { number: 'Your card number is incorrect.' }],
  [{ expiry: '' }, { expiry: 'Enter when your card expires.' }],
  [{ expiry: '13 / 30' }, { expiry: 'Enter the month and the year as shown on your card.' }],
  [{ expiry: '10 / 26' }, { expiry: 'Your card has expired.' }],
  [{ expiry: '11 / 26' }, {}],
  [{ cvc: '12' }, { cvc: 'Your security code is incomplete.' }],
  [{ cvc: '1234' }, { cvc: 'Your security code is incomplete.' }],
  [{ number: '3782 822463 10005', cvc: '1234' }, {}],
])('validates a card with %p as %p', (card, problems) => {
  expect(validateCard({ ...VALID_CARD, ...card }, NOW)).toEqual(problems);
});
