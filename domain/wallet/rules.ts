import { type Coins, isCoins } from '../kernel/coins.ts';
import { type Problem, problem } from '../kernel/problem.ts';

/** Kinds of wallet movements. All after the first four are corrections by the provider or by staff. */
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

/** Kind of a wallet movement. */
export type Movement = (typeof MOVEMENTS)[number];

/** Minimum purchase, in kindracoins. */
export const PURCHASE_MINIMUM: Coins = 50;

/** Maximum purchase, in kindracoins. */
export const PURCHASE_MAXIMUM: Coins = 1_000_000;

/** Amounts offered in the shop. */
export const PURCHASE_PRESETS: readonly Coins[] = [50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** Preset selected by default. */
export const PURCHASE_DEFAULT: Coins = 1000;

/** Minimum donation, in kindracoins. */
export const DONATION_MINIMUM: Coins = 1;

/** Default value of the donation input. */
export const DONATION_DEFAULT: Coins = 1000;

export const amountNotWhole = problem(
  'AMOUNT_NOT_WHOLE',
  'The amount must be a whole number of kindracoins.',
);
export const amountNotPositive = problem(
  'AMOUNT_NOT_POSITIVE',
  'The amount must be a whole, positive number of kindracoins.',
);

export const purchaseTooSmall = problem(
  'PURCHASE_TOO_SMALL',
  'The minimum purchase amount is {amount} kindracoins.',
  { amount: PURCHASE_MINIMUM },
);
export const purchaseTooLarge = problem(
  'PURCHASE_TOO_LARGE',
  'The maximum purchase amount is {amount} kindracoins.',
  { amount: PURCHASE_MAXIMUM },
);

/** Checks the amount of a purchase. */
export function purchaseProblem(amount: number): Problem | null {
  if (amount < PURCHASE_MINIMUM) return purchaseTooSmall;
  if (amount > PURCHASE_MAXIMUM) return purchaseTooLarge;
  return isCoins(amount) ? null : amountNotWhole;
}

export const donationTooSmall = problem(
  'DONATION_TOO_SMALL',
  'The minimum donation amount is {amount} kindracoin.',
  { amount: DONATION_MINIMUM },
);
export const insufficientCoins = problem(
  'INSUFFICIENT_COINS',
  'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
);
export const ownCrowdfunding = problem('OWN_CROWDFUNDING', 'You cannot donate to your own crowdfunding.');
export const noDonationsAccepted = problem(
  'NO_DONATIONS_ACCEPTED',
  'This crowdfunding does not accept donations.',
);
export const donationIdReused = problem(
  'DONATION_ID_REUSED',
  'This donation was made before, with other details.',
);
export const missingDonation = problem('DONATION_NOT_FOUND', 'The donation does not exist.');

/** Checks the amount of a donation. */
export function donationProblem(amount: number, balance: Coins): Problem | null {
  if (amount < DONATION_MINIMUM) return donationTooSmall;
  if (amount > balance) return insufficientCoins;
  return isCoins(amount) ? null : amountNotWhole;
}

export const paymentNotCredited = problem(
  'PAYMENT_NOT_CREDITED',
  'The payment has not been credited to this wallet.',
);
export const missingWithdrawal = problem(
  'WITHDRAWAL_NOT_FOUND',
  'The provider has taken nothing back under this id.',
);
export const paymentInSuspense = problem(
  'PAYMENT_IN_SUSPENSE',
  'The payment is held in suspense until staff identify it.',
);
export const paymentNotInSuspense = problem(
  'PAYMENT_NOT_IN_SUSPENSE',
  'The payment is not held in suspense.',
);
export const paymentOfAnother = problem('PAYMENT_OF_ANOTHER', 'The payment belongs to another account.');
export const paymentKnown = problem('PAYMENT_KNOWN', 'The payment belongs to the account that started it.');
export const paymentTakenBack = problem(
  'PAYMENT_TAKEN_BACK',
  'The provider has taken money of this payment back.',
);
export const identificationWaits = problem(
  'IDENTIFICATION_WAITS',
  'Another identification of this payment waits for a decision. Decline it first.',
);

export const missingAdjustment = problem('ADJUSTMENT_NOT_FOUND', 'The adjustment does not exist.');
export const adjustmentDecided = problem('ADJUSTMENT_DECIDED', 'The adjustment has been decided already.');
export const secondPersonNeeded = problem(
  'SECOND_PERSON_NEEDED',
  'An adjustment needs the approval of another member of staff.',
);
export const ownWalletAdjusted = problem('OWN_WALLET_ADJUSTED', 'Staff cannot adjust a wallet of their own.');
export const ownWalletCredited = problem('OWN_WALLET_CREDITED', 'Staff cannot credit a wallet of their own.');
export const moreThanOwed = problem('MORE_THAN_OWED', 'The account does not owe that much.');
export const moreThanHeld = problem('MORE_THAN_HELD', 'The wallet does not hold that much.');
