import type { ClientBase } from 'pg';
import type { Position, RecordedEvent } from '../../../domain/kernel/event.ts';
import type { JournalEntry, toJournalEntry } from '../../../domain/ledger/journal.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { getReason } from '../../../projections/ledger/journal/project.ts';
import { toTransaction } from './journal-rows.ts';
import { MAX_PROBLEMS, type Problem } from './problem.ts';
import { type PositionRange, readRange } from './range-digests.ts';

/** Content of the log or a read model at a position. */
interface Content {
  readonly id: string | null;
  readonly text: string;
  /** Sums of an entry's debits and credits. A transaction has none. */
  readonly sums?: string | null;
  readonly isBalanced?: boolean;
}

interface StoredContent extends Content {
  readonly position: string;
}

/** Rows with one content per position. */
export interface RowsByPosition {
  /** Projection that contains the rows. */
  readonly readModel: string;
  /** Kind of the problem for a changed row. Missing and unexpected rows have prefixes. */
  readonly kind: string;
  /** Returns the expected content for an event, or null if there is none. */
  readonly toContent: (entry: JournalEntry, event: RecordedEvent) => Content | null;
  /** Query for the stored content from position $1 to $2, at most $3 rows. */
  readonly select: string;
}

/** Journal entries with their postings. */
export const JOURNAL_ROWS: RowsByPosition = {
  readModel: 'journal',
  kind: 'entry',
  toContent: ({ id, type, postings }, event) => {
    const reason = getReason(event);
    const lines = postings.map(({ account, debit, credit }) => `${account} ${debit} / ${credit}`);
    const total = postings.reduce((sum, { debit }) => sum + debit, 0);
    return {
      id,
      text: `${type}${reason === null ? '' : ` (${reason})`}: ${lines.join(', ')}`,
      sums: `${total} / ${total}`,
    };
  },
  select: `
    SELECT position, entry.id, concat(entry.type, ' (' || entry.reason || ')', ': ', posted.lines) AS text,
      coalesce(posted.debit, 0) || ' / ' || coalesce(posted.credit, 0) AS sums,
      coalesce(posted.debit = posted.credit, false) AS "isBalanced"
    FROM (SELECT * FROM read.journal_entries WHERE position BETWEEN $1 AND $2) entry
    FULL JOIN (
      SELECT position, sum(debit) AS debit, sum(credit) AS credit,
        string_agg(account || ' ' || debit || ' / ' || credit, ', ' ORDER BY line) AS lines
      FROM read.journal_postings WHERE position BETWEEN $1 AND $2 GROUP BY position
    ) posted USING (position) ORDER BY position LIMIT $3`,
};

/** Transactions of all accounts. */
export const TRANSACTION_ROWS: RowsByPosition = {
  readModel: 'wallets',
  kind: 'transaction',
  toContent: (entry) => {
    const transaction = toTransaction(entry);
    return transaction && { id: entry.id, text: `amount ${transaction.amount}, change ${transaction.delta}` };
  },
  select: `
    SELECT position, id, 'amount ' || amount || ', change ' || delta AS text
    FROM read.transactions WHERE position BETWEEN $1 AND $2 ORDER BY position LIMIT $3`,
};

/** Sources of expected and stored content. */
export interface DifferenceSources {
  readonly log: EventLog;
  /** Client whose transaction has the snapshot of the verification. */
  readonly client: ClientBase;
  readonly mapToEntry: typeof toJournalEntry;
}

/**
 * Compares the rows in ranges of positions with the log, which it reads again there. Ends after `MAX_PROBLEMS` problems.
 * @param until checkpoint of the read model
 */
export async function findDifferences(
  { log, client, mapToEntry }: DifferenceSources,
  { readModel, kind, toContent, select }: RowsByPosition,
  ranges: readonly PositionRange[],
  until: Position,
): Promise<readonly Problem[]> {
  const problems: Problem[] = [];
  for (const range of ranges) {
    if (problems.length >= MAX_PROBLEMS) break;
    const expectedContents = new Map<number, Content>();
    for await (const event of readRange(log, range, until)) {
      const entry = mapToEntry(event);
      const content = entry && toContent(entry, event);
      if (content) expectedContents.set(event.position, content);
    }
    const limit = expectedContents.size + MAX_PROBLEMS;
    const { rows } = await client.query<StoredContent>(select, [range.first, range.last, limit]);
    for (const problem of compareContents(kind, expectedContents, rows))
      problems.push({ readModel, ...problem });
  }
  return problems;
}

function compareContents(
  kind: string,
  expectedContents: ReadonlyMap<number, Content>,
  storedContents: readonly StoredContent[],
): readonly Problem[] {
  const missingContents = new Map(expectedContents);
  const problems: Problem[] = [];
  for (const { position, ...actual } of storedContents) {
    const expected = missingContents.get(Number(position));
    missingContents.delete(Number(position));
    const subject = formatSubject(kind, expected ?? actual, position);
    if (!expected)
      problems.push({ kind: `unexpected-${kind}`, subject, expected: null, actual: actual.text });
    else if (actual.isBalanced === false)
      problems.push({ kind: `unbalanced-${kind}`, subject, expected: expected.sums, actual: actual.sums });
    else if (expected.text !== actual.text)
      problems.push({ kind, subject, expected: expected.text, actual: actual.text });
  }
  for (const [position, expected] of missingContents)
    problems.push({
      kind: `missing-${kind}`,
      subject: formatSubject(kind, expected, position),
      expected: expected.text,
      actual: null,
    });
  return problems;
}

const formatSubject = (kind: string, { id }: Content, position: number | string): string =>
  `${kind} ${id ?? 'without an id'} at ${position}`;
