import { z } from 'zod';
import { findCardByName, findCardByNumber, getBrand, type TestCard } from './cards.ts';
import { generateId } from './ids.ts';
import { createInvalidRequest, Problem } from './problem.ts';

/** Stored details of a card. They are not sufficient to pay. */
export interface StoredCard {
  readonly name: string;
  readonly paymentMethod: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** A card that was entered in a form. */
export const cardSchema = z.strictObject({
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  cvc: z.string().optional(),
});

const createCardError = (code: string, param: string, message: string): Problem =>
  new Problem(402, { type: 'card_error', code, param, message });

/** Returns whether a card number has a valid Luhn checksum. */
const isWellFormed = (number: string): boolean => {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const weightedDigit = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (weightedDigit > 9 ? weightedDigit - 9 : weightedDigit);
  }, 0);
  return sum % 10 === 0;
};

/** Converts a year with two or four digits to a number. Two digits mean a year in this century. */
const toFullYear = (text: string): number => (/^\d{2}$/.test(text) ? 2000 + Number(text) : Number(text));

const MONTHS_PER_YEAR = 12;
const MAX_YEARS_AHEAD = 50;

const checkExpiry = (month: number, year: number, now: Date): void => {
  const thisYear = now.getUTCFullYear();
  const isMonth = Number.isInteger(month) && month >= 1 && month <= MONTHS_PER_YEAR;
  if (!isMonth || (year === thisYear && month < now.getUTCMonth() + 1)) {
    throw createCardError('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + MAX_YEARS_AHEAD) {
    throw createCardError('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
};

const checkCvc = (cvc: string | undefined, card: TestCard | undefined): void => {
  const digits = card && getBrand(card) === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !digits.test(cvc)) {
    throw createCardError('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
};

const toStoredCard = (card: TestCard, expMonth: number, expYear: number): StoredCard => ({
  name: card.name,
  paymentMethod: generateId('pm'),
  brand: getBrand(card),
  last4: card.number.slice(-4),
  expMonth,
  expYear,
});

/**
 * Validates a card from a form. Numbers that are not test cards are declined and not stored.
 * @throws Problem for an invalid field
 */
export const parseCard = (input: z.infer<typeof cardSchema>, now: Date): StoredCard => {
  const number = input.number.replaceAll(/[\s-]/g, '');
  if (!isWellFormed(number))
    throw createCardError('incorrect_number', 'number', 'Your card number is incorrect.');
  const card = findCardByNumber(number);
  const month = Number(input.exp_month);
  const year = toFullYear(input.exp_year);
  checkExpiry(month, year, now);
  checkCvc(input.cvc, card);
  if (card) return toStoredCard(card, month, year);
  throw new Problem(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  });
};

const NAMED_CARD_VALID_YEARS = 1;

/**
 * Returns the test card for a payment method such as `pm_card_visa`.
 * @throws Problem for an unknown name
 */
export const getNamedCard = (paymentMethod: string, now: Date): StoredCard => {
  const card = paymentMethod.startsWith('pm_card_') ? findCardByName(paymentMethod.slice(8)) : undefined;
  if (card) return toStoredCard(card, now.getUTCMonth() + 1, now.getUTCFullYear() + NAMED_CARD_VALID_YEARS);
  throw createInvalidRequest(`No such PaymentMethod: '${paymentMethod}'`, {
    code: 'resource_missing',
    param: 'payment_method',
  });
};

/** Returns the test card that a stored card represents. */
export const getTestCard = ({ name }: StoredCard): TestCard => {
  const card = findCardByName(name);
  if (!card) throw new Error(`the test card ${name} no longer exists`);
  return card;
};
