import type { Notification } from '../../../contract/notifications.ts';
import type { ProfileSummary } from '../../../contract/shapes.ts';
import { type NotificationKind, notificationKinds } from '../../../domain/effects/table.ts';
import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import { SUMMARY_COLUMNS, type SummaryRow, summaryOf } from '../../accounts/profiles/query.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';
import { entries, isRowVisible } from './entries.ts';

const LIST_SIZE = 20;
const SHOWN_ACTORS = 2;
const MOST_OTHERS = 99;
/** Maximum number of rows read per entry. */
const MOST_ROWS = SHOWN_ACTORS + MOST_OTHERS;
/** Maximum count of unread entries. */
export const MOST_UNREAD = 100;

const NEWEST_FIRST: Order = { name: 'notifications', kinds: ['whole'], start: [LAST_WHOLE] };

interface EntryRecord {
  readonly kind: NotificationKind;
  readonly subject_id: Uuid;
  readonly day: number | null;
  readonly position: string;
  readonly event_id: Uuid | null;
  readonly occurred_at: Date | null;
  readonly reason: string | null;
}

interface RowRecord extends SummaryRow {
  /** Number of the entry, from 1. */
  readonly n: string;
  readonly source_id: Uuid;
  readonly actor_id: AccountId | null;
  readonly amount: string | null;
  readonly position: string;
  readonly event_id: Uuid;
  readonly occurred_at: Date;
  readonly reason: string | null;
  readonly days_left: number | null;
}

async function rowsOf(
  db: Queryable,
  accountId: AccountId,
  found: readonly EntryRecord[],
): Promise<readonly (readonly RowRecord[])[]> {
  const { rows } = await db.query<RowRecord>({
    name: 'notification-rows',
    text: `
      SELECT entry.n, told.*, ${SUMMARY_COLUMNS}
      FROM unnest($2::text[], $3::uuid[], $4::integer[]) WITH ORDINALITY AS entry (kind, subject_id, day, n)
      CROSS JOIN LATERAL (
        SELECT told.source_id, told.actor_id, told.amount, told.position, told.event_id, told.occurred_at,
          told.reason, told.days_left
        FROM read.notifications told
        WHERE told.account_id = $1 AND told.kind = entry.kind AND told.subject_id = entry.subject_id
          AND told.day = entry.day AND ${isRowVisible('told')}
        ORDER BY told.position DESC LIMIT ${MOST_ROWS}
      ) told
      LEFT JOIN read.profiles profile ON profile.id = told.actor_id
      ORDER BY entry.n, told.position DESC`,
    values: [
      accountId,
      found.map(({ kind }) => kind),
      found.map((entry) => entry.subject_id),
      found.map(({ day }) => day),
    ],
  });
  return found.map((_, i) => rows.filter(({ n }) => Number(n) === i + 1));
}

async function textsOf(db: Queryable, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
  const { rows } = await db.query<{ id: Uuid; text: string }>({
    name: 'notification-texts',
    text: `SELECT id, text FROM read.posts WHERE id = ANY($1::uuid[])
      UNION ALL SELECT id, title FROM read.crowdfundings WHERE id = ANY($1::uuid[])
      UNION ALL SELECT id, name FROM read.animals WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function actorsOf(rows: readonly RowRecord[]): Pick<Notification, 'actors' | 'others'> {
  const actors = new Map<AccountId, ProfileSummary>();
  for (const row of rows) if (row.actor_id) actors.set(row.actor_id, summaryOf(row.actor_id, row));
  const others = Math.max(0, actors.size - SHOWN_ACTORS);
  return { actors: [...actors.values()].slice(0, SHOWN_ACTORS), others };
}

function amountOf(rows: readonly RowRecord[]): Coins | null {
  const complete = rows.length < MOST_ROWS && rows[0]?.amount;
  return complete ? rows.reduce((sum, { amount }) => sum + Number(amount), 0) : null;
}

/** Id of the object whose text an entry shows. */
const textIdOf = ({ kind, subject_id }: EntryRecord, rows: readonly RowRecord[]): Uuid =>
  notificationKinds[kind].quotesSource ? (rows[0]?.source_id ?? subject_id) : subject_id;

function notificationOf(
  entry: EntryRecord,
  rows: readonly RowRecord[],
  texts: ReadonlyMap<Uuid, string>,
  readUntil: Position,
): Notification {
  const last = rows[0] ?? entry;
  const position = Number(last.position);
  const { kind, subject_id: id } = entry;
  return {
    id: last.event_id ?? id,
    kind,
    position,
    dateTime: (last.occurred_at ?? new Date(0)).toISOString(),
    unread: position > readUntil,
    ...actorsOf(rows),
    subject:
      notificationKinds[kind].subject === 'account'
        ? null
        : { id, text: texts.get(textIdOf(entry, rows)) ?? '' },
    amount: amountOf(rows),
    reason: last.reason,
    daysLeft: rows[0]?.days_left ?? null,
  };
}

const PAGE = entries({
  account: '$1::uuid',
  before: '$2::bigint',
  after: '0',
  limit: `(${LIST_SIZE + 1} + $3::bigint)`,
});

/** A page of the notifications of an account, newest first. */
export async function notificationsPage(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<Notification>> {
  const { key, skip } = startOf(NEWEST_FIRST, paging, LIST_SIZE);
  const { rows } = await db.query<EntryRecord>({
    name: 'notifications',
    text: `${PAGE} OFFSET $3`,
    values: [accountId, ...key, skip],
  });
  const { items: found, next } = pageOf(
    NEWEST_FIRST,
    LIST_SIZE,
    rows,
    ({ position }) => [Number(position)],
    (row) => row,
  );
  if (found.length === 0) return { items: [], next };
  const [told, readUntil] = [await rowsOf(db, accountId, found), await readUntilOf(db, accountId)];
  const texts = await textsOf(
    db,
    found.map((entry, i) => textIdOf(entry, told[i] ?? [])),
  );
  // An entry that was withdrawn between the two reads has neither rows nor an event.
  const items = found
    .map((entry, i) => [entry, told[i] ?? []] as const)
    .filter(([entry, ofEntry]) => entry.event_id !== null || ofEntry.length > 0)
    .map(([entry, ofEntry]) => notificationOf(entry, ofEntry, texts, readUntil));
  return { items, next };
}

async function readUntilOf(db: Queryable, accountId: AccountId): Promise<Position> {
  const { rows } = await db.query<{ read_until: string }>({
    name: 'notifications-read-until',
    text: 'SELECT read_until FROM read.notification_reads WHERE account_id = $1',
    values: [accountId],
  });
  return Number(rows[0]?.read_until ?? 0);
}

/** Position of the newest notification of an account; 0 when it has none. */
export async function newestNotification(db: Queryable, accountId: AccountId): Promise<Position> {
  const { rows } = await db.query<EntryRecord>({
    name: 'newest-notification',
    text: entries({ account: '$1::uuid', before: `${LAST_WHOLE}`, after: '0', limit: '1' }),
    values: [accountId],
  });
  return Number(rows[0]?.position ?? 0);
}

const UNREAD = entries({
  account: 'reader.id',
  before: `${LAST_WHOLE}`,
  after:
    'coalesce((SELECT seen.read_until FROM read.notification_reads seen WHERE seen.account_id = reader.id), 0)',
  limit: `${MOST_UNREAD}`,
});

/** Number of unread notifications per account, at most 100. */
export async function unreadOf(
  db: Queryable,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, number>> {
  const { rows } = await db.query<{ id: AccountId; unread: number }>({
    name: 'notifications-unread',
    text: `SELECT reader.id, (SELECT count(*) FROM (${UNREAD}) unread)::integer AS unread
      FROM unnest($1::uuid[]) AS reader (id)`,
    values: [ids],
  });
  return new Map(rows.map(({ id, unread }) => [id, unread]));
}

/** Kinds of notifications that an account has muted. */
export async function mutedKinds(db: Queryable, accountId: AccountId): Promise<readonly NotificationKind[]> {
  const { rows } = await db.query<{ kind: NotificationKind }>({
    name: 'muted-kinds',
    text: 'SELECT kind FROM read.notification_mutes WHERE account_id = $1 ORDER BY kind',
    values: [accountId],
  });
  return rows.map(({ kind }) => kind);
}

/** Those of the accounts that are in the audience of one of the crowdfundings. */
export async function audienceAmong(
  db: Queryable,
  campaigns: readonly CrowdfundingId[],
  accounts: readonly AccountId[],
): Promise<readonly AccountId[]> {
  const { rows } = await db.query<{ account_id: AccountId }>({
    name: 'campaign-audience-among',
    text: `SELECT DISTINCT account_id FROM read.campaign_audience
      WHERE account_id = ANY($2::uuid[]) AND crowdfunding_id = ANY($1::uuid[])`,
    values: [campaigns, accounts],
  });
  return rows.map(({ account_id }) => account_id);
}
