import { refuse } from '../kernel/decider.ts';

/** The answer to an amount that no coins can be moved by. */
export const impossibleAmount = refuse(
  'INVALID_AMOUNT',
  'The amount must be a whole, positive number of kindracoins.',
);
