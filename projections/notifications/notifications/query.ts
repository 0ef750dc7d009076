import type { Notification, UnreadNotifications } from '../../../contract/notifications.ts';
import type { ProfileSummary } from '../../../contract/shapes.ts';
import {
  NOTIFICATION_KINDS,
  type NotificationKind,
  notificationKinds,
} from '../../../domain/effects/kinds.ts';
import type { Coins } from '../../../domain/kernel/coins.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { AccountId, CrowdfundingId, Uuid } from '../../../domain/kernel/ids.ts';
import { SUMMARY_COLUMNS, type SummaryRow, toProfileSummary } from '../../accounts/profiles/names.ts';
import { buildPage, MAX_INTEGER, orderByNewest, type Page, type Paging, toPageStart } from '../../paging.ts';
import {
  type PositionedRow,
  type Queryable,
  queryColumn,
  queryNumber,
  selectReadPosition,
} from '../../queryable.ts';
import { isRowVisible, selectEntries } from './entries.ts';

const PAGE_SIZE = 20;
const MAX_SHOWN_ACTORS = 2;
const MAX_OTHERS = 99;
/** Maximum number of rows that are read per entry. */
const MAX_ROWS = MAX_SHOWN_ACTORS + MAX_OTHERS;
/** Maximum number of unread entries that are counted. */
const MAX_UNREAD = 100;

const KINDS_REMOVED_WITH_SUBJECT = NOTIFICATION_KINDS.filter(
  (kind) => notificationKinds[kind].isRemovedWithSubject,
);

const NEWEST_FIRST = orderByNewest('notifications', 'position');

interface EntryRecord {
  readonly kind: NotificationKind;
  readonly subject_id: Uuid;
  readonly day: number | null;
  readonly position: string;
  readonly event_id: Uuid | null;
  readonly occurred_at: Date | null;
  readonly reason: string | null;
}

interface NotificationRecord extends SummaryRow {
  /** Index of the entry on the page, starting from 1. */
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

async function loadRows(
  db: Queryable,
  accountId: AccountId,
  entries: readonly EntryRecord[],
): Promise<readonly (readonly NotificationRecord[])[]> {
  const { rows } = await db.query<NotificationRecord>({
    name: 'notification-rows',
    text: `
      SELECT entry.n, notification.*, ${SUMMARY_COLUMNS}
      FROM unnest($2::text[], $3::uuid[], $4::integer[]) WITH ORDINALITY AS entry (kind, subject_id, day, n)
      CROSS JOIN LATERAL (
        SELECT notification.source_id, notification.actor_id, notification.amount, notification.position,
          notification.event_id, notification.occurred_at, notification.reason, notification.days_left
        FROM read.notifications notification
        WHERE notification.account_id = $1 AND notification.kind = entry.kind
          AND notification.subject_id = entry.subject_id AND notification.day = entry.day
          AND ${isRowVisible('notification')}
        ORDER BY notification.position DESC LIMIT ${MAX_ROWS}
      ) notification
      LEFT JOIN read.profiles profile ON profile.id = notification.actor_id
      ORDER BY entry.n, notification.position DESC`,
    values: [
      accountId,
      entries.map(({ kind }) => kind),
      entries.map((entry) => entry.subject_id),
      entries.map(({ day }) => day),
    ],
  });
  return entries.map((_, index) => rows.filter(({ n }) => Number(n) === index + 1));
}

async function loadTexts(db: Queryable, ids: readonly Uuid[]): Promise<ReadonlyMap<Uuid, string>> {
  const { rows } = await db.query<{ id: Uuid; text: string }>({
    name: 'notification-texts',
    text: `SELECT id, text FROM read.posts WHERE id = ANY($1::uuid[])
      UNION ALL SELECT id, title FROM read.crowdfundings WHERE id = ANY($1::uuid[])
      UNION ALL SELECT id, name FROM read.animals WHERE id = ANY($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map(({ id, text }) => [id, text]));
}

function toActors(
  kind: NotificationKind,
  rows: readonly NotificationRecord[],
): Pick<Notification, 'actors' | 'others' | 'anonymous'> {
  const actors = new Map<AccountId, ProfileSummary>();
  for (const row of rows) if (row.actor_id) actors.set(row.actor_id, toProfileSummary(row.actor_id, row));
  const others = Math.max(0, actors.size - MAX_SHOWN_ACTORS);
  const anonymous = notificationKinds[kind].hasDonors ? rows.filter(({ actor_id }) => !actor_id).length : 0;
  return { actors: [...actors.values()].slice(0, MAX_SHOWN_ACTORS), others, anonymous };
}

function sumAmounts(rows: readonly NotificationRecord[]): Coins | null {
  const isComplete = rows.length < MAX_ROWS;
  return isComplete && rows[0]?.amount ? rows.reduce((sum, { amount }) => sum + Number(amount), 0) : null;
}

/** Returns the id of the object whose text is shown in an entry. */
const getTextId = ({ kind, subject_id }: EntryRecord, rows: readonly NotificationRecord[]): Uuid =>
  notificationKinds[kind].quotesSource ? (rows[0]?.source_id ?? subject_id) : subject_id;

function toNotification(
  entry: EntryRecord,
  rows: readonly NotificationRecord[],
  texts: ReadonlyMap<Uuid, string>,
  readUntil: Position,
): Notification {
  const newestRow = rows[0] ?? entry;
  const position = Number(newestRow.position);
  const { kind, subject_id: id } = entry;
  return {
    id: newestRow.event_id ?? id,
    kind,
    position,
    dateTime: (newestRow.occurred_at ?? new Date(0)).toISOString(),
    unread: position > readUntil,
    ...toActors(kind, rows),
    subject:
      notificationKinds[kind].subject === 'account'
        ? null
        : { id, text: texts.get(getTextId(entry, rows)) ?? '' },
    amount: sumAmounts(rows),
    reason: newestRow.reason,
    daysLeft: rows[0]?.days_left ?? null,
  };
}

const SELECT_PAGE = selectEntries({
  account: '$1::uuid',
  before: '$2::bigint',
  after: '0',
  limit: `(${PAGE_SIZE + 1} + $3::bigint)`,
});

/** Returns a page of an account's notifications, newest first. */
export async function listNotifications(
  db: Queryable,
  accountId: AccountId,
  paging: Paging,
): Promise<Page<Notification>> {
  const { key, skip } = toPageStart(NEWEST_FIRST, paging, PAGE_SIZE);
  const { rows } = await db.query<EntryRecord>({
    name: 'notifications',
    text: `${SELECT_PAGE} OFFSET $3`,
    values: [accountId, ...key, skip],
  });
  const { items: entries, next } = buildPage(NEWEST_FIRST, PAGE_SIZE, rows, (row) => row);
  if (entries.length === 0) return { items: [], next };
  const [rowsByEntry, readUntil] = [
    await loadRows(db, accountId, entries),
    await getLastReadPosition(db, accountId),
  ];
  const texts = await loadTexts(
    db,
    entries.map((entry, i) => getTextId(entry, rowsByEntry[i] ?? [])),
  );
  // An entry that was withdrawn between the two reads has neither rows nor an event.
  const items = entries
    .map((entry, i) => [entry, rowsByEntry[i] ?? []] as const)
    .filter(([entry, entryRows]) => entry.event_id !== null || entryRows.length > 0)
    .map(([entry, entryRows]) => toNotification(entry, entryRows, texts, readUntil));
  return { items, next };
}

const getLastReadPosition = (db: Queryable, accountId: AccountId): Promise<Position> =>
  queryNumber(db, {
    name: 'notifications-read-until',
    text: 'SELECT read_until FROM read.notification_reads WHERE account_id = $1',
    values: [accountId],
  });

/** Returns the position of an account's newest notification, or 0 when it has none. */
export async function getNewestPosition(db: Queryable, accountId: AccountId): Promise<Position> {
  const { rows } = await db.query<EntryRecord>({
    name: 'newest-notification',
    text: selectEntries({ account: '$1::uuid', before: `${MAX_INTEGER}`, after: '0', limit: '1' }),
    values: [accountId],
  });
  return Number(rows[0]?.position ?? 0);
}

const SELECT_UNREAD = selectEntries({
  account: 'reader.id',
  before: `${MAX_INTEGER}`,
  after:
    'coalesce((SELECT seen.read_until FROM read.notification_reads seen WHERE seen.account_id = reader.id), 0)',
  limit: `${MAX_UNREAD}`,
});

/** Returns the number of unread notifications per account, at most 100, and the read model position. */
export async function countUnread(
  db: Queryable,
  ids: readonly AccountId[],
): Promise<ReadonlyMap<AccountId, UnreadNotifications>> {
  const { rows } = await db.query<{ id: AccountId; unread: number } & PositionedRow>({
    name: 'notifications-unread',
    text: `SELECT reader.id, (SELECT count(*) FROM (${SELECT_UNREAD}) unread)::integer AS unread,
        ${selectReadPosition('notifications')}
      FROM unnest($1::uuid[]) AS reader (id)`,
    values: [ids],
  });
  return new Map(
    rows.map(({ id, unread, read_position }) => [id, { unread, position: Number(read_position ?? 0) }]),
  );
}

/** Lists the notification kinds that an account has muted. */
export const listMutedKinds = (db: Queryable, accountId: AccountId) =>
  queryColumn<NotificationKind>(db, {
    name: 'muted-kinds',
    text: 'SELECT kind FROM read.notification_mutes WHERE account_id = $1 ORDER BY kind',
    values: [accountId],
  });

/** Returns the given accounts that have notifications, hidden ones included, about any of the subjects. */
export const filterNotifiedAccounts = (
  db: Queryable,
  subjectIds: readonly Uuid[],
  accounts: readonly AccountId[],
): Promise<readonly AccountId[]> =>
  queryColumn(db, {
    name: 'notified-among',
    text: `SELECT DISTINCT account_id FROM read.notification_groups
      WHERE account_id = ANY($2::uuid[]) AND kind = ANY($3::text[]) AND subject_id = ANY($1::uuid[])`,
    values: [subjectIds, accounts, KINDS_REMOVED_WITH_SUBJECT],
  });

/** Returns the given accounts that may get news about at least one of the campaigns. */
export const filterAudienceMembers = (
  db: Queryable,
  crowdfundings: readonly CrowdfundingId[],
  accounts: readonly AccountId[],
): Promise<readonly AccountId[]> =>
  queryColumn(db, {
    name: 'campaign-audience-among',
    text: `SELECT account_id FROM read.campaign_audience
      WHERE account_id = ANY($2::uuid[]) AND crowdfunding_id = ANY($1::uuid[])
      UNION SELECT follow.follower_id FROM read.crowdfundings campaign
      JOIN read.follows follow ON follow.followee_id = campaign.creator_id AND follow.follower_id = ANY($2::uuid[])
      WHERE campaign.id = ANY($1::uuid[])`,
    values: [crowdfundings, accounts],
  });
