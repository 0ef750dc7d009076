import { type Coins, isCoins } from '../kernel/coins.ts';
import { getAccountClass, type LedgerAccount, mustNotBeNegative } from './accounts.ts';
import type { JournalEntry, Posting } from './journal.ts';

/** A line in the trial balance. `balance` is on the account's normal side; a negative value means overdrawn. */
interface AccountBalance {
  readonly account: LedgerAccount;
  readonly debit: Coins;
  readonly credit: Coins;
  readonly balance: number;
}

/** Totals of all ledger accounts, sorted by name. */
export interface TrialBalance {
  readonly balanced: boolean;
  readonly totalDebit: Coins;
  readonly totalCredit: Coins;
  readonly accounts: readonly AccountBalance[];
}

/** Returns whether an entry's debits equal its credits, in whole coins, and are not zero. */
export const isBalanced = ({ postings }: JournalEntry): boolean => {
  let [debits, credits] = [0, 0];
  for (const { debit, credit } of postings) {
    if (!isCoins(debit) || !isCoins(credit)) return false;
    debits += debit;
    credits += credit;
  }
  return debits === credits && debits > 0;
};

/** General ledger, kept in memory. */
export interface Books {
  /** Posts an entry. Returns the accounts in it that are now negative although they must not be. */
  readonly post: (entry: JournalEntry) => readonly LedgerAccount[];
  /** Returns the balance of a ledger account, or 0 if it has no postings. */
  readonly balance: (account: LedgerAccount) => number;
  readonly computeTrialBalance: () => TrialBalance;
}

/** Running totals of a ledger account. Properties derived from its name are computed once. */
interface OpenAccount {
  debit: Coins;
  credit: Coins;
  readonly growsByCredits: boolean;
  readonly neverNegative: boolean;
}

const openAccount = (account: LedgerAccount): OpenAccount => ({
  debit: 0,
  credit: 0,
  growsByCredits: getAccountClass(account) === 'LIABILITY',
  neverNegative: mustNotBeNegative(account),
});

const getBalance = ({ debit, credit, growsByCredits }: OpenAccount): number =>
  growsByCredits ? credit - debit : debit - credit;

const NO_ACCOUNTS: readonly LedgerAccount[] = [];

/** Creates an empty ledger in memory. */
export function createBooks(): Books {
  const accounts = new Map<LedgerAccount, OpenAccount>();

  function post({ account, debit, credit }: Posting): OpenAccount {
    const known = accounts.get(account);
    const balances = known ?? openAccount(account);
    if (!known) accounts.set(account, balances);
    balances.debit += debit;
    balances.credit += credit;
    return balances;
  }

  return {
    post: ({ postings }) => {
      let overdrawn = NO_ACCOUNTS;
      for (const posting of postings) {
        const account = post(posting);
        if (account.neverNegative && getBalance(account) < 0) overdrawn = [...overdrawn, posting.account];
      }
      return overdrawn;
    },
    balance: (account) => getBalance(accounts.get(account) ?? openAccount(account)),
    computeTrialBalance: () => {
      const lines = [...accounts]
        .map(([account, known]) => {
          const { debit, credit } = known;
          return { account, debit, credit, balance: getBalance(known) };
        })
        .sort((left, right) => (left.account < right.account ? -1 : 1));
      const totalDebit = lines.reduce((total, { debit }) => total + debit, 0);
      const totalCredit = lines.reduce((total, { credit }) => total + credit, 0);
      return { balanced: totalDebit === totalCredit, totalDebit, totalCredit, accounts: lines };
    },
  };
}
