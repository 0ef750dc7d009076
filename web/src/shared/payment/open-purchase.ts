import { tabStorage } from '../../state/browser-storage.ts';

/** An unpaid purchase that was started in this tab. */
export interface OpenPurchase {
  readonly accountId: string;
  /** Amount in coins. A coin equals a euro cent. */
  readonly amount: number;
  readonly clientSecret: string;
}

const PURCHASE_KEY = 'openPurchase';

const isPurchase = (value: unknown): value is OpenPurchase =>
  typeof value === 'object' &&
  value !== null &&
  'accountId' in value &&
  'amount' in value &&
  Number.isSafeInteger(value.amount) &&
  'clientSecret' in value &&
  typeof value.clientSecret === 'string';

/** Returns the payment id, which is the first part of a client secret. */
export const getPaymentId = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Returns whether the buyer has paid: the provider has received the money or is still processing the payment. */
export const hasBuyerPaid = (status: string | undefined): status is 'succeeded' | 'processing' =>
  status === 'succeeded' || status === 'processing';

/** Stores a purchase, so that a reload resumes it instead of starting a new purchase. */
export function savePurchase(purchase: OpenPurchase): void {
  tabStorage.set(PURCHASE_KEY, JSON.stringify(purchase));
}

/** Returns an account's open purchase, or null if there is none. */
export function loadPurchase(accountId: string): OpenPurchase | null {
  try {
    const stored: unknown = JSON.parse(tabStorage.get(PURCHASE_KEY) ?? 'null');
    return isPurchase(stored) && stored.accountId === accountId ? stored : null;
  } catch {
    return null;
  }
}

/** Deletes the stored purchase, after the payment or before selecting a different amount. */
export const deletePurchase = (): void => tabStorage.remove(PURCHASE_KEY);
