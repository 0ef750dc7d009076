import { type Coins, isCoins } from '../kernel/coins.ts';
import { classOf, type LedgerAccount } from './accounts.ts';
import type { JournalEntry, Posting } from './journal.ts';

/** What was debited and credited to an account in all. */
export interface AccountTotals {
  readonly debit: Coins;
  readonly credit: Coins;
}

/** A line of the trial balance. `balance` is on the side on which the account grows: negative means overdrawn. */
export interface AccountBalance extends AccountTotals {
  readonly account: LedgerAccount;
  readonly balance: number;
}

/** Totals of every account, in the order of their names. */
export interface TrialBalance {
  readonly balanced: boolean;
  readonly totalDebit: Coins;
  readonly totalCredit: Coins;
  readonly accounts: readonly AccountBalance[];
}

const NOTHING: AccountTotals = { debit: 0, credit: 0 };

const sum = (postings: readonly Posting[], side: 'debit' | 'credit'): number =>
  postings.reduce((total, posting) => total + posting[side], 0);

/** Whether the debits of an entry equal its credits, in whole coins, and it moves some at all. */
export const isBalanced = ({ postings }: JournalEntry): boolean =>
  postings.every(({ debit, credit }) => isCoins(debit) && isCoins(credit)) &&
  sum(postings, 'debit') === sum(postings, 'credit') &&
  sum(postings, 'debit') > 0;

/** What an account holds, on the side on which it grows. */
export const balanceOf = (account: LedgerAccount, { debit, credit }: AccountTotals): number =>
  classOf(account) === 'LIABILITY' ? credit - debit : debit - credit;

/** The general ledger: entries posted one after another. */
export interface Books {
  readonly post: (entry: JournalEntry) => void;
  /** What an account holds; 0 for one that was never posted to. */
  readonly balance: (account: LedgerAccount) => number;
  readonly trialBalance: () => TrialBalance;
}

export function createBooks(): Books {
  const accounts = new Map<LedgerAccount, AccountTotals>();
  return {
    post: ({ postings }) => {
      for (const { account, debit, credit } of postings) {
        const known = accounts.get(account) ?? NOTHING;
        accounts.set(account, { debit: known.debit + debit, credit: known.credit + credit });
      }
    },
    balance: (account) => balanceOf(account, accounts.get(account) ?? NOTHING),
    trialBalance: () => {
      const lines = [...accounts]
        .map(([account, totals]) => ({ account, ...totals, balance: balanceOf(account, totals) }))
        .sort((left, right) => (left.account < right.account ? -1 : 1));
      const totalDebit = lines.reduce((total, { debit }) => total + debit, 0);
      const totalCredit = lines.reduce((total, { credit }) => total + credit, 0);
      return { balanced: totalDebit === totalCredit, totalDebit, totalCredit, accounts: lines };
    },
  };
}
