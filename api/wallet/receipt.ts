import type { ReceiptFacts } from '../../projections/wallet/receipts/query.ts';
import type { Receipt } from '../contract/wallet.ts';

const CENTS = 100;
const DIGITS = 8;

/** Coins in euros, by whole numbers alone. */
const eurosOf = (coins: number): string =>
  `${Math.floor(coins / CENTS)}.${String(coins % CENTS).padStart(2, '0')}`;

/** No two receipts share a number, since no two events share a position. */
const numberOf = ({ dateTime, position }: ReceiptFacts): string =>
  `K-${dateTime.slice(0, 4)}-${String(position).padStart(DIGITS, '0')}`;

/** A receipt as its owner gets it. `eventHash` is what the log keeps beside its event. */
export const presentReceipt = (facts: ReceiptFacts, eventHash: string | null): Receipt => ({
  ...facts,
  number: numberOf(facts),
  euros: eurosOf(facts.amount),
  entryId: facts.id,
  eventHash,
});
