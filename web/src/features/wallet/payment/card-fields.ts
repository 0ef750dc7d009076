/** A card as somebody typed it. */
export interface TypedCard {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

/** The sentence for each field that is wrong. */
export type CardProblems = Partial<Record<keyof TypedCard, string>>;

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const LONGEST_NUMBER = 19;
const AMEX = /^3[47]/;

/** A card number in groups, as on the card. */
export function groupNumber(text: string): string {
  const digits = digitsOf(text).slice(0, LONGEST_NUMBER);
  const groups = AMEX.test(digits) ? /^(\d{1,4})(\d{1,6})?(\d{1,9})?$/.exec(digits)?.slice(1) : null;
  return (groups ?? digits.match(/\d{1,4}/g) ?? []).filter(Boolean).join(' ');
}

/** An expiry as on the card, 'MM / YY', while it is typed; one with four digits of the year, as browsers fill in, is cut. */
export function groupExpiry(text: string, before = ''): string {
  const digits = digitsOf(text);
  const month = /^[2-9]/.test(digits) ? `0${digits[0]}` : digits.slice(0, 2);
  const rest = /^[2-9]/.test(digits) ? digits.slice(1) : digits.slice(2);
  const year = rest.length === 4 && rest.startsWith('20') ? rest.slice(2) : rest.slice(0, 2);
  if (year) return `${month} / ${year}`;
  const deleting = before.startsWith(text);
  return month.length === 2 && !deleting ? `${month} / ` : month;
}

/** Month and year of an expiry, or null when it is not whole. */
export function expiryOf(text: string): { readonly month: number; readonly year: number } | null {
  const match = /^(\d{2}) \/ (\d{2})$/.exec(text.trim());
  const month = Number(match?.[1]);
  return match && month >= 1 && month <= 12 ? { month, year: 2000 + Number(match[2]) } : null;
}

/** Whether the last digit of a card number fits the others (Luhn's check). */
function isWellFormed(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const weighted = Number(digit) * (place % 2 === 0 ? 1 : 2);
    return total + (weighted > 9 ? weighted - 9 : weighted);
  }, 0);
  return sum % 10 === 0;
}

function numberProblem(digits: string): string | undefined {
  if (digits === '') return 'Enter the number of your card.';
  if (digits.length < 13) return 'Your card number is incomplete.';
  return isWellFormed(digits) ? undefined : 'Your card number is incorrect.';
}

function expiryProblem(text: string, now: Date): string | undefined {
  if (text.trim() === '') return 'Enter when your card expires.';
  const expiry = expiryOf(text);
  if (!expiry) return 'Enter the month and the year as on your card.';
  const months = (year: number, month: number) => year * 12 + month;
  const past = months(expiry.year, expiry.month) < months(now.getFullYear(), now.getMonth() + 1);
  return past ? 'Your card has expired.' : undefined;
}

function cvcProblem(text: string, digits: string): string | undefined {
  const length = AMEX.test(digits) ? 4 : 3;
  if (text === '') return 'Enter the security code of your card.';
  return text.length >= 3 && text.length <= length ? undefined : 'Your security code is not complete.';
}

/** What is wrong with a card, before it is sent. */
export function cardProblems({ number, expiry, cvc }: TypedCard, now: Date): CardProblems {
  const digits = digitsOf(number);
  const found = {
    number: numberProblem(digits),
    expiry: expiryProblem(expiry, now),
    cvc: cvcProblem(cvc, digits),
  };
  return Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence));
}

/** A security code holds digits alone, four at most. */
export const cutCvc = (text: string): string => digitsOf(text).slice(0, 4);
