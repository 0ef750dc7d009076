/** Outcome of a payment with a test card, after authentication. */
type CardOutcome =
  | { readonly kind: 'succeeds' }
  | { readonly kind: 'disputed'; readonly reason: string }
  | { readonly kind: 'processes'; readonly end: 'succeeds' | 'declines' }
  | Decline;

/** Reason why the bank declines a payment. */
export interface Decline {
  readonly kind: 'declines';
  readonly code: string;
  readonly declineCode?: string;
  readonly message: string;
}

/** A card number that triggers a certain scenario. */
export interface TestCard {
  /** Name in Stripe's payment method, such as `visa` in `pm_card_visa`. */
  readonly name: string;
  readonly number: string;
  readonly outcome: CardOutcome;
  readonly challenge?: true;
  /** Outcome of refunds. By default, refunds succeed immediately. */
  readonly refunds?: 'succeed_later' | 'fail_later';
}

const SUCCEEDS: CardOutcome = { kind: 'succeeds' };

const createDecline = (code: string, message: string, declineCode?: string): Decline => ({
  kind: 'declines',
  code,
  message,
  ...(declineCode && { declineCode }),
});

/** A decline without a reason. */
export const GENERIC_DECLINE = createDecline('card_declined', 'Your card was declined.', 'generic_decline');

const INSUFFICIENT_FUNDS = createDecline(
  'card_declined',
  'Your card has insufficient funds.',
  'insufficient_funds',
);

/** Test cards with Stripe's numbers and names. The two cards with delayed payments do not exist at Stripe. */
const TEST_CARDS: readonly TestCard[] = [
  { name: 'visa', number: '4242424242424242', outcome: SUCCEEDS },
  { name: 'mastercard', number: '5555555555554444', outcome: SUCCEEDS },
  { name: 'amex', number: '378282246310005', outcome: SUCCEEDS },
  { name: 'visa_chargeDeclined', number: '4000000000000002', outcome: GENERIC_DECLINE },
  { name: 'visa_chargeDeclinedInsufficientFunds', number: '4000000000009995', outcome: INSUFFICIENT_FUNDS },
  {
    name: 'chargeDeclinedExpiredCard',
    number: '4000000000000069',
    outcome: createDecline('expired_card', 'Your card has expired.'),
  },
  {
    name: 'chargeDeclinedIncorrectCvc',
    number: '4000000000000127',
    outcome: createDecline('incorrect_cvc', "Your card's security code is incorrect."),
  },
  {
    name: 'chargeDeclinedProcessingError',
    number: '4000000000000119',
    outcome: createDecline(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  },
  { name: 'authenticationRequired', number: '4000002500003155', outcome: SUCCEEDS, challenge: true },
  { name: 'threeDSecure2Required', number: '4000000000003220', outcome: SUCCEEDS, challenge: true },
  {
    name: 'threeDSecureRequiredChargeDeclined',
    number: '4000008400001629',
    outcome: GENERIC_DECLINE,
    challenge: true,
  },
  { name: 'createDispute', number: '4000000000000259', outcome: { kind: 'disputed', reason: 'fraudulent' } },
  {
    name: 'createDisputeProductNotReceived',
    number: '4000000000002685',
    outcome: { kind: 'disputed', reason: 'product_not_received' },
  },
  { name: 'pendingRefund', number: '4000000000007726', outcome: SUCCEEDS, refunds: 'succeed_later' },
  { name: 'refundFail', number: '4000000000005126', outcome: SUCCEEDS, refunds: 'fail_later' },
  {
    name: 'simulator_needsTime',
    number: '4000000000050007',
    outcome: { kind: 'processes', end: 'succeeds' },
  },
  {
    name: 'simulator_needsTimeThenDeclines',
    number: '4000000000060006',
    outcome: { kind: 'processes', end: 'declines' },
  },
];

const BRANDS: Readonly<Record<string, string>> = { 3: 'amex', 4: 'visa', 5: 'mastercard' };

/** Returns the brand, which the first digit of the number determines. */
export const getBrand = ({ number }: TestCard): string => BRANDS[number.charAt(0)] ?? 'unknown';

/** Returns the test card with this number, without spaces, or undefined if there is none. */
export const findCardByNumber = (number: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === number);

/** Returns the test card with this name, as in `pm_card_<name>`, or undefined if there is none. */
export const findCardByName = (name: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.name === name);
