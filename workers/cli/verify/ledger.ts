import type pg from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import { type LedgerAccount, receivableOf, walletOf } from '../../../domain/ledger/accounts.ts';
import { createAudit } from '../../../domain/ledger/audit.ts';
import type { AuditProblem } from '../../../domain/ledger/audit-problem.ts';
import { type Books, createBooks } from '../../../domain/ledger/books.ts';
import { ledgerEventTypes } from '../../../domain/ledger/journal.ts';
import type { Check, Checkpoints } from './check.ts';
import type { Problem } from './problem.ts';

const AUDITED: readonly string[] = [
  ...ledgerEventTypes,
  'CrowdfundingCreated',
  'CrowdfundingApproved',
  'CrowdfundingCancelled',
  'CrowdfundingClosed',
  'CrowdfundingExpired',
];

/** Read models of coins. Each is compared with books at its own checkpoint. */
type Model = 'journal' | 'wallets';
type Limits = Readonly<Record<Model, Position>>;

/**
 * Audits every coin event up to the head, and compares the read models of coins with recomputed books at their
 * checkpoints.
 */
export function ledgerCheck(checkpoints: Checkpoints, head: Position): Check {
  const limits: Limits = {
    journal: checkpoints('journal'),
    wallets: checkpoints('wallets'),
  };
  const until = Math.max(head, ...Object.values(limits));
  const audit = createAudit();
  // Read models at the same position share books; those at the head use the books of the audit.
  const behind = Object.values(limits).filter((limit) => limit < until);
  const kept = new Map(behind.map((limit) => [limit, createBooks()]));
  const booksOf = (model: Model): Books => kept.get(limits[model]) ?? audit.books;
  let wallets = 0;

  function take(event: RecordedEvent): void {
    if (event.position > until) return;
    const entry = audit.add(event);
    if (entry) for (const [limit, { post }] of kept) if (event.position <= limit) post(entry);
  }

  return {
    until,
    types: AUDITED,
    take,
    compare: async (client) => {
      const ofWallets = await walletProblems(client, booksOf('wallets'));
      wallets = ofWallets.count;
      return [
        ...audit.report().problems.map(problemOf),
        ...(await journalProblems(client, booksOf('journal'))),
        ...ofWallets.problems,
      ];
    },
    checked: () => ({ entries: audit.report().entries, wallets }),
  };
}

const problemOf = ({ kind, subject, position, expected, actual }: AuditProblem): Problem => ({
  kind,
  subject: `${subject} at ${position}`,
  expected,
  actual,
});

async function journalProblems(client: pg.ClientBase, books: Books): Promise<readonly Problem[]> {
  const { rows } = await client.query<{ account: string; debit: string; credit: string }>(
    'SELECT account, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings GROUP BY account',
  );
  const told = new Map(rows.map(({ account, debit, credit }) => [account, `${debit} / ${credit}`]));
  const kept = books.trialBalance().accounts.map(({ account, debit, credit }): [string, string] => {
    return [account, `${debit} / ${credit}`];
  });
  return differences('journal', new Map(kept), told);
}

async function walletProblems(client: pg.ClientBase, books: Books) {
  const { rows } = await client.query<{ id: string; balance: string; owed: string; moved: string }>(
    `SELECT wallet.account_id AS id, wallet.balance, wallet.owed, coalesce(sum(moved.delta), 0) AS moved
    FROM read.wallets wallet LEFT JOIN read.transactions moved ON moved.account_id = wallet.account_id
    GROUP BY wallet.account_id`,
  );
  const problems = rows.flatMap(({ id, balance, owed, moved }) => {
    const held = books.balance(walletOf(id));
    const expected = `holds ${held}, moved ${held}, owes ${books.balance(receivableOf(id))}`;
    const actual = `holds ${balance}, moved ${moved}, owes ${owed}`;
    return expected === actual ? [] : [{ kind: 'wallet', subject: id, expected, actual }];
  });
  const known = new Set<LedgerAccount>(rows.map(({ id }) => walletOf(id)));
  const missing = books
    .trialBalance()
    .accounts.filter(({ account }) => account.startsWith('wallet:') && !known.has(account))
    .map(({ account, balance }) => ({
      kind: 'missing-wallet',
      subject: account,
      expected: balance,
      actual: null,
    }));
  return { count: rows.length, problems: [...problems, ...missing] };
}

function differences(
  kind: string,
  kept: ReadonlyMap<string, string>,
  told: ReadonlyMap<string, string>,
): readonly Problem[] {
  const subjects = [...new Set([...kept.keys(), ...told.keys()])];
  return subjects
    .filter((subject) => kept.get(subject) !== told.get(subject))
    .map((subject) => ({
      kind,
      subject,
      expected: kept.get(subject) ?? null,
      actual: told.get(subject) ?? null,
    }));
}
