import type { BenchmarkDatabase } from './harness.ts';
import { type BenchmarkRow, createRow } from './rows.ts';

/** Number of events in the sample from which average sizes are estimated. */
const SAMPLED_EVENTS = 200_000;

/** Event types, each with the read model tables that grow with it. */
const EVENT_KINDS = [
  {
    what: 'account',
    type: 'AccountRegistered',
    tables: ['read.profiles', 'read.wallets', 'read.follow_counts'],
  },
  { what: 'post', type: 'PostPublished', tables: ['read.posts', 'read.search_posts', 'read.search_tags'] },
  { what: 'like', type: 'PostLiked', tables: ['read.post_likes'] },
  { what: 'follow', type: 'ProfileFollowed', tables: ['read.follows'] },
  {
    what: 'donation',
    type: 'CoinsDonated',
    tables: [
      'read.donations',
      'read.transactions',
      'read.settlement_donations',
      'read.journal_entries',
      'read.journal_postings',
      'trail.links',
    ],
  },
  { what: 'message', type: 'MessageSent', tables: ['read.messages', 'read.conversations'] },
] as const;

const NOTIFICATION_TABLES = ['read.notifications', 'read.notification_groups'];

interface TableSizes {
  readonly table: number;
  readonly indexes: number;
}

async function readSizes({ pool }: BenchmarkDatabase, tables: readonly string[]): Promise<TableSizes> {
  const { rows } = await pool.query<TableSizes>(
    `SELECT sum(pg_table_size(name::regclass))::float8 AS "table", sum(pg_indexes_size(name::regclass))::float8 AS indexes
     FROM unnest($1::text[]) name`,
    [tables],
  );
  return rows[0] ?? { table: Number.NaN, indexes: Number.NaN };
}

interface EventSize {
  readonly type: string;
  /** Average row size in the log, in bytes, including the line pointer. */
  readonly bytes: number;
  /** Fraction of all events that have this type. */
  readonly share: number;
}

async function sampleEvents({ pool }: BenchmarkDatabase, count: number): Promise<readonly EventSize[]> {
  const percent = Math.min(100, (100 * SAMPLED_EVENTS) / count);
  const { rows } = await pool.query<EventSize>(
    `SELECT type, avg(pg_column_size(event.*) + 4)::float8 AS bytes, (count(*) / sum(count(*)) OVER ())::float8 AS share
     FROM log.events event TABLESAMPLE SYSTEM (${percent}) GROUP BY type`,
  );
  return rows;
}

const createBytesRow = (what: string, rate: number): BenchmarkRow => createRow({ what, unit: 'bytes', rate });

/**
 * Measures the bytes per event by type: in the log, in the read model tables, and in their indexes. The donation tables
 * also contain purchases.
 * @param count number of events in the log
 */
export async function measureStorage(
  database: BenchmarkDatabase,
  count: number,
): Promise<readonly BenchmarkRow[]> {
  const sizes = await sampleEvents(database, count);
  const rows: BenchmarkRow[] = [];
  for (const { what, type, tables } of EVENT_KINDS) {
    const { bytes = Number.NaN, share = Number.NaN } = sizes.find((size) => size.type === type) ?? {};
    const { table, indexes } = await readSizes(database, tables);
    rows.push(
      createBytesRow(`storage per ${what}: log`, bytes),
      createBytesRow(`storage per ${what}: read models`, table / (share * count)),
      createBytesRow(`storage per ${what}: indexes of the read models`, indexes / (share * count)),
    );
  }
  const [log, notifications] = [
    await readSizes(database, ['log.events']),
    await readSizes(database, NOTIFICATION_TABLES),
  ];
  const { rows: databases } = await database.pool.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::float8 AS bytes',
  );
  return [
    ...rows,
    createBytesRow('storage per event: log', log.table / count),
    createBytesRow('storage per event: indexes of the log', log.indexes / count),
    createBytesRow('storage per event: notifications', (notifications.table + notifications.indexes) / count),
    createBytesRow('storage per event: all', (databases[0]?.bytes ?? Number.NaN) / count),
  ];
}
