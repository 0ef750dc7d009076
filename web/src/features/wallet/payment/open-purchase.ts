import { tabKeeps } from '../../../state/browser-storage.ts';

/** A purchase that this tab has begun and that is not paid yet. */
export interface OpenPurchase {
  readonly accountId: string;
  /** In coins, which are cents. */
  readonly amount: number;
  readonly clientSecret: string;
}

const KEY = 'openPurchase';

const isPurchase = (value: unknown): value is OpenPurchase =>
  typeof value === 'object' &&
  value !== null &&
  'accountId' in value &&
  'amount' in value &&
  Number.isSafeInteger(value.amount) &&
  'clientSecret' in value &&
  typeof value.clientSecret === 'string';

/** The id of a payment, which its client secret begins with. */
export const paymentIdOf = (clientSecret: string): string => clientSecret.split('_secret_')[0] ?? '';

/** Keeps a purchase, so that a page that is loaded anew goes on with it instead of beginning another one. */
export function keepPurchase(purchase: OpenPurchase): void {
  tabKeeps.set(KEY, JSON.stringify(purchase));
}

/** The open purchase of an account, or null. */
export function keptPurchase(accountId: string): OpenPurchase | null {
  try {
    const kept: unknown = JSON.parse(tabKeeps.get(KEY) ?? 'null');
    return isPurchase(kept) && kept.accountId === accountId ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets the purchase: it is paid, or another amount is wanted. */
export const forgetPurchase = (): void => tabKeeps.remove(KEY);
