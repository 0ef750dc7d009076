import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import { escrowOf, type LedgerAccount, receivableOf, walletOf } from '../../../domain/ledger/accounts.ts';
import { type AuditProblem, createAudit } from '../../../domain/ledger/audit.ts';
import { type Books, createBooks } from '../../../domain/ledger/books.ts';
import { type JournalEntry, journalEntry, ledgerEventTypes } from '../../../domain/ledger/journal.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { Problem } from './problem.ts';

/** What was audited, and what is wrong. */
export interface LedgerCheck {
  readonly entries: number;
  readonly wallets: number;
  readonly campaigns: number;
  readonly problems: readonly Problem[];
}

const PAGE = 5_000;

/** Events that the audit has to know of. */
const AUDITED = [
  ...ledgerEventTypes,
  'CrowdfundingCreated',
  'CrowdfundingApproved',
  'CrowdfundingCancelled',
  'CrowdfundingClosed',
  'CrowdfundingExpired',
];

/** Read models of coins, and the books as they were at the checkpoint of each. */
const MODELS = ['journal', 'wallets', 'crowdfundings'] as const;
type Model = (typeof MODELS)[number];
type Limits = Readonly<Record<Model, Position>>;

/**
 * Audits every coin event up to a position, and compares the read models of coins with books that are kept anew, each
 * as it stood at its checkpoint when the check began.
 */
export async function checkLedger(
  pool: pg.Pool,
  log: EventLog,
  until: Position,
  onProgress: (position: Position) => void,
): Promise<LedgerCheck> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The transaction does nothing while the log is read, for as long as that takes.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const { report, booksOf } = await keepBooks(log, until, await limitsOf(client), onProgress);
    const wallets = await walletProblems(client, booksOf('wallets'));
    const problems = [
      ...report.problems.map(problemOf),
      ...(await journalProblems(client, booksOf('journal'))),
      ...wallets.problems,
      ...(await campaignProblems(client, booksOf('crowdfundings'))),
    ];
    return { entries: report.entries, wallets: wallets.count, campaigns: report.campaigns.size, problems };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    client.release();
  }
}

async function limitsOf(client: pg.ClientBase): Promise<Limits> {
  const { rows } = await client.query<{ projection: string; position: string }>(
    'SELECT projection, position FROM engine.checkpoints',
  );
  const positionOf = (name: Model): Position =>
    Number(rows.find(({ projection }) => projection === name)?.position ?? 0);
  return {
    journal: positionOf('journal'),
    wallets: positionOf('wallets'),
    crowdfundings: positionOf('crowdfundings'),
  };
}

async function keepBooks(
  log: EventLog,
  until: Position,
  limits: Limits,
  onProgress: (position: Position) => void,
) {
  const audit = createAudit();
  const books = booksUntil(limits);
  const kept = [...books];
  const end = Math.max(until, ...Object.values(limits));
  let after = 0;
  while (after < end) {
    const events = await log.readAll({ after, limit: PAGE, types: AUDITED });
    for (const event of events) {
      if (event.position <= end) audit.add(event);
      const entry = entryOf(event);
      if (entry) for (const [limit, { post }] of kept) if (event.position <= limit) post(entry);
    }
    after = events.length < PAGE ? end : (events.at(-1)?.position ?? end);
    onProgress(after);
  }
  const booksOf = (model: Model): Books => books.get(limits[model]) ?? createBooks();
  return { report: audit.report(), booksOf };
}

/** Books for every checkpoint; read models that stand at the same one, as most do, share theirs. */
const booksUntil = (limits: Limits): ReadonlyMap<Position, Books> =>
  new Map(MODELS.map((model) => [limits[model], createBooks()]));

/** The entry of an event. One that cannot be booked is in no read model either; the audit tells of it. */
function entryOf(event: Parameters<typeof journalEntry>[0]): JournalEntry | null {
  try {
    return journalEntry(event);
  } catch {
    return null;
  }
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

async function campaignProblems(client: pg.ClientBase, books: Books): Promise<readonly Problem[]> {
  const { rows } = await client.query<{ id: string; held: string }>(
    `SELECT campaign.id, donated - refunded - released AS held
    FROM read.crowdfundings campaign`,
  );
  return rows.flatMap(({ id, held }) => {
    const expected = books.balance(escrowOf(id));
    return expected === Number(held)
      ? []
      : [{ kind: 'campaign', subject: id, expected, actual: Number(held) }];
  });
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
