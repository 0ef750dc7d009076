import { refuse } from '../kernel/decider.ts';

/** The answer to an amount that no coins can be moved by. */
export const impossibleAmount = refuse(
  'INVALID_AMOUNT',
  'The amount must be a whole, positive number of kindracoins.',
);

/** The answer to a command that needs money of a payment in suspense. */
export const notInSuspense = refuse('PAYMENT_NOT_IN_SUSPENSE', 'The payment is not held in suspense.');
