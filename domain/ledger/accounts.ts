import type { AccountId, CrowdfundingId } from '../kernel/ids.ts';

/** What stands in the chart of accounts, by the word that its names begin with. */
export const CHART = {
  'stripe:clearing': 'ASSET',
  receivable: 'ASSET',
  wallet: 'LIABILITY',
  escrow: 'LIABILITY',
  suspense: 'LIABILITY',
  'chargeback-loss': 'EXPENSE',
  adjustment: 'EXPENSE',
} as const;

/** What kind of account of the books it is. Assets and expenses grow by debits, liabilities by credits. */
export type AccountClass = (typeof CHART)[keyof typeof CHART];

/** Name of an account of the books. */
export type LedgerAccount =
  | 'stripe:clearing'
  | `receivable:${AccountId}`
  | `wallet:${AccountId}`
  | `escrow:${CrowdfundingId}`
  | 'suspense'
  | 'chargeback-loss'
  | 'adjustment';

/** Money that is at the payment provider, before its fees. */
export const CLEARING = 'stripe:clearing';
/** Money that came and nobody knows whose it is. */
export const SUSPENSE = 'suspense';
/** What Kindra gave up of what was owed. */
export const CHARGEBACK_LOSS = 'chargeback-loss';
/** What staff gave and took. */
export const ADJUSTMENT = 'adjustment';

/** The coins that an account holds. */
export const walletOf = (accountId: AccountId): LedgerAccount => `wallet:${accountId}`;
/** The coins that an account owes. */
export const receivableOf = (accountId: AccountId): LedgerAccount => `receivable:${accountId}`;
/** The coins that a campaign holds in trust. */
export const escrowOf = (crowdfundingId: CrowdfundingId): LedgerAccount => `escrow:${crowdfundingId}`;

/** The class of an account of the books. */
export function classOf(account: LedgerAccount): AccountClass {
  const root = account === CLEARING ? account : (account.split(':')[0] as keyof typeof CHART);
  return CHART[root];
}

/** Whether an account must never fall below zero, whatever happens: those that people's coins or debts stand on. */
export const isNeverNegative = (account: LedgerAccount): boolean =>
  /^(?:wallet|escrow|receivable):/.test(account);
