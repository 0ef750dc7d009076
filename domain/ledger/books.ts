import { type Coins, isCoins } from '../kernel/coins.ts';
import { classOf, isNeverNegative, type LedgerAccount } from './accounts.ts';
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

const sum = (postings: readonly Posting[], side: 'debit' | 'credit'): number =>
  postings.reduce((total, posting) => total + posting[side], 0);

/** Whether the debits of an entry equal its credits, in whole coins, and it moves some at all. */
export const isBalanced = ({ postings }: JournalEntry): boolean =>
  postings.every(({ debit, credit }) => isCoins(debit) && isCoins(credit)) &&
  sum(postings, 'debit') === sum(postings, 'credit') &&
  sum(postings, 'debit') > 0;

/** The general ledger: entries posted one after another. */
export interface Books {
  /** Posts an entry; gives those of its accounts that are below zero after it although they must never be. */
  readonly post: (entry: JournalEntry) => readonly LedgerAccount[];
  /** What an account holds; 0 for one that was never posted to. */
  readonly balance: (account: LedgerAccount) => number;
  readonly trialBalance: () => TrialBalance;
}

/** An account while it is posted to. What follows from its name is looked up once. */
interface OpenAccount {
  debit: Coins;
  credit: Coins;
  readonly growsByCredits: boolean;
  readonly neverNegative: boolean;
}

const open = (account: LedgerAccount): OpenAccount => ({
  debit: 0,
  credit: 0,
  growsByCredits: classOf(account) === 'LIABILITY',
  neverNegative: isNeverNegative(account),
});

const held = ({ debit, credit, growsByCredits }: OpenAccount): number =>
  growsByCredits ? credit - debit : debit - credit;

export function createBooks(): Books {
  const accounts = new Map<LedgerAccount, OpenAccount>();

  function post({ account, debit, credit }: Posting): OpenAccount {
    const known = accounts.get(account) ?? open(account);
    known.debit += debit;
    known.credit += credit;
    accounts.set(account, known);
    return known;
  }

  return {
    post: ({ postings }) =>
      postings
        .filter((posting) => {
          const account = post(posting);
          return account.neverNegative && held(account) < 0;
        })
        .map(({ account }) => account),
    balance: (account) => held(accounts.get(account) ?? open(account)),
    trialBalance: () => {
      const lines = [...accounts]
        .map(([account, known]) => {
          const { debit, credit } = known;
          return { account, debit, credit, balance: held(known) };
        })
        .sort((left, right) => (left.account < right.account ? -1 : 1));
      const totalDebit = lines.reduce((total, { debit }) => total + debit, 0);
      const totalCredit = lines.reduce((total, { credit }) => total + credit, 0);
      return { balanced: totalDebit === totalCredit, totalDebit, totalCredit, accounts: lines };
    },
  };
}
