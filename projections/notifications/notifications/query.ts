import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Instant, Uuid } from '../../../domain/kernel/ids.ts';
import type { NotificationKind } from '../../../domain/notifications/rules.ts';
import {
  type ProfileSummary,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
} from '../../accounts/profiles/query.ts';
import { LAST_WHOLE, type Order, type Page, type Paging, pageOf, startOf } from '../../paging.ts';
import type { Queryable } from '../../queryable.ts';
import { entries, rowShows } from './entries.ts';

/** What an account is told of: what others did to one thing on one day, or one news of a campaign. */
export interface Notification {
  /** Id of the event that happened last. */
  readonly id: Uuid;
  readonly kind: NotificationKind;
  /** Where that event stands in the log: what is read up to here is read with it. */
  readonly position: Position;
  readonly dateTime: Instant;
  readonly unread: boolean;
  /** Who did it, the last one first; two at most. */
  readonly actors: readonly ProfileSummary[];
  /** How many more did it; counted up to 99. */
  readonly others: number;
  /** What it is about: the post, campaign or animal, and the words to show; of a comment those of the comment. */
  readonly subject: { readonly id: Uuid; readonly text: string } | null;
  /** Sum of what was donated or refunded; null where there is none, or more than is added up. */
  readonly amount: Coins | null;
  /** Why staff decided so; null when nobody gave a reason. */
  readonly reason: string | null;
  /** Days until the campaign is refunded automatically; null of other kinds. */
  readonly daysLeft: number | null;
}

const LIST_SIZE = 20;
const SHOWN_ACTORS = 2;
const MOST_OTHERS = 99;
/** Rows of one entry that are looked at. */
const MOST_ROWS = SHOWN_ACTORS + MOST_OTHERS;
/** Unread entries are counted up to here. */
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
  /** Which entry it is of, from 1. */
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

/** The rows of entries, the last one first, each with who did it. */
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
          AND told.day = entry.day AND ${rowShows('told')}
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

/** The words of posts, campaigns and animals, by their ids. */
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

/** Which id the words of an entry are found by. */
const worded = ({ kind, subject_id }: EntryRecord, rows: readonly RowRecord[]): Uuid =>
  kind === 'COMMENT' ? (rows[0]?.source_id ?? subject_id) : subject_id;

/** Kinds that are about the account itself. */
const WITHOUT_SUBJECT: ReadonlySet<NotificationKind> = new Set(['FOLLOW', 'ORGANIZATION_APPROVED']);

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
    subject: WITHOUT_SUBJECT.has(kind) ? null : { id, text: texts.get(worded(entry, rows)) ?? '' },
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

/** What an account is told of, the newest first. */
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
    found.map((entry, i) => worded(entry, told[i] ?? [])),
  );
  // What went between the two reads has neither rows nor an event of its own.
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

/** Where the newest of what an account is told of stands; 0 when there is nothing. */
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

/** How much of what they are told of accounts have not read, counted up to 100. */
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

/** The kinds that an account does not want to be told of. */
export async function mutedKinds(db: Queryable, accountId: AccountId): Promise<readonly NotificationKind[]> {
  const { rows } = await db.query<{ kind: NotificationKind }>({
    name: 'muted-kinds',
    text: 'SELECT kind FROM read.notification_mutes WHERE account_id = $1 ORDER BY kind',
    values: [accountId],
  });
  return rows.map(({ kind }) => kind);
}

/** Which of these accounts have to do with one of these campaigns. */
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
