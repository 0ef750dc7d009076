import { createHash } from 'node:crypto';
import type { Statement } from '../queryable.ts';
import type { ColumnType, Row, TableDefinition, Value } from './definition.ts';
import type { BlankedRows, ChangedRow, TableWrites } from './fold.ts';

const SPECIAL_CHARACTERS = /["\\]/;

const quote = (text: string): string =>
  `"${SPECIAL_CHARACTERS.test(text) ? text.replace(/["\\]/g, '\\$&') : text}"`;

/** Formats a column as an array literal, which is faster than the conversion in `pg`. Only strings need quotes. */
function toArrayValue(type: ColumnType, rows: readonly Row[], column: string): string {
  const isText = type === 'text';
  const values = rows.map((row) => {
    const value = row[column];
    if (value === null || value === undefined) return 'NULL';
    return isText ? quote(String(value)) : value;
  });
  return `{${values.join(',')}}`;
}

/** Returns the arguments for `unnest`, one array per column: `$1::uuid[], $2::text[], …`. */
export const formatArrayParameters = (types: readonly ColumnType[]): string =>
  types.map((type, i) => `$${i + 1}::${type}[]`).join(', ');

/** Returns the values for `formatArrayParameters`: one array per column. */
export const toArrayValues = (
  columns: readonly string[],
  types: readonly ColumnType[],
  rows: readonly Row[],
): unknown[] => columns.map((column, i) => toArrayValue(types[i] ?? 'text', rows, column));

const getTypes = (table: TableDefinition, columns: readonly string[]): readonly ColumnType[] =>
  columns.map((column) => {
    const type = table.columns[column];
    if (!type) throw new Error(`table ${table.name} has no column ${column}`);
    return type;
  });

const selectParameterRows = (table: TableDefinition, columns: readonly string[]): string =>
  `unnest(${formatArrayParameters(getTypes(table, columns))}) AS given (${columns.join(', ')})`;

const createParameters = (
  table: TableDefinition,
  columns: readonly string[],
  rows: readonly Row[],
): unknown[] => toArrayValues(columns, getTypes(table, columns), rows);

const matchesAll = (columns: readonly string[]): string =>
  columns.map((column) => `target.${column} = given.${column}`).join(' AND ');

/** Blanks the rows of several owners. Rows that are already blank are not written. */
function createBlankStatements(
  target: string,
  table: TableDefinition,
  blankedRows: readonly BlankedRows[],
): readonly Statement[] {
  const [first] = blankedRows;
  if (!first) return [];
  const [owner = ''] = Object.keys(first.owner);
  const columns = Object.keys(first.values);
  const rows = blankedRows.map(({ owner: ownerKey, values }) => ({ ...values, ...ownerKey }));
  const assignments = columns.map((column) => `${column} = given.${column}`);
  const differences = columns.map((column) => `target.${column} IS DISTINCT FROM given.${column}`);
  return [
    {
      text: `UPDATE ${target} target SET ${assignments.join(', ')} FROM ${selectParameterRows(table, [owner, ...columns])}
        WHERE target.${owner} = given.${owner} AND (${differences.join(' OR ')})`,
      values: createParameters(table, [owner, ...columns], rows),
    },
  ];
}

function createDeleteStatement(
  target: string,
  table: TableDefinition,
  columns: readonly string[],
  rows: readonly Row[],
): Statement {
  return {
    text: `DELETE FROM ${target} target USING ${selectParameterRows(table, columns)} WHERE ${matchesAll(columns)}`,
    values: createParameters(table, columns, rows),
  };
}

/** Creates the statements that delete or blank the rows of several owners. */
export function createOwnerStatements(
  target: string,
  { table, removedOwners, blankedRows }: TableWrites,
): readonly Statement[] {
  const [firstOwner] = removedOwners;
  return [
    ...(firstOwner ? [createDeleteStatement(target, table, Object.keys(firstOwner), removedOwners)] : []),
    ...createBlankStatements(target, table, blankedRows),
  ];
}

const createKeyDeleteStatement = (
  schema: string,
  table: TableDefinition,
  keys: readonly Row[],
): Statement => ({
  name: `remove ${schema}.${table.name}`,
  ...createDeleteStatement(`${schema}.${table.name}`, table, table.key, keys),
});

function createInsertStatement(schema: string, table: TableDefinition, rows: readonly Row[]): Statement {
  const columns = Object.keys(table.columns);
  const otherColumns = columns.filter((column) => !table.key.includes(column));
  const assignments = otherColumns.map((column) => `${column} = excluded.${column}`).join(', ');
  return {
    name: `insert ${schema}.${table.name}`,
    text: `INSERT INTO ${schema}.${table.name} (${columns.join(', ')}) SELECT * FROM ${selectParameterRows(table, columns)}
      ON CONFLICT (${table.key.join(', ')}) DO ${assignments ? `UPDATE SET ${assignments}` : 'NOTHING'}`,
    values: createParameters(table, columns, rows),
  };
}

const MAX_NAME_LENGTH = 63;

/** Hashes by description. Bounded by the sets of columns that projections update. */
const hashedNames = new Map<string, string>();

/** Hashes long names, because PostgreSQL truncates them, which could make two names equal. */
function createStatementName(description: string): string {
  if (description.length <= MAX_NAME_LENGTH) return description;
  const knownName = hashedNames.get(description);
  if (knownName) return knownName;
  const name = createHash('sha1').update(description).digest('hex');
  hashedNames.set(description, name);
  return name;
}

/** Updates rows in which the same columns are set. If a counter is incremented, the statement sets all counters. */
function createUpdateStatement(
  schema: string,
  table: TableDefinition,
  rows: readonly ChangedRow[],
): Statement {
  const assignedColumns = Object.keys(rows[0]?.values ?? {});
  const counterColumns = Object.keys(rows[0]?.increments ?? {}).length > 0 ? (table.counters ?? []) : [];
  const columns = [...table.key, ...assignedColumns, ...counterColumns];
  const changes = [
    ...assignedColumns.map((column) => `${column} = given.${column}`),
    ...counterColumns.map((column) => `${column} = target.${column} + given.${column}`),
  ];
  const values = rows.map(({ key, values: assignedValues, increments }) => {
    const row: Record<string, Value> = { ...key, ...assignedValues };
    for (const column of counterColumns) row[column] = increments[column] ?? 0;
    return row;
  });
  return {
    name: createStatementName(`change ${schema}.${table.name} ${columns.join(' ')}`),
    text: `UPDATE ${schema}.${table.name} target SET ${changes.join(', ')} FROM ${selectParameterRows(table, columns)}
      WHERE ${matchesAll(table.key)}`,
    values: createParameters(table, columns, values),
  };
}

const getSignature = ({ values, increments }: ChangedRow): string =>
  `${Object.keys(values).join(' ')}${Object.keys(increments).length > 0 ? ' +' : ''}`;

function groupBySignature(changedRows: readonly ChangedRow[]): readonly (readonly ChangedRow[])[] {
  const groups = new Map<string, ChangedRow[]>();
  for (const row of changedRows) {
    const signature = getSignature(row);
    const group = groups.get(signature);
    if (group) group.push(row);
    else groups.set(signature, [row]);
  }
  return [...groups.values()];
}

/** Creates the statements that write a folded batch. Their number depends on the tables, not on the rows. */
export const createStatements = (schema: string, writes: readonly TableWrites[]): readonly Statement[] =>
  writes.flatMap((tableWrites) => {
    const { table, removedKeys, insertedRows, changedRows } = tableWrites;
    return [
      ...createOwnerStatements(`${schema}.${table.name}`, tableWrites),
      ...(removedKeys.length > 0 ? [createKeyDeleteStatement(schema, table, removedKeys)] : []),
      ...(insertedRows.length > 0 ? [createInsertStatement(schema, table, insertedRows)] : []),
      ...groupBySignature(changedRows).map((rows) => createUpdateStatement(schema, table, rows)),
    ];
  });
