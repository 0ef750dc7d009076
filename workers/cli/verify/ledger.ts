import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type LedgerAccount, toReceivableAccount, toWalletAccount } from '../../../domain/ledger/accounts.ts';
import { auditedEventTypes, createAudit } from '../../../domain/ledger/audit.ts';
import type { AuditProblem } from '../../../domain/ledger/audit-problem.ts';
import { type Books, createBooks } from '../../../domain/ledger/books.ts';
import type { JournalEntry } from '../../../domain/ledger/journal.ts';
import type { Check, GetCheckpoint } from './check.ts';
import type { Hash } from './database-hash.ts';
import {
  type DifferenceSources,
  findDifferences,
  JOURNAL_ROWS,
  TRANSACTION_ROWS,
} from './journal-differences.ts';
import {
  createEntryHasher,
  createPostingHasher,
  ENTRY_HASH,
  hashTransaction,
  POSTING_HASH,
  TRANSACTION_HASH,
  toTransaction,
} from './journal-rows.ts';
import type { Problem } from './problem.ts';
import { createRangeDigests, type PositionRange } from './range-digests.ts';
import type { RowReader } from './start-queries.ts';

const WALLETS = `
  SELECT wallet.account_id AS id, wallet.balance, wallet.owed, coalesce(sum(moved.delta), 0) AS moved
  FROM read.wallets wallet LEFT JOIN read.transactions moved ON moved.account_id = wallet.account_id
  GROUP BY wallet.account_id`;

/**
 * Creates a check that audits every coin event up to the head. Compares the journal and the transactions with the entries
 * of the events, and the wallets with books recomputed up to their checkpoint.
 */
export function createLedgerCheck(
  getCheckpoint: GetCheckpoint,
  head: Position,
  sources: DifferenceSources,
): Check {
  const [journalUntil, walletsUntil] = [getCheckpoint('journal'), getCheckpoint('wallets')];
  const until = Math.max(head, journalUntil, walletsUntil);
  const audit = createAudit(sources.mapToEntry);
  const walletBooks = walletsUntil < until ? createBooks() : audit.books;
  const entries = createRangeDigests('read.journal_entries', ENTRY_HASH, journalUntil);
  const postings = createRangeDigests('read.journal_postings', POSTING_HASH, journalUntil);
  const transactions = createRangeDigests('read.transactions', TRANSACTION_HASH, walletsUntil);
  const hash: Hash = { high: 0, low: 0 };
  const hashEntry = createEntryHasher();
  const hashPosting = createPostingHasher();
  let walletCount = 0;

  function addToJournal(entry: JournalEntry, event: RecordedEvent): void {
    const { position } = event;
    hashEntry(hash, entry, event);
    entries.add(position, hash);
    let line = 0;
    for (const posting of entry.postings) {
      hashPosting(hash, posting, position, line);
      postings.add(position, hash);
      line += 1;
    }
  }

  function addToWallets(entry: JournalEntry, { position }: RecordedEvent): void {
    if (walletBooks !== audit.books) walletBooks.post(entry);
    const transaction = toTransaction(entry);
    if (!transaction) return;
    hashTransaction(hash, transaction, position);
    transactions.add(position, hash);
  }

  function auditEvent(event: RecordedEvent): void {
    if (event.position > until) return;
    const entry = audit.add(event);
    if (!entry) return;
    if (event.position <= journalUntil) addToJournal(entry, event);
    if (event.position <= walletsUntil) addToWallets(entry, event);
  }

  async function findJournalProblems(readRows: RowReader): Promise<readonly Problem[]> {
    const ranges = mergeRanges(
      await entries.findDifferentRanges(readRows),
      await postings.findDifferentRanges(readRows),
    );
    return findDifferences(sources, JOURNAL_ROWS, ranges, journalUntil);
  }

  return {
    until,
    types: auditedEventTypes,
    selects: [entries.select, postings.select, transactions.select, WALLETS],
    processEvent: auditEvent,
    compare: async (readRows) => {
      const journalProblems = await findJournalProblems(readRows);
      const walletResult = await findWalletProblems(readRows, walletBooks);
      walletCount = walletResult.count;
      const ranges = await transactions.findDifferentRanges(readRows);
      return [
        ...audit.report().problems.map(toProblem),
        ...journalProblems,
        ...walletResult.problems,
        ...(await findDifferences(sources, TRANSACTION_ROWS, ranges, walletsUntil)),
      ];
    },
    countChecked: () => ({ entries: audit.report().entries, wallets: walletCount }),
  };
}

/** Merges the ranges of two digests over the same positions. */
const mergeRanges = (
  ranges: readonly PositionRange[],
  otherRanges: readonly PositionRange[],
): readonly PositionRange[] =>
  [...new Map([...ranges, ...otherRanges].map((range) => [range.first, range])).values()].sort(
    (left, right) => left.first - right.first,
  );

const toProblem = ({ kind, subject, position, expected, actual }: AuditProblem): Problem => ({
  kind,
  subject: `${subject} at ${position}`,
  expected,
  actual,
});

interface StoredWallet {
  readonly id: string;
  readonly balance: string;
  readonly owed: string;
  readonly moved: string;
}

async function findWalletProblems(readRows: RowReader, books: Books) {
  const problems: Problem[] = [];
  const knownAccounts = new Set<LedgerAccount>();
  for await (const { id, balance, owed, moved } of readRows<StoredWallet>(WALLETS)) {
    const account = toWalletAccount(id);
    knownAccounts.add(account);
    const expectedBalance = books.balance(account);
    const expected = `holds ${expectedBalance}, moved ${expectedBalance}, owes ${books.balance(toReceivableAccount(id))}`;
    const actual = `holds ${balance}, moved ${moved}, owes ${owed}`;
    if (expected !== actual)
      problems.push({ readModel: 'wallets', kind: 'wallet', subject: id, expected, actual });
  }
  const missingWallets = books
    .computeTrialBalance()
    .accounts.filter(({ account }) => account.startsWith('wallet:') && !knownAccounts.has(account))
    .map(({ account, balance }) => ({
      readModel: 'wallets',
      kind: 'missing-wallet',
      subject: account,
      expected: balance,
      actual: null,
    }));
  return { count: knownAccounts.size, problems: [...problems, ...missingWallets] };
}
