import type pg from 'pg';
import { projections } from '../../../projections/registry.ts';
import type { PlainModel } from './plain-model.ts';

const toText = (value: unknown): unknown => (value instanceof Date ? value.toISOString() : value);

const sortRows = (rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))).sort();

/** Returns all rows of all read models in a schema, in canonical order. Computed columns are excluded. */
export async function readAllModels(
  pool: pg.Pool,
  schema = 'read',
): Promise<Record<string, readonly string[]>> {
  const tables: Record<string, readonly string[]> = {};
  for (const { name } of projections.flatMap((projection) => projection.tables)) {
    const { rows } = await pool.query<Record<string, unknown>>(`SELECT * FROM ${schema}.${name}`);
    tables[name] = sortRows(rows.map((row) => omitComputed(name, row)));
  }
  return tables;
}

/** Columns of type bigint, which pg returns as strings. Tests compare them as numbers. */
const BIGINT_COLUMNS = new Set(['views', 'since', 'balance', 'owed', 'position', 'last_position']);

/** Returns whether PostgreSQL generates a column. In search tables, `label` is generated except in the tags table. */
const isComputed = (table: string, column: string): boolean =>
  column === 'rank' || column === 'document' || (column === 'label' && table !== 'search_tags');

const omitComputed = (table: string, row: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([column]) => !isComputed(table, column))
      .map(([column, value]) => [column, BIGINT_COLUMNS.has(column) ? Number(value) : toText(value)]),
  );

/** Converts a plain model to the format of `readAllModels`. Missing tables become empty. */
export const toComparableModel = (model: PlainModel): Record<string, readonly string[]> =>
  Object.fromEntries(
    projections.flatMap(({ tables }) => tables).map(({ name }) => [name, sortRows(model[name] ?? [])]),
  );

/** Returns the checkpoint position of a projection. */
export async function getPosition(pool: pg.Pool, projection: string): Promise<number> {
  const { rows } = await pool.query<{ position: string }>(
    'SELECT position FROM engine.checkpoints WHERE projection = $1',
    [projection],
  );
  return Number(rows[0]?.position ?? 0);
}

/** Deletes all read models and checkpoints. */
export async function clearReadModels(pool: pg.Pool): Promise<void> {
  const tables = projections.flatMap((projection) => projection.tables).map(({ name }) => `read.${name}`);
  await pool.query(`TRUNCATE ${tables.join(', ')}, engine.checkpoints, engine.rebuilds`);
}
