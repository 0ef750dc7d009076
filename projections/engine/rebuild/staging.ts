import type { Queryable, Statement } from '../../queryable.ts';
import type { ColumnType, Projection, Row, TableDefinition } from '../definition.ts';
import type { ChangedRow, TableWrites } from '../fold.ts';
import { createOwnerStatements, formatArrayParameters, toArrayValues } from '../statements.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/*
 * During loading, row changes are only recorded, one per row and batch, in tables without indexes. At the end, they are
 * merged into rows once. This is much cheaper than maintaining keys and counters for every batch.
 *
 * A change is an insertion ('i'), a removal ('r') or an update ('c') of a row. The last insertion or removal of a row
 * decides whether it exists. Later updates are applied to it: counters are summed, other columns take the last value.
 * `assigned_columns` is a bit mask of the columns that an update sets. Blanking alters recorded changes immediately,
 * and removing the rows of an owner deletes their recorded insertions.
 */

const getChangeTableName = ({ name }: TableDefinition): string => `${name}_changes`;
const getChangeTable = (table: TableDefinition): string => `${REBUILD_SCHEMA}.${getChangeTableName(table)}`;

/** Lists the names of the tables that record row changes while a rebuild loads events. */
export const listStagingTables = ({ tables }: Projection): readonly string[] =>
  tables.map(getChangeTableName);

/** Lists the columns that `set` can change: all except key columns and counters. */
const listAssignableColumns = ({ key, columns, counters = [] }: TableDefinition): readonly string[] =>
  Object.keys(columns).filter((column) => !key.includes(column) && !counters.includes(column));

const listColumns = ({ columns }: TableDefinition): readonly string[] => Object.keys(columns);

/** Creates the tables of `listStagingTables`. */
export async function createStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) {
    const columns = listColumns(table).map((column) => `${column} ${table.columns[column]}`);
    await db.query({ text: `DROP TABLE IF EXISTS ${getChangeTable(table)}` });
    await db.query({
      text: `CREATE TABLE ${getChangeTable(table)} (change_batch bigint, change_kind "char", assigned_columns bigint, ${columns.join(', ')})`,
    });
  }
}

/** Drops the tables of `listStagingTables` that exist. */
export async function dropStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) await db.query({ text: `DROP TABLE IF EXISTS ${getChangeTable(table)}` });
}

interface ChangeInsert {
  readonly table: TableDefinition;
  readonly batch: number;
  readonly kind: 'i' | 'r' | 'c';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const BIT_MASK_TYPE: ColumnType = 'bigint';

function createChangeStatement({ table, batch, kind, columns, rows }: ChangeInsert): readonly Statement[] {
  if (rows.length === 0) return [];
  const types = [...columns.map((column) => table.columns[column] as ColumnType), BIT_MASK_TYPE];
  const changeColumns = [...columns, 'assigned_columns'];
  return [
    {
      text: `INSERT INTO ${getChangeTable(table)} (change_batch, change_kind, ${changeColumns.join(', ')})
        SELECT ${batch}, '${kind}', * FROM unnest(${formatArrayParameters(types)})`,
      values: toArrayValues(changeColumns, types, rows),
    },
  ];
}

function toBitMask(columns: readonly string[], { values }: ChangedRow): number {
  let mask = 0;
  for (const [i, column] of columns.entries()) if (column in values) mask += 2 ** i;
  return mask;
}

/** Returns the statements that record the row changes of a batch. */
export const createStagingStatements = (
  writes: readonly TableWrites[],
  batch: number,
): readonly Statement[] =>
  writes.flatMap((tableWrites) => {
    const { table, insertedRows, removedKeys, changedRows } = tableWrites;
    const { key, counters = [] } = table;
    const columns = listAssignableColumns(table);
    const counterChanges = changedRows.filter(({ values }) => Object.keys(values).length === 0);
    const valueChanges = changedRows.filter(({ values }) => Object.keys(values).length > 0);
    const zeroCounters = Object.fromEntries(counters.map((column) => [column, 0]));
    const commonFields = { table, batch };
    return [
      ...createOwnerStatements(getChangeTable(table), tableWrites),
      ...createChangeStatement({
        ...commonFields,
        kind: 'i',
        columns: listColumns(table),
        rows: insertedRows,
      }),
      ...createChangeStatement({ ...commonFields, kind: 'r', columns: key, rows: removedKeys }),
      ...createChangeStatement({
        ...commonFields,
        kind: 'c',
        columns: [...key, ...counters],
        rows: counterChanges.map((change) => ({ ...zeroCounters, ...change.key, ...change.increments })),
      }),
      ...createChangeStatement({
        ...commonFields,
        kind: 'c',
        columns: listColumns(table),
        rows: valueChanges.map((change) => ({
          ...zeroCounters,
          ...change.key,
          ...change.increments,
          ...change.values,
          assigned_columns: toBitMask(columns, change),
        })),
      }),
    ];
  });

const includeIf = (isNeeded: boolean, text: string): string => (isNeeded ? text : '');

function createMergeStatement(table: TableDefinition): Statement {
  const { key, counters = [] } = table;
  const keys = key.join(', ');
  const assignableColumns = listAssignableColumns(table);
  const fromLaterChanges = `FROM ${getChangeTable(table)} later JOIN standing USING (${keys})
    WHERE later.change_kind = 'c' AND later.change_batch > standing.change_batch`;
  const sums = counters.map((column) => `sum(later.${column}) AS ${column}`);
  const lastValues = assignableColumns.map(
    (column, i) =>
      `(array_agg(later.${column} ORDER BY later.change_batch DESC) FILTER (WHERE ${hasBit('later', i)}))[1] AS ${column}`,
  );
  const resultColumns = listColumns(table).map((column) => {
    if (counters.includes(column)) return `standing.${column} + coalesce(counted.${column}, 0)`;
    if (!assignableColumns.includes(column)) return `standing.${column}`;
    return `CASE WHEN ${hasBit('changed', assignableColumns.indexOf(column))} THEN changed.${column} ELSE standing.${column} END`;
  });
  const hasCounters = counters.length > 0;
  const hasAssignable = assignableColumns.length > 0;
  return {
    text: `
      INSERT INTO ${REBUILD_SCHEMA}.${table.name} (${listColumns(table).join(', ')})
      WITH standing AS (
        SELECT * FROM (
          SELECT DISTINCT ON (${keys}) * FROM ${getChangeTable(table)} WHERE change_kind <> 'c' ORDER BY ${keys}, change_batch DESC
        ) last WHERE change_kind = 'i'
      )
      ${includeIf(hasCounters, `, counted AS (SELECT ${[keys, ...sums].join(', ')} ${fromLaterChanges} GROUP BY ${keys})`)}
      ${includeIf(
        hasAssignable,
        `, changed AS (
          SELECT ${[keys, 'bit_or(later.assigned_columns) AS assigned_columns', ...lastValues].join(', ')}
          ${fromLaterChanges} AND later.assigned_columns <> 0 GROUP BY ${keys}
        )`,
      )}
      SELECT ${resultColumns.join(', ')} FROM standing
      ${includeIf(hasCounters, `LEFT JOIN counted USING (${keys})`)} ${includeIf(hasAssignable, `LEFT JOIN changed USING (${keys})`)}
      ORDER BY ${keys}`,
  };
}

const hasBit = (table: string, i: number): string => `${table}.assigned_columns & ${2 ** i} <> 0`;

/** Returns the statements that merge the recorded row changes into rows. They must run in one transaction. */
export const createMergeStatements = ({ tables }: Projection): readonly Statement[] => [
  { text: `SET LOCAL work_mem = '64MB'` },
  // The plan needs the number of rows. The default samples 30,000 of them, which takes as long as merging them.
  { text: 'SET LOCAL default_statistics_target = 10' },
  ...tables.map((table) => ({ text: `ANALYZE ${getChangeTable(table)}` })),
  ...tables.map(createMergeStatement),
];
