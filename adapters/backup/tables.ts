import type { ClientBase } from 'pg';
import { EVENTS_TABLE, type TableHeader } from './format.ts';

/**
 * What is under way for seconds and means nothing afterwards; and sessions and devices, since one that was revoked after
 * a backup must not be valid again. Files of earlier versions hold sessions.
 */
const PASSING = ['private.sessions', 'private.devices', 'private.sign_ins', 'private.throttles'];

/** Whether a table is neither backed up nor restored. */
export const isPassing = (table: string): boolean => PASSING.includes(table);

/** The tables of the private data with their columns, each behind those that it refers to. */
export async function privateTables(client: ClientBase): Promise<readonly TableHeader[]> {
  const { rows } = await client.query<{ table: string; columns: string[]; needs: string[] }>(
    `SELECT format('%I.%I', nspname, relname) AS table,
       (SELECT json_agg(attname ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT coalesce(json_agg(confrelid::regclass::text), '[]') FROM pg_constraint
        WHERE conrelid = class.oid AND contype = 'f' AND confrelid <> class.oid) AS needs
     FROM pg_class class JOIN pg_namespace space ON space.oid = relnamespace
     WHERE nspname = 'private' AND relkind = 'r' ORDER BY relname`,
  );
  const waiting = rows.filter(({ table }) => !isPassing(table));
  const ordered: TableHeader[] = [];
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ needs }) =>
      needs.every((need) => ordered.some(({ table }) => table === need)),
    );
    const [next] = waiting.splice(Math.max(ready, 0), 1);
    if (next) ordered.push({ table: next.table, columns: next.columns });
  }
  return ordered;
}

/** The table of the events, with what a row of it has. */
export const eventsTable: TableHeader = {
  table: EVENTS_TABLE,
  columns: ['position', 'stream', 'revision', 'id', 'type', 'data', 'metadata', 'hash', 'recorded_at'],
};

/** Names of the migrations that the database has seen, in their order. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY name');
  return rows.map(({ name }) => name);
}

/** Columns as a list in SQL. */
export const columnList = ({ columns }: TableHeader): string =>
  columns.map((column) => `"${column}"`).join(', ');
