import type { Receipt } from '../../contract/wallet.ts';
import type { ReceiptData } from '../../projections/wallet/receipts/query.ts';

const CENTS_PER_EURO = 100;
const RECEIPT_DIGITS = 8;

/** Formats coins in euros with integer arithmetic. */
const formatEuros = (coins: number): string =>
  `${Math.floor(coins / CENTS_PER_EURO)}.${String(coins % CENTS_PER_EURO).padStart(2, '0')}`;

/** Formats the receipt number, which is unique because log positions are unique. */
const formatReceiptNumber = ({ dateTime, position }: ReceiptData): string =>
  `K-${dateTime.slice(0, 4)}-${String(position).padStart(RECEIPT_DIGITS, '0')}`;

/** Maps receipt data to the response. `eventHash` is the hash of the event in the log. */
export const toReceipt = (receiptData: ReceiptData, eventHash: string | null): Receipt => ({
  ...receiptData,
  number: formatReceiptNumber(receiptData),
  euros: formatEuros(receiptData.amount),
  entryId: receiptData.id,
  eventHash,
});
