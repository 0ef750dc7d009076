import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type LedgerAccount, toReceivableAccount, toWalletAccount } from '../../../domain/ledger/accounts.ts';
import { auditedEventTypes, createAudit } from '../../../domain/ledger/audit.ts';
import type { AuditProblem } from '../../../domain/ledger/audit-problem.ts';
import { type Books, createBooks } from '../../../domain/ledger/books.ts';
import type { toJournalEntry } from '../../../domain/ledger/journal.ts';
import type { Check, GetCheckpoint } from './check.ts';
import type { Problem } from './problem.ts';
import type { RowReader } from './start-queries.ts';

const POSTED_SUMS =
  'SELECT account, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings GROUP BY account';
const WALLETS = `
  SELECT wallet.account_id AS id, wallet.balance, wallet.owed, coalesce(sum(moved.delta), 0) AS moved
  FROM read.wallets wallet LEFT JOIN read.transactions moved ON moved.account_id = wallet.account_id
  GROUP BY wallet.account_id`;

/** Read models that contain coin amounts. Each is compared with books recomputed up to its checkpoint. */
type CoinReadModel = 'journal' | 'wallets';
type ModelCheckpoints = Readonly<Record<CoinReadModel, Position>>;

/**
 * Creates a check that audits every coin event up to the head. Compares each read model in `CoinReadModel` with books
 * recomputed up to its checkpoint.
 * @param mapToEntry returns the journal entry of an event
 */
export function createLedgerCheck(
  getCheckpoint: GetCheckpoint,
  head: Position,
  mapToEntry: typeof toJournalEntry,
): Check {
  const modelCheckpoints: ModelCheckpoints = {
    journal: getCheckpoint('journal'),
    wallets: getCheckpoint('wallets'),
  };
  const until = Math.max(head, ...Object.values(modelCheckpoints));
  const audit = createAudit(mapToEntry);
  // Read models at the same position share books; those at the head use the books of the audit.
  const laggingPositions = Object.values(modelCheckpoints).filter((checkpoint) => checkpoint < until);
  const booksByCheckpoint = new Map(laggingPositions.map((checkpoint) => [checkpoint, createBooks()]));
  const getBooks = (model: CoinReadModel): Books =>
    booksByCheckpoint.get(modelCheckpoints[model]) ?? audit.books;
  let walletCount = 0;

  function auditEvent(event: RecordedEvent): void {
    if (event.position > until) return;
    const entry = audit.add(event);
    if (entry)
      for (const [checkpoint, { post }] of booksByCheckpoint) if (event.position <= checkpoint) post(entry);
  }

  return {
    until,
    types: auditedEventTypes,
    selects: [POSTED_SUMS, WALLETS],
    processEvent: auditEvent,
    compare: async (readRows) => {
      const walletResult = await findWalletProblems(readRows, getBooks('wallets'));
      walletCount = walletResult.count;
      return [
        ...audit.report().problems.map(toProblem),
        ...(await findJournalProblems(readRows, getBooks('journal'))),
        ...walletResult.problems,
      ];
    },
    countChecked: () => ({ entries: audit.report().entries, wallets: walletCount }),
  };
}

const toProblem = ({ kind, subject, position, expected, actual }: AuditProblem): Problem => ({
  kind,
  subject: `${subject} at ${position}`,
  expected,
  actual,
});

interface PostedSums {
  readonly account: string;
  readonly debit: string;
  readonly credit: string;
}

async function findJournalProblems(readRows: RowReader, books: Books): Promise<readonly Problem[]> {
  const actualSums = new Map<string, string>();
  for await (const { account, debit, credit } of readRows<PostedSums>(POSTED_SUMS))
    actualSums.set(account, `${debit} / ${credit}`);
  const expectedSums = books
    .computeTrialBalance()
    .accounts.map(({ account, debit, credit }): [string, string] => {
      return [account, `${debit} / ${credit}`];
    });
  return findDifferences('journal', new Map(expectedSums), actualSums);
}

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
    if (expected !== actual) problems.push({ kind: 'wallet', subject: id, expected, actual });
  }
  const missingWallets = books
    .computeTrialBalance()
    .accounts.filter(({ account }) => account.startsWith('wallet:') && !knownAccounts.has(account))
    .map(({ account, balance }) => ({
      kind: 'missing-wallet',
      subject: account,
      expected: balance,
      actual: null,
    }));
  return { count: knownAccounts.size, problems: [...problems, ...missingWallets] };
}

function findDifferences(
  kind: string,
  expectedAmounts: ReadonlyMap<string, string>,
  actualAmounts: ReadonlyMap<string, string>,
): readonly Problem[] {
  const subjects = [...new Set([...expectedAmounts.keys(), ...actualAmounts.keys()])];
  return subjects
    .filter((subject) => expectedAmounts.get(subject) !== actualAmounts.get(subject))
    .map((subject) => ({
      kind,
      subject,
      expected: expectedAmounts.get(subject) ?? null,
      actual: actualAmounts.get(subject) ?? null,
    }));
}
