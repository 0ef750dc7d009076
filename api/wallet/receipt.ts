import type { Receipt } from '../../contract/wallet.ts';
import { formatEuros } from '../../domain/kernel/coins.ts';
import { formatReceiptNumber } from '../../domain/wallet/receipt-number.ts';
import type { ReceiptData } from '../../projections/wallet/receipts/query.ts';

/** Maps receipt data to a receipt. `eventHash` is the hash of the logged event; null if it is unknown. */
export const toReceipt = (receiptData: ReceiptData, eventHash: string | null): Receipt => ({
  ...receiptData,
  number: formatReceiptNumber(receiptData.position, receiptData.dateTime),
  euros: formatEuros(receiptData.amount),
  entryId: receiptData.id,
  eventHash,
});
