import { type Coins, isCoins } from '../kernel/coins.ts';
import type { AccountId } from '../kernel/ids.ts';
import { defineProblem, type Problem } from '../kernel/problem.ts';
import type { DonationTarget } from './commands.ts';

/** Kinds of wallet movements. The first four are regular; the others are corrections by the provider or by staff. */
export const TRANSACTION_TYPES = [
  'PURCHASE',
  'DONATION',
  'REFUND',
  'CROWDFUNDING',
  'ADJUSTMENT',
  'PROVIDER_REFUND',
  'CHARGEBACK',
  'CHARGEBACK_REVERSED',
] as const;

/** Payment statuses, as defined by Stripe. */
export const PAYMENT_STATUSES = [
  'requires_payment_method',
  'requires_confirmation',
  'requires_action',
  'requires_capture',
  'processing',
  'succeeded',
  'canceled',
] as const;
/** Status of a payment at the provider. */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** Minimum purchase, in kindracoins. */
export const MIN_PURCHASE: Coins = 50;

/** Maximum purchase, in kindracoins. */
export const MAX_PURCHASE: Coins = 1_000_000;

/** Purchase amounts offered in the shop. */
export const PURCHASE_PRESETS: readonly Coins[] = [50, 100, 250, 500, 1000, 2500, 5000, 10_000];

/** Purchase amount selected by default. */
export const DEFAULT_PURCHASE: Coins = 1000;

/** Minimum donation, in kindracoins. */
export const MIN_DONATION: Coins = 1;

/** Default value of the donation input. */
export const DEFAULT_DONATION: Coins = 1000;

/** Name shown for anonymous donors. */
export const ANONYMOUS_NAME = 'Anonymous';

export const amountNotWhole = defineProblem(
  'AMOUNT_NOT_WHOLE',
  'The amount must be a whole number of kindracoins.',
);
export const amountNotPositive = defineProblem(
  'AMOUNT_NOT_POSITIVE',
  'The amount must be a whole, positive number of kindracoins.',
);

export const purchaseTooSmall = defineProblem(
  'PURCHASE_TOO_SMALL',
  'The minimum purchase amount is {amount} kindracoins.',
  { amount: MIN_PURCHASE },
);
export const purchaseTooLarge = defineProblem(
  'PURCHASE_TOO_LARGE',
  'The maximum purchase amount is {amount} kindracoins.',
  { amount: MAX_PURCHASE },
);

/** Checks a purchase amount. */
export function checkPurchase(amount: number): Problem | null {
  if (amount < MIN_PURCHASE) return purchaseTooSmall;
  if (amount > MAX_PURCHASE) return purchaseTooLarge;
  return isCoins(amount) ? null : amountNotWhole;
}

export const donationTooSmall = defineProblem(
  'DONATION_TOO_SMALL',
  'The minimum donation amount is {amount} kindracoin.',
  { amount: MIN_DONATION },
);
export const insufficientCoins = defineProblem(
  'INSUFFICIENT_COINS',
  'Insufficient kindracoins to perform this action, please choose a smaller amount or get more kindracoins.',
);
export const ownCrowdfundingDonation = defineProblem(
  'OWN_CROWDFUNDING_DONATION',
  'You cannot donate to your own crowdfunding.',
);
export const noDonationsAccepted = defineProblem(
  'NO_DONATIONS_ACCEPTED',
  'This crowdfunding does not accept donations.',
);
export const donationIdReused = defineProblem(
  'DONATION_ID_REUSED',
  'This donation was made before, with other details.',
);
export const donationNotFound = defineProblem('DONATION_NOT_FOUND', 'The donation does not exist.');

/** Checks that an account is allowed to donate to a campaign. */
export function checkTarget(
  { creatorId, acceptsDonations }: Pick<DonationTarget, 'creatorId' | 'acceptsDonations'>,
  donorId: AccountId,
): Problem | null {
  if (creatorId === donorId) return ownCrowdfundingDonation;
  return acceptsDonations ? null : noDonationsAccepted;
}

/** Returns a wallet's balance after a credit. The credit first pays the wallet's debt. */
export const computeBalanceAfter = (
  { balance, owed }: { readonly balance: Coins; readonly owed: Coins },
  credit: number,
): number => balance + Math.max(0, credit - owed);

/** Checks a donation amount without regard to the balance. */
export function checkDonatedAmount(amount: number): Problem | null {
  if (amount < MIN_DONATION) return donationTooSmall;
  return isCoins(amount) ? null : amountNotWhole;
}

/** Checks a donation amount, and that the balance covers it. */
export function checkDonation(amount: number, balance: Coins): Problem | null {
  if (amount > balance) return insufficientCoins;
  return checkDonatedAmount(amount);
}

export const paymentNotCredited = defineProblem(
  'PAYMENT_NOT_CREDITED',
  'The payment has not been credited to this wallet.',
);
export const withdrawalNotFound = defineProblem(
  'WITHDRAWAL_NOT_FOUND',
  'The provider has taken nothing back under this id.',
);
export const paymentInSuspense = defineProblem(
  'PAYMENT_IN_SUSPENSE',
  'The payment is held in suspense until staff identify it.',
);
export const paymentNotInSuspense = defineProblem(
  'PAYMENT_NOT_IN_SUSPENSE',
  'The payment is not held in suspense.',
);
export const paymentOfAnother = defineProblem(
  'PAYMENT_OF_ANOTHER',
  'The payment belongs to another account.',
);
export const paymentKnown = defineProblem(
  'PAYMENT_KNOWN',
  'The payment belongs to the account that started it.',
);
export const paymentTakenBack = defineProblem(
  'PAYMENT_TAKEN_BACK',
  'The provider has taken back money from this payment.',
);
export const identificationWaits = defineProblem(
  'IDENTIFICATION_WAITS',
  'Another identification of this payment waits for a decision. Decline it first.',
);

export const adjustmentNotFound = defineProblem('ADJUSTMENT_NOT_FOUND', 'The adjustment does not exist.');
export const adjustmentDecided = defineProblem(
  'ADJUSTMENT_DECIDED',
  'The adjustment has been decided already.',
);
export const secondPersonNeeded = defineProblem(
  'SECOND_PERSON_NEEDED',
  'An adjustment needs the approval of another member of staff.',
);
export const ownWalletAdjusted = defineProblem(
  'OWN_WALLET_ADJUSTED',
  'Staff cannot adjust a wallet of their own.',
);
export const ownWalletCredited = defineProblem(
  'OWN_WALLET_CREDITED',
  'Staff cannot credit a wallet of their own.',
);
export const moreThanOwed = defineProblem('MORE_THAN_OWED', 'The account does not owe that many coins.');
export const moreThanHeld = defineProblem('MORE_THAN_HELD', 'The wallet does not contain that many coins.');
