import { type AccountId, type CrowdfundingId, isUuid } from '../kernel/ids.ts';

/** Classes of ledger accounts, by account name prefix. */
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

/** Money held at the payment provider, before fees. */
export const CLEARING = 'stripe:clearing';
/** Money whose owner is unknown. */
export const SUSPENSE = 'suspense';
/** Debts that were written off. */
export const CHARGEBACK_LOSS = 'chargeback-loss';
/** Balance adjustments by staff. */
export const ADJUSTMENT = 'adjustment';

/** Returns the name of the ledger account for the coins that an account holds. */
export const toWalletAccount = (accountId: AccountId): LedgerAccount => `wallet:${accountId}`;
/** Returns the name of the ledger account for the coins that an account owes. */
export const toReceivableAccount = (accountId: AccountId): LedgerAccount => `receivable:${accountId}`;
/** Returns the name of the ledger account for the coins that a campaign holds in escrow. */
export const toEscrowAccount = (crowdfundingId: CrowdfundingId): LedgerAccount => `escrow:${crowdfundingId}`;

const NAMES_WITHOUT_ID: readonly string[] = [CLEARING, SUSPENSE, CHARGEBACK_LOSS, ADJUSTMENT];

/** Returns whether a text is the name of a ledger account. The account may have no entries. */
export function isLedgerAccount(text: string): text is LedgerAccount {
  if (NAMES_WITHOUT_ID.includes(text)) return true;
  const [kind = '', id = '', ...rest] = text.split(':');
  return ['wallet', 'receivable', 'escrow'].includes(kind) && isUuid(id) && rest.length === 0;
}

/** Returns the class of a ledger account. */
export function getAccountClass(account: LedgerAccount): AccountClass {
  const root = account === CLEARING ? account : (account.split(':')[0] as keyof typeof CHART_OF_ACCOUNTS);
  return CHART_OF_ACCOUNTS[root];
}

/** Returns whether a ledger account must never have a negative balance: wallets, escrows and receivables. */
export const mustNotBeNegative = (account: LedgerAccount): boolean =>
  /^(?:wallet|escrow|receivable):/.test(account);
