import type { AccountId, CrowdfundingId } from '../kernel/ids.ts';

/** Chart of accounts, by the prefix of the account name. */
export const CHART_OF_ACCOUNTS = {
  'stripe:clearing': 'ASSET',
  receivable: 'ASSET',
  wallet: 'LIABILITY',
  escrow: 'LIABILITY',
  suspense: 'LIABILITY',
  'chargeback-loss': 'EXPENSE',
  adjustment: 'EXPENSE',
} as const;

/** Class of a ledger account. Debits increase assets and expenses, credits increase liabilities. */
export type AccountClass = (typeof CHART_OF_ACCOUNTS)[keyof typeof CHART_OF_ACCOUNTS];

/** Name of a ledger account. */
export type LedgerAccount =
  | 'stripe:clearing'
  | `receivable:${AccountId}`
  | `wallet:${AccountId}`
  | `escrow:${CrowdfundingId}`
  | 'suspense'
  | 'chargeback-loss'
  | 'adjustment';

/** Money at the payment provider, before fees. */
export const CLEARING = 'stripe:clearing';
/** Money whose owner is unknown. */
export const SUSPENSE = 'suspense';
/** Debts that were written off. */
export const CHARGEBACK_LOSS = 'chargeback-loss';
/** Balance adjustments by staff. */
export const ADJUSTMENT = 'adjustment';

/** Returns the ledger account of the coins that an account holds. */
export const walletAccount = (accountId: AccountId): LedgerAccount => `wallet:${accountId}`;
/** Returns the ledger account of the coins that an account owes. */
export const receivableAccount = (accountId: AccountId): LedgerAccount => `receivable:${accountId}`;
/** Returns the ledger account of the coins that a campaign holds in escrow. */
export const escrowAccount = (crowdfundingId: CrowdfundingId): LedgerAccount => `escrow:${crowdfundingId}`;

/** Returns the class of a ledger account. */
export function getAccountClass(account: LedgerAccount): AccountClass {
  const root = account === CLEARING ? account : (account.split(':')[0] as keyof typeof CHART_OF_ACCOUNTS);
  return CHART_OF_ACCOUNTS[root];
}

/** Whether the balance of a ledger account must never be negative: wallets, escrows and receivables. */
export const mustNotBeNegative = (account: LedgerAccount): boolean =>
  /^(?:wallet|escrow|receivable):/.test(account);
