/** An amount of kindracoins, as a non-negative safe integer. One coin is one euro cent; 100 coins are 1.00 euro. */
export type Coins = number;

export const MAX_COINS: Coins = Number.MAX_SAFE_INTEGER;

/**
 * Thrown when the result of an operation is not a valid amount. Indicates a defect or a forged event, never a user
 * error.
 */
export class InvalidAmount extends Error {
  constructor(what: string) {
    super(`${what} is not an amount of coins`);
    this.name = 'InvalidAmount';
  }
}

/** Returns whether a value is an amount of coins, which includes zero. */
export const isCoins = (amount: unknown): amount is Coins =>
  Number.isSafeInteger(amount) && Number(amount) >= 0;

/** Returns whether a value is an amount that can be transferred: at least one coin. */
export const isPositiveCoins = (amount: unknown): amount is Coins => isCoins(amount) && amount > 0;

function checkResult(amount: number, what: string): Coins {
  if (!isCoins(amount)) throw new InvalidAmount(what);
  return amount;
}

/**
 * Adds two amounts.
 * @throws InvalidAmount when the sum exceeds `MAX_COINS`
 */
export const addCoins = (left: Coins, right: Coins): Coins => checkResult(left + right, `${left} + ${right}`);

/**
 * Subtracts `taken` from `from`.
 * @throws InvalidAmount when the result is negative; it is never clamped to zero
 */
export const subtractCoins = (from: Coins, taken: Coins): Coins =>
  checkResult(from - taken, `${from} - ${taken}`);

/** Returns the smaller of two amounts. */
export const minCoins = (left: Coins, right: Coins): Coins => (left < right ? left : right);

/** Converts coins to euro cents. */
export const toCents = (coins: Coins): number => checkResult(coins, `${coins}`);

/** Formats an amount in euros with two decimals, such as `12.34`. */
export function formatEuros(coins: Coins): string {
  const cents = toCents(coins) % 100;
  return `${(coins - cents) / 100}.${String(cents).padStart(2, '0')}`;
}
