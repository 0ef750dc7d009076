import type { Receipt } from '../../contract/wallet.ts';
import { formatReceiptNumber } from '../../domain/wallet/receipt-number.ts';
import type { ReceiptData } from '../../projections/wallet/receipts/query.ts';

const CENTS_PER_EURO = 100;

/** Formats coins in euros with integer arithmetic. */
const formatEuros = (coins: number): string =>
  `${Math.floor(coins / CENTS_PER_EURO)}.${String(coins % CENTS_PER_EURO).padStart(2, '0')}`;

/** Maps receipt data to the response. `eventHash` is the hash of the event in the log. */
export const toReceipt = (receiptData: ReceiptData, eventHash: string | null): Receipt => ({
  ...receiptData,
  number: formatReceiptNumber(receiptData.position, receiptData.dateTime),
  euros: formatEuros(receiptData.amount),
  entryId: receiptData.id,
  eventHash,
});
