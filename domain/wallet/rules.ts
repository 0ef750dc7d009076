import { type Coins, isCoins } from '../kernel/coins.ts';

/** What a movement of a wallet may be. Those behind the first four are corrections by the provider or by staff. */
export const MOVEMENTS = [
  'PURCHASE',
  'DONATION',
  'REFUND',
  'CROWDFUNDING',
  'ADJUSTMENT',
  'PROVIDER_REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
] as const;

/** What a movement of a wallet was. */
export type Movement = (typeof MOVEMENTS)[number];

/** Fewest kindracoins that can be bought at once. */
export const PURCHASE_MINIMUM: Coins = 50;

/** Most kindracoins that can be bought at once. */
export const PURCHASE_MAXIMUM: Coins = 1_000_000;

/** Amounts that the shop offers. */
export const PURCHASE_PRESETS: readonly Coins[] = [50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** The preset that is chosen at first. */
export const PURCHASE_DEFAULT: Coins = 1000;

/** Fewest kindracoins of a donation. */
export const DONATION_MINIMUM: Coins = 1;

/** What the donation input holds at first. */
export const DONATION_DEFAULT: Coins = 1000;

/** The sentence for an amount that is no whole number. */
export const NOT_WHOLE = 'The amount must be a whole number of kindracoins.';

/** The sentence for a donation that exceeds the balance. */
export const INSUFFICIENT_COINS =
  'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.';

/** The sentence for a donation to a campaign of one's own. */
export const OWN_CROWDFUNDING = 'You cannot donate to your own crowdfunding.';

/** The sentence for a donation to a campaign that is not active, or past its end date. */
export const NO_DONATIONS_ACCEPTED = 'This crowdfunding does not accept donations.';

/** The sentence of the first check that the amount of a purchase fails, or null. */
export function purchaseProblem(amount: number): string | null {
  if (amount < PURCHASE_MINIMUM) return `The minimum purchase amount is ${PURCHASE_MINIMUM} kindracoins.`;
  if (amount > PURCHASE_MAXIMUM) return `The maximum purchase amount is ${PURCHASE_MAXIMUM} kindracoins.`;
  return isCoins(amount) ? null : NOT_WHOLE;
}

/** The sentence of the first check that the amount of a donation fails, or null. */
export function donationProblem(amount: number, balance: Coins): string | null {
  if (amount < DONATION_MINIMUM) return `The minimum donation amount is ${DONATION_MINIMUM} kindracoin.`;
  if (amount > balance) return INSUFFICIENT_COINS;
  return isCoins(amount) ? null : NOT_WHOLE;
}
