import type { ClientBase } from 'pg';
import { EVENTS_TABLE, type TableHeader } from './format.ts';

/**
 * Tables that contain short-lived state or credentials, such as sessions, devices and password reset links. Restores
 * also skip them, because backups from earlier versions contain sessions, and a restore must not make revoked
 * credentials valid again. The progress of event emails and saved searches is a position in the original log that does not
 * exist in a restored log.
 */
const EXCLUDED_TABLES = [
  'private.sessions',
  'private.devices',
  'private.mails',
  'private.notice_progress',
  'private.match_progress',
  'private.data_exports',
  'private.data_export_chunks',
  'private.password_resets',
  'private.email_links',
  'private.challenges',
  'private.sign_ins',
  'private.throttles',
  'private.view_marks',
];

/** Returns whether backups exclude a table. */
export const isExcluded = (table: string): boolean => EXCLUDED_TABLES.includes(table);

/** Lists the private tables with their columns. Each table follows the tables that it references. */
export async function listPrivateTables(client: ClientBase): Promise<readonly TableHeader[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; needs: string[] }>(
    `SELECT format('%I.%I', nspname, relname) AS table,
       (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT coalesce(json_agg(confrelid::regclass::text), '[]') FROM pg_constraint
        WHERE conrelid = class.oid AND contype = 'f' AND confrelid <> class.oid) AS needs
     FROM pg_class class JOIN pg_namespace space ON space.oid = relnamespace
     WHERE nspname = 'private' AND relkind = 'r' ORDER BY relname`,
  );
  const pendingTables = rows.filter(({ table }) => !isExcluded(table));
  const orderedTables: TableHeader[] = [];
  while (pendingTables.length > 0) {
    const readyIndex = pendingTables.findIndex(({ needs }) =>
      needs.every((need) => orderedTables.some(({ table }) => table === need)),
    );
    const [nextTable] = pendingTables.splice(Math.max(readyIndex, 0), 1);
    if (nextTable) orderedTables.push({ table: nextTable.table, columns: nextTable.columns });
  }
  return orderedTables;
}

export const eventsTable: TableHeader = {
  table: EVENTS_TABLE,
  columns: ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata', 'hash', 'recorded_at'],
};

/** Lists the names of the applied migrations, in order. */
export async function listMigrations(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Returns the column names as an SQL list. */
export const formatColumns = ({ columns }: TableHeader): string =>
  columns.map((column) => `"${column}"`).join(', ');
