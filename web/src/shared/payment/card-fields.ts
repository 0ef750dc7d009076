import { i18n } from '../../i18n/index.ts';

/** Card data, as typed. */
export interface CardInput {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** Errors by field. */
export type CardProblems = Partial<Record<keyof CardInput, string>>;

const extractDigits = (text: string): string => text.replace(/\D/g, '');

const MAX_CARD_DIGITS = 19;
const AMEX_PATTERN = /^3[47]/;

/** Groups the digits of a card number as they are printed on the card. */
export function formatCardNumber(text: string): string {
  const digits = extractDigits(text).slice(0, MAX_CARD_DIGITS);
  const groups = AMEX_PATTERN.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/.exec(digits)?.slice(1) : null;
  return (groups ?? digits.match(/\d{1,4}/g) ?? []).filter(Boolean).join(' ');
}

/** Formats an expiry date as 'MM / YY' while it is typed. Shortens four-digit years, which browser autofill enters. */
export function formatExpiry(text: string, before = ''): string {
  const digits = extractDigits(text);
  const month = /^[2-9]/.test(digits) ? `0${digits[0]}` : digits.slice(0, 2);
  const rest = /^[2-9]/.test(digits) ? digits.slice(1) : digits.slice(2);
  const year = rest.length === 4 && rest.startsWith('20') ? rest.slice(2) : rest.slice(0, 2);
  if (year) return `${month} / ${year}`;
  const deleting = before.startsWith(text);
  return month.length === 2 && !deleting ? `${month} / ` : month;
}

/** Returns the month and year of an expiry date, or null if it is incomplete. */
export function parseExpiry(text: string): { readonly month: number; readonly year: number } | null {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text.trim());
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= 12 ? { month, year: 2000 + Number(match[2]) } : null;
}

function isLuhnValid(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

function validateNumber(digits: string): string | undefined {
  if (digits === '') return i18n.t('wallet:cardProblems.noNumber');
  if (digits.length < 13) return i18n.t('wallet:cardProblems.shortNumber');
  return isLuhnValid(digits) ? undefined : i18n.t('wallet:cardErrors.incorrect_number');
}

function validateExpiry(text: string, now: Date): string | undefined {
  if (text.trim() === '') return i18n.t('wallet:cardProblems.noExpiry');
  const expiry = parseExpiry(text);
  if (!expiry) return i18n.t('wallet:cardProblems.wrongExpiry');
  const countMonths = (year: number, month: number) => year * 12 + month;
  const isPast = countMonths(expiry.year, expiry.month) < countMonths(now.getFullYear(), now.getMonth() + 1);
  return isPast ? i18n.t('wallet:cardErrors.expired_card') : undefined;
}

function validateCvc(text: string, digits: string): string | undefined {
  const length = AMEX_PATTERN.test(digits) ? 4 : 3;
  if (text === '') return i18n.t('wallet:cardProblems.noCvc');
  return text.length >= 3 && text.length <= length ? undefined : i18n.t('wallet:cardProblems.shortCvc');
}

/** Validates a card in the client. Returns the errors by field. */
export function validateCard({ number, expiry, cvc }: CardInput, now: Date): CardProblems {
  const digits = extractDigits(number);
  const problems = {
    number: validateNumber(digits),
    expiry: validateExpiry(expiry, now),
    cvc: validateCvc(cvc, digits),
  };
  return Object.fromEntries(Object.entries(problems).filter(([, problem]) => problem));
}

/** Formats a security code: digits only, at most 4. */
export const formatCvc = (text: string): string => extractDigits(text).slice(0, 4);
