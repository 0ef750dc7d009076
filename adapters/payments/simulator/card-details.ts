import { z } from 'zod';
import { cardNamed, cardWithNumber, type TestCard } from './cards.ts';
import { newId } from './ids.ts';
import { invalid, Problem } from './problem.ts';

/** Stored part of an entered card; it cannot be used to pay. */
export interface StoredCard {
  /** Name of the test card. */
  readonly name: string;
  /** Id of the payment method. */
  readonly paymentMethod: string;
  readonly brand: string;
  readonly last4: string;
  readonly expMonth: number;
  readonly expYear: number;
}

/** A card as submitted by a form. */
export const cardShape = z.strictObject({
  number: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  cvc: z.string().optional(),
});

const wrongCard = (code: string, param: string, message: string): Problem =>
  new Problem(402, { type: 'card_error', code, param, message });

/** Checks the Luhn checksum of a card number. */
const isWellFormed = (number: string): boolean => {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
};

const checkNumber = (number: string): void => {
  if (!isWellFormed(number)) throw wrongCard('incorrect_number', 'number', 'Your card number is incorrect.');
};

/** Two digits mean this century. */
const fullYear = (text: string): number => (/^\d{2}$/.test(text) ? 2000 + Number(text) : Number(text));

const MONTHS = 12;
const FARTHEST_YEARS = 50;

const checkExpiry = (month: number, year: number, now: Date): void => {
  const thisYear = now.getUTCFullYear();
  if (!Number.isInteger(month) || month < 1 || month > MONTHS) {
    throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
  if (!Number.isInteger(year) || year < thisYear || year > thisYear + FARTHEST_YEARS) {
    throw wrongCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (year === thisYear && month < now.getUTCMonth() + 1) {
    throw wrongCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.");
  }
};

const checkCvc = (cvc: string | undefined, brand: TestCard['brand'] | undefined): void => {
  const digits = brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (cvc !== undefined && !digits.test(cvc)) {
    throw wrongCard('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
};

const keep = (card: TestCard, expMonth: number, expYear: number): StoredCard => ({
  name: card.name,
  paymentMethod: newId('pm'),
  brand: card.brand,
  last4: card.number.slice(-4),
  expMonth,
  expYear,
});

/**
 * Validates an entered card.
 * @throws Problem for an invalid field; numbers that are not test cards are declined and not stored
 */
export const readCard = (typed: z.infer<typeof cardShape>, now: Date): StoredCard => {
  const number = typed.number.replaceAll(/[\s-]/g, '');
  checkNumber(number);
  const card = cardWithNumber(number);
  const month = Number(typed.exp_month);
  const year = fullYear(typed.exp_year);
  checkExpiry(month, year, now);
  checkCvc(typed.cvc, card?.brand);
  if (card) return keep(card, month, year);
  throw new Problem(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message: 'Your card was declined. Your request was in test mode, but used a non test card.',
  });
};

const YEARS_OF_NAMED_CARDS = 1;

/**
 * Returns the test card of a payment method such as `pm_card_visa`.
 * @throws Problem for an unknown name
 */
export const namedCard = (paymentMethod: string, now: Date): StoredCard => {
  const card = paymentMethod.startsWith('pm_card_') ? cardNamed(paymentMethod.slice(8)) : undefined;
  if (card) return keep(card, now.getUTCMonth() + 1, now.getUTCFullYear() + YEARS_OF_NAMED_CARDS);
  throw invalid(`No such PaymentMethod: '${paymentMethod}'`, {
    code: 'resource_missing',
    param: 'payment_method',
  });
};

/** Test card of a stored card. */
export const testCardOf = ({ name }: StoredCard): TestCard => {
  const card = cardNamed(name);
  if (!card) throw new Error(`the test card ${name} no longer exists`);
  return card;
};
