import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Actor, Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant, Uuid } from '../../../domain/kernel/ids.ts';
import { classOf, type LedgerAccount } from '../../../domain/ledger/accounts.ts';
import type { TrialBalance } from '../../../domain/ledger/books.ts';
import type { EntryType, Posting } from '../../../domain/ledger/journal.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';

/** A journal entry as auditors see it. */
export interface AuditedEntry {
  readonly id: Uuid;
  readonly position: Position;
  readonly type: EntryType;
  readonly dateTime: Instant;
  readonly eventId: Uuid;
  readonly streamId: string;
  readonly correlationId: Uuid;
  readonly actor: Actor;
  readonly reason: string | null;
  readonly reverses: Uuid | null;
  readonly postings: readonly Posting[];
}

/** Which entries to read; what is not named does not matter. `from` is included, `to` is not. */
export interface EntryFilter {
  readonly account?: LedgerAccount | string | undefined;
  readonly type?: EntryType | undefined;
  readonly crowdfundingId?: CrowdfundingId | undefined;
  /** Whose wallet or debt it is about. */
  readonly accountId?: AccountId | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

interface EntryRecord {
  readonly id: Uuid;
  readonly position: string;
  readonly type: EntryType;
  readonly occurred_at: Date;
  readonly event_id: Uuid;
  readonly stream: string;
  readonly correlation_id: Uuid;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
  readonly reason: string | null;
  readonly reverses: Uuid | null;
  readonly postings: readonly Posting[];
}

const entryOf = (row: EntryRecord): AuditedEntry => ({
  id: row.id,
  position: Number(row.position),
  type: row.type,
  dateTime: row.occurred_at.toISOString(),
  eventId: row.event_id,
  streamId: row.stream,
  correlationId: row.correlation_id,
  actor: { kind: row.actor_kind, id: row.actor_id },
  reason: row.reason,
  reverses: row.reverses,
  postings: row.postings,
});

const CONDITIONS: readonly (readonly [keyof EntryFilter, (parameter: string) => string])[] = [
  ['type', (value) => `entry.type = ${value}`],
  ['crowdfundingId', (value) => `entry.crowdfunding_id = ${value}`],
  ['accountId', (value) => `entry.account_id = ${value}`],
  ['from', (value) => `entry.occurred_at >= ${value}`],
  ['to', (value) => `entry.occurred_at < ${value}`],
];

/** The conditions of a filter beside the position, which is $1; an account's entries are found by its postings. */
function selection(filter: EntryFilter): {
  readonly source: string;
  readonly conditions: string;
  readonly values: readonly unknown[];
} {
  const used = CONDITIONS.filter(([name]) => filter[name] !== undefined);
  const conditions = used.map(([, condition], index) => ` AND ${condition(`$${index + 2}`)}`);
  const values = used.map(([name]) => filter[name]);
  if (filter.account === undefined)
    return { source: 'read.journal_entries entry', conditions: conditions.join(''), values };
  const ofAccount = `(SELECT DISTINCT position FROM read.journal_postings WHERE account = $${values.length + 2}) posted`;
  return {
    source: `${ofAccount} JOIN read.journal_entries entry ON entry.position = posted.position`,
    conditions: conditions.join(''),
    values: [...values, filter.account],
  };
}

const NEWEST_FIRST: Order = { name: 'journal', kinds: ['whole'], start: [LAST_WHOLE] };
const PAGE_SIZE = 20;

/** Postings as JSON numbers: amounts are far below what those hold exactly. */
const POSTINGS = `(SELECT json_agg(json_build_object(
    'account', posting.account, 'debit', posting.debit, 'credit', posting.credit) ORDER BY posting.line)
  FROM read.journal_postings posting WHERE posting.position = entry.position) AS postings`;

async function entries(
  db: Queryable,
  filter: EntryFilter,
  before: Position,
  limit: number,
  skip: number,
): Promise<readonly EntryRecord[]> {
  const { source, conditions, values } = selection(filter);
  const count = values.length + 1;
  const { rows } = await db.query<EntryRecord>({
    text: `SELECT entry.*, ${POSTINGS} FROM ${source}
      WHERE entry.position < $1${conditions}
      ORDER BY entry.position DESC LIMIT $${count + 1} OFFSET $${count + 2}`,
    values: [before, ...values, limit, skip],
  });
  return rows;
}

/** Entries that fit the filter, newest first. */
export async function entriesPage(
  db: Queryable,
  filter: EntryFilter,
  paging: Paging,
): Promise<Page<AuditedEntry>> {
  const { key, skip } = startOf(NEWEST_FIRST, paging, PAGE_SIZE);
  const rows = await entries(db, filter, Number(key[0]), PAGE_SIZE + 1, skip);
  return pageOf(NEWEST_FIRST, PAGE_SIZE, rows, (row) => [Number(row.position)], entryOf);
}

const EXPORT_BATCH = 1_000;

/** All entries that fit the filter, newest first, for exports: read a batch at a time while the reader keeps up. */
export async function* allEntries(
  db: Queryable,
  filter: EntryFilter,
): AsyncGenerator<AuditedEntry, void, undefined> {
  let before: Position = LAST_WHOLE;
  for (;;) {
    const rows = await entries(db, filter, before, EXPORT_BATCH, 0);
    yield* rows.map(entryOf);
    if (rows.length < EXPORT_BATCH) return;
    before = Number(rows.at(-1)?.position);
  }
}

/** A trial balance and the position of the log that it stands at. */
export interface AuditedTrialBalance extends TrialBalance {
  readonly position: Position;
}

interface TotalsRecord {
  readonly account: LedgerAccount | null;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly position: string;
}

/**
 * What was debited and credited to every account, added up from the postings themselves, now or as of a position of the
 * log: kept totals could not tell of the past, and would have to be trusted.
 */
export async function trialBalance(db: Queryable, asOf: Position = LAST_WHOLE): Promise<AuditedTrialBalance> {
  const { rows } = await db.query<TotalsRecord>({
    text: `SELECT totals.*, least(checkpoint.position, $1::bigint) AS position
      FROM engine.checkpoints checkpoint LEFT JOIN (
        SELECT account, sum(debit) AS debit, sum(credit) AS credit FROM read.journal_postings
        WHERE position <= $1 GROUP BY account
      ) totals ON true WHERE checkpoint.projection = 'journal' ORDER BY totals.account`,
    values: [asOf],
  });
  const accounts = rows.flatMap(({ account, debit, credit }) =>
    account === null ? [] : [lineOf(account, Number(debit), Number(credit))],
  );
  const totalDebit = accounts.reduce((sum, { debit }) => sum + debit, 0);
  const totalCredit = accounts.reduce((sum, { credit }) => sum + credit, 0);
  const position = Number(rows[0]?.position ?? 0);
  return { position, balanced: totalDebit === totalCredit, totalDebit, totalCredit, accounts };
}

const lineOf = (account: LedgerAccount, debit: Coins, credit: Coins): TrialBalance['accounts'][number] => ({
  account,
  debit,
  credit,
  balance: classOf(account) === 'LIABILITY' ? credit - debit : debit - credit,
});
