/**
 * Whole kindracoins: a safe integer that is never negative. One coin is one euro cent, so that 100 coins are 1.00 euro.
 * No fraction of a coin exists, and no operation on coins leaves the integers.
 */
export type Coins = number;

/** The largest amount that is counted exactly. */
export const MAX_COINS: Coins = Number.MAX_SAFE_INTEGER;

/** A sum or difference that is no amount of coins: a defect or a forged event, never a mistake of a user. */
export class ImpossibleAmount extends Error {
  constructor(what: string) {
    super(`${what} is no amount of coins`);
    this.name = 'ImpossibleAmount';
  }
}

/** Whether a number is an amount of coins; zero is one. */
export const isCoins = (amount: unknown): amount is Coins =>
  Number.isSafeInteger(amount) && Number(amount) >= 0;

/** Whether coins can be moved by this amount: at least one. */
export const isPositiveCoins = (amount: unknown): amount is Coins => isCoins(amount) && amount > 0;

function checked(amount: number, what: string): Coins {
  if (!isCoins(amount)) throw new ImpossibleAmount(what);
  return amount;
}

/**
 * The sum of two amounts.
 * @throws ImpossibleAmount when it cannot be counted exactly
 */
export const plus = (left: Coins, right: Coins): Coins => checked(left + right, `${left} + ${right}`);

/**
 * What is left of an amount. Nothing is ever clamped at zero.
 * @throws ImpossibleAmount when more is taken than there is
 */
export const minus = (from: Coins, taken: Coins): Coins => checked(from - taken, `${from} - ${taken}`);

/** The smaller of two amounts. */
export const least = (left: Coins, right: Coins): Coins => (left < right ? left : right);

/** The euro cents that an amount is worth. */
export const centsOfCoins = (coins: Coins): number => checked(coins, `${coins}`);

/** The worth of an amount in euros, with two decimals and a point, as in `12.34`. */
export function eurosOf(coins: Coins): string {
  const cents = centsOfCoins(coins) % 100;
  return `${(coins - cents) / 100}.${String(cents).padStart(2, '0')}`;
}
