import type pg from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type LedgerAccount, receivableAccount, walletAccount } from '../../../domain/ledger/accounts.ts';
import { createAudit } from '../../../domain/ledger/audit.ts';
import type { AuditProblem } from '../../../domain/ledger/audit-problem.ts';
import { type Books, createConnectedBooks } from '../../../domain/ledger/books.ts';
import { ledgerEventTypes } from '../../../domain/ledger/journal.ts';
import type { Check, Checkpoints } from './check.ts';
import type { Problem } from './problem.ts';

const AUDITED_TYPES: readonly string[] = [
  ...ledgerEventTypes,
  'CrowdfundingCreated',
  'CrowdfundingApproved',
  'CrowdfundingCancelled',
  'CrowdfundingClosed',
  'CrowdfundingExpired',
];

/** Read models of coins. Each is compared with books recomputed up to its checkpoint. */
type CoinReadModel = 'journal' | 'wallets';
type Limits = Readonly<Record<CoinReadModel, Position>>;

/**
 * Audits every coin event up to the head, and compares each read model of coins with books recomputed up to
 * its checkpoint.
 */
export function createLedgerCheck(checkpoints: Checkpoints, head: Position): Check {
  const limits: Limits = {
    journal: checkpoints('journal'),
    wallets: checkpoints('wallets'),
  };
  const until = Math.max(head, ...Object.values(limits));
  const audit = createAudit();
  // Read models at the same position share books; those at the head use the books of the audit.
  const behind = Object.values(limits).filter((limit) => limit < until);
  const booksByLimit = new Map(behind.map((limit) => [limit, createConnectedBooks()]));
  const getBooks = (model: CoinReadModel): Books => booksByLimit.get(limits[model]) ?? audit.books;
  let wallets = 0;

  function auditEvent(event: RecordedEvent): void {
    if (event.position > until) return;
    const entry = audit.add(event);
    if (entry) for (const [limit, { post }] of booksByLimit) if (event.position <= limit) post(entry);
  }

  return {
    until,
    types: AUDITED_TYPES,
    processEvent: auditEvent,
    compare: async (client) => {
      const walletResult = await findWalletProblems(client, getBooks('wallets'));
      wallets = walletResult.count;
      return [
        ...audit.report().problems.map(toProblem),
        ...(await findJournalProblems(client, getBooks('journal'))),
        ...walletResult.problems,
      ];
    },
    countChecked: () => ({ entries: audit.report().entries, wallets }),
  };
}

const toProblem = ({ kind, subject, position, expected, actual }: AuditProblem): Problem => ({
  kind,
  subject: `${subject} at ${position}`,
  expected,
  actual,
});

async function findJournalProblems(client: pg.ClientBase, books: Books): Promise<readonly Problem[]> {
  const { rows } = await client.query<{ account: string; debit: string; credit: string }>(
    'SELECT account, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings GROUP BY account',
  );
  const actualSums = new Map(rows.map(({ account, debit, credit }) => [account, `${debit} / ${credit}`]));
  const expectedSums = books.trialBalance().accounts.map(({ account, debit, credit }): [string, string] => {
    return [account, `${debit} / ${credit}`];
  });
  return findDifferences('journal', new Map(expectedSums), actualSums);
}

async function findWalletProblems(client: pg.ClientBase, books: Books) {
  const { rows } = await client.query<{ id: string; balance: string; owed: string; moved: string }>(
    `SELECT wallet.account_id AS id, wallet.balance, wallet.owed, coalesce(sum(moved.delta), 0) AS moved
    FROM read.wallets wallet LEFT JOIN read.transactions moved ON moved.account_id = wallet.account_id
    GROUP BY wallet.account_id`,
  );
  const problems = rows.flatMap(({ id, balance, owed, moved }) => {
    const expectedBalance = books.balance(walletAccount(id));
    const expected = `holds ${expectedBalance}, moved ${expectedBalance}, owes ${books.balance(receivableAccount(id))}`;
    const actual = `holds ${balance}, moved ${moved}, owes ${owed}`;
    return expected === actual ? [] : [{ kind: 'wallet', subject: id, expected, actual }];
  });
  const knownAccounts = new Set<LedgerAccount>(rows.map(({ id }) => walletAccount(id)));
  const missingWallets = books
    .trialBalance()
    .accounts.filter(({ account }) => account.startsWith('wallet:') && !knownAccounts.has(account))
    .map(({ account, balance }) => ({
      kind: 'missing-wallet',
      subject: account,
      expected: balance,
      actual: null,
    }));
  return { count: rows.length, problems: [...problems, ...missingWallets] };
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
