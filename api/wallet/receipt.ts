import type { Receipt } from '../../contract/wallet.ts';
import type { ReceiptFacts } from '../../projections/wallet/receipts/query.ts';

const CENTS = 100;
const DIGITS = 8;

/** Formats coins in euros with integer arithmetic. */
const eurosOf = (coins: number): string =>
  `${Math.floor(coins / CENTS)}.${String(coins % CENTS).padStart(2, '0')}`;

/** Receipt numbers are unique because positions are unique. */
const numberOf = ({ dateTime, position }: ReceiptFacts): string =>
  `K-${dateTime.slice(0, 4)}-${String(position).padStart(DIGITS, '0')}`;

/** Maps receipt data to the response. `eventHash` is the hash of the event in the log. */
export const presentReceipt = (facts: ReceiptFacts, eventHash: string | null): Receipt => ({
  ...facts,
  number: numberOf(facts),
  euros: eurosOf(facts.amount),
  entryId: facts.id,
  eventHash,
});
