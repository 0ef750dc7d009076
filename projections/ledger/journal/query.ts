import type { JournalEntry } from '../../../contract/ledger.ts';
import type { Actor, Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant, PaymentId, Uuid } from '../../../domain/kernel/ids.ts';
import type { LedgerAccount } from '../../../domain/ledger/accounts.ts';
import type { Posting } from '../../../domain/ledger/journal.ts';
import type { EntryType } from '../../../domain/ledger/rules.ts';
import { buildPage, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import { type Queryable, queryColumn } from '../../queryable.ts';
import { getName, getOwner, loadNamesAndStatuses } from '../names/query.ts';

/** A journal entry without the names of its actor and account owners. */
export interface EntryWithoutNames
  extends Omit<JournalEntry, 'actor' | 'postings' | 'crowdfunding' | 'agreement'> {
  readonly actor: Actor;
  readonly postings: readonly Posting[];
}

/** Filter for entries. Undefined fields are ignored. `from` is inclusive, `to` is exclusive. */
export interface EntryFilter {
  readonly account?: LedgerAccount | string | undefined;
  readonly type?: EntryType | undefined;
  readonly crowdfundingId?: CrowdfundingId | undefined;
  /** Owner of the wallet or debt to which the entry posts. */
  readonly accountId?: AccountId | undefined;
  readonly from?: Instant | undefined;
  readonly to?: Instant | undefined;
}

interface EntryRecord extends Pick<EntryWithoutNames, 'id' | 'type' | 'reason' | 'reverses' | 'postings'> {
  readonly position: string;
  readonly occurred_at: Date;
  readonly event_id: Uuid;
  readonly stream: string;
  readonly correlation_id: Uuid;
  readonly actor_kind: Actor['kind'];
  readonly actor_id: string;
}

const toEntry = (row: EntryRecord): EntryWithoutNames => ({
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

/**
 * Builds the SQL for a filter. `$1` is a position. Entries for a ledger account are found through its
 * postings. An index returns the postings in page order, so only as many as needed are read.
 */
function buildSelection(
  filter: EntryFilter,
  operator: '<' | '>',
  order: 'ASC' | 'DESC',
): {
  readonly source: string;
  readonly conditions: string;
  readonly values: readonly unknown[];
} {
  const usedConditions = CONDITIONS.filter(([name]) => filter[name] !== undefined);
  const conditions = usedConditions.map(([, condition], index) => ` AND ${condition(`$${index + 2}`)}`);
  const values = usedConditions.map(([name]) => filter[name]);
  if (filter.account === undefined)
    return { source: 'read.journal_entries entry', conditions: conditions.join(''), values };
  const selectPositions = `SELECT DISTINCT position FROM read.journal_postings
    WHERE account = $${values.length + 2} AND position ${operator} $1 ORDER BY position ${order}`;
  return {
    source: `(${selectPositions}) posted JOIN read.journal_entries entry ON entry.position = posted.position`,
    conditions: conditions.join(''),
    values: [...values, filter.account],
  };
}

const NEWEST_FIRST = orderByNewest('journal', 'position');
const PAGE_SIZE = 20;

/** SQL for the postings as JSON. Amounts are small enough to be exact JSON numbers. */
const POSTINGS = `(SELECT json_agg(json_build_object(
    'account', posting.account, 'debit', posting.debit, 'credit', posting.credit) ORDER BY posting.line)
  FROM read.journal_postings posting WHERE posting.position = entry.position) AS postings`;

interface EntryRange {
  readonly start: Position;
  readonly direction: 'backward' | 'forward';
  readonly limit: number;
  readonly skip?: number;
}

async function queryEntries(
  db: Queryable,
  filter: EntryFilter,
  { start, direction, limit, skip = 0 }: EntryRange,
): Promise<readonly EntryRecord[]> {
  const [operator, order] = direction === 'backward' ? (['<', 'DESC'] as const) : (['>', 'ASC'] as const);
  const { source, conditions, values } = buildSelection(filter, operator, order);
  const filterCount = values.length + 1;
  const { rows } = await db.query<EntryRecord>({
    text: `SELECT entry.*, ${POSTINGS} FROM ${source}
      WHERE entry.position ${operator} $1${conditions}
      ORDER BY entry.position ${order} LIMIT $${filterCount + 1} OFFSET $${filterCount + 2}`,
    values: [start, ...values, limit, skip],
  });
  return rows;
}

/** Lists entries that match the filter, newest first. */
export async function listEntries(
  db: Queryable,
  filter: EntryFilter,
  paging: Paging,
): Promise<Page<JournalEntry>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const start = Number(key[0]);
  const rows = await queryEntries(db, filter, { start, direction: 'backward', limit: PAGE_SIZE + 1, skip });
  const page = buildPage(NEWEST_FIRST, PAGE_SIZE, rows, toEntry);
  return { ...page, items: await addNames(db, page.items) };
}

/** Identifies entries by the log position in a receipt number, by payment id or by entry id. */
export type EntryKey =
  | { readonly column: 'position'; readonly value: Position }
  | { readonly column: 'payment_id'; readonly value: PaymentId }
  | { readonly column: 'id'; readonly value: Uuid };

/** Returns the entries with a key, oldest first. */
export async function findEntries(
  db: Queryable,
  { column, value }: EntryKey,
  limit: number,
): Promise<readonly JournalEntry[]> {
  const { rows } = await db.query<EntryRecord>({
    text: `SELECT entry.*, ${POSTINGS} FROM read.journal_entries entry
      WHERE entry.${column} = $1 ORDER BY entry.position LIMIT $2`,
    values: [value, limit],
  });
  return addNames(db, rows.map(toEntry));
}

interface AgreementRecord {
  readonly id: Uuid;
  readonly proposed_by: AccountId;
  readonly decided_by: AccountId;
  readonly reason: string | null;
}

/** Types of entries that need the agreement of two staff members. */
const TYPES_WITH_AGREEMENT: readonly EntryType[] = ['ADJUSTMENT', 'WRITE_OFF'];

async function loadAgreements(
  db: Queryable,
  entries: readonly EntryWithoutNames[],
): Promise<ReadonlyMap<Uuid, AgreementRecord>> {
  const ids = entries.filter(({ type }) => TYPES_WITH_AGREEMENT.includes(type)).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<AgreementRecord>({
    name: 'ledger-agreements',
    text: `SELECT id, proposed_by, decided_by, reason FROM read.adjustments
      WHERE id = ANY ($1::uuid[]) AND decided_by IS NOT NULL`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

const getCrowdfundingId = ({ postings }: EntryWithoutNames): CrowdfundingId | null => {
  const escrow = postings.find(({ account }) => account.startsWith('escrow:'));
  return escrow ? getOwner(escrow.account) : null;
};

async function addNames(
  db: Queryable,
  entries: readonly EntryWithoutNames[],
): Promise<readonly JournalEntry[]> {
  const agreements = await loadAgreements(db, entries);
  const { names, statuses } = await loadNamesAndStatuses(db, [
    ...entries.flatMap(({ actor, postings }) => [
      actor.id,
      ...postings.map(({ account }) => getOwner(account)),
    ]),
    ...[...agreements.values()].flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by]),
  ]);
  const toPerson = (id: AccountId) => ({ id, name: names.get(id) ?? null });
  const toAgreement = (row: AgreementRecord | undefined) =>
    row
      ? { proposedBy: toPerson(row.proposed_by), approvedBy: toPerson(row.decided_by), reason: row.reason }
      : null;
  const toCrowdfunding = (id: CrowdfundingId | null) => {
    const status = id && statuses.get(id);
    return id && status ? { id, status } : null;
  };
  return entries.map(({ actor, postings, ...entry }) => ({
    ...entry,
    crowdfunding: toCrowdfunding(getCrowdfundingId({ actor, postings, ...entry })),
    agreement: toAgreement(agreements.get(entry.id)),
    actor: { ...actor, name: names.get(actor.id) ?? null },
    postings: postings.map((posting) => ({ ...posting, name: getName(names, posting.account) })),
  }));
}

const EXPORT_BATCH_SIZE = 1_000;

/** Iterates over the entries that match the filter, oldest first. Reads the next batch only when needed. */
export async function* iterateEntries(
  db: Queryable,
  filter: EntryFilter,
): AsyncGenerator<EntryWithoutNames, void, undefined> {
  let start: Position = 0;
  for (;;) {
    const rows = await queryEntries(db, filter, { start, direction: 'forward', limit: EXPORT_BATCH_SIZE });
    yield* rows.map(toEntry);
    if (rows.length < EXPORT_BATCH_SIZE) return;
    start = Number(rows.at(-1)?.position);
  }
}

/** Returns the given payments that have a journal entry for the account. */
export async function findBookedPayments(
  db: Queryable,
  accountId: AccountId,
  payments: readonly PaymentId[],
): Promise<ReadonlySet<PaymentId>> {
  const text = 'SELECT payment_id FROM read.journal_entries WHERE account_id = $1 AND payment_id = ANY ($2)';
  return new Set(await queryColumn<PaymentId>(db, { text, values: [accountId, payments] }));
}
