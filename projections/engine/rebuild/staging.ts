import type { Queryable, Statement } from '../../queryable.ts';
import type { ColumnType, Projection, Row, TableDefinition } from '../definition.ts';
import type { ChangedRow, TableWrites } from '../fold.ts';
import { createBlankStatements, formatArrayParameters, toArrayValues } from '../statements.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/*
 * During loading, changes of rows are only recorded as notes, one per row and batch, in tables without indexes. At the
 * end, the notes are merged into rows once. This is much cheaper than maintaining keys and counters for every batch.
 *
 * A note records that a row was inserted ('i'), removed ('r') or changed ('c'). The last insertion or removal of a row
 * decides whether it exists. Later changes are applied to it: counters are summed, other columns take the last value.
 * `note_assigned` is a bit mask of the columns that a change sets. Blanking updates existing notes immediately.
 */

const getNoteTable = ({ name }: TableDefinition): string => `${REBUILD_SCHEMA}.${name}_notes`;

/** Lists the columns that `set` can change: all except key columns and counters. */
const listAssignableColumns = ({ key, columns, counters = [] }: TableDefinition): readonly string[] =>
  Object.keys(columns).filter((column) => !key.includes(column) && !counters.includes(column));

const listColumns = ({ columns }: TableDefinition): readonly string[] => Object.keys(columns);

/** Creates the note tables, which record row changes while a rebuild loads events. */
export async function createStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) {
    const columns = listColumns(table).map((column) => `${column} ${table.columns[column]}`);
    await db.query({ text: `DROP TABLE IF EXISTS ${getNoteTable(table)}` });
    await db.query({
      text: `CREATE TABLE ${getNoteTable(table)} (note_batch bigint, note_kind "char", note_assigned bigint, ${columns.join(', ')})`,
    });
  }
}

export async function dropStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) await db.query({ text: `DROP TABLE IF EXISTS ${getNoteTable(table)}` });
}

interface NoteInsert {
  readonly table: TableDefinition;
  readonly batch: number;
  readonly kind: 'i' | 'r' | 'c';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const BIT_MASK_TYPE: ColumnType = 'bigint';

function createNoteStatement({ table, batch, kind, columns, rows }: NoteInsert): readonly Statement[] {
  if (rows.length === 0) return [];
  const types = [...columns.map((column) => table.columns[column] as ColumnType), BIT_MASK_TYPE];
  const noteColumns = [...columns, 'note_assigned'];
  return [
    {
      text: `INSERT INTO ${getNoteTable(table)} (note_batch, note_kind, ${noteColumns.join(', ')})
        SELECT ${batch}, '${kind}', * FROM unnest(${formatArrayParameters(types)})`,
      values: toArrayValues(noteColumns, types, rows),
    },
  ];
}

/** Returns a bit mask of the columns that a change sets. */
function toBitMask(columns: readonly string[], { values }: ChangedRow): number {
  let mask = 0;
  for (const [i, column] of columns.entries()) if (column in values) mask += 2 ** i;
  return mask;
}

/** Returns the statements that record the row changes of a batch in the note tables. */
export const createStagingStatements = (
  writes: readonly TableWrites[],
  batch: number,
): readonly Statement[] =>
  writes.flatMap(({ table, blankedRows, insertedRows, removedKeys, changedRows }) => {
    const { key, counters = [] } = table;
    const columns = listAssignableColumns(table);
    const counterChanges = changedRows.filter(({ values }) => Object.keys(values).length === 0);
    const valueChanges = changedRows.filter(({ values }) => Object.keys(values).length > 0);
    const zeroCounters = Object.fromEntries(counters.map((column) => [column, 0]));
    const commonFields = { table, batch };
    return [
      ...createBlankStatements(getNoteTable(table), table, blankedRows),
      ...createNoteStatement({ ...commonFields, kind: 'i', columns: listColumns(table), rows: insertedRows }),
      ...createNoteStatement({ ...commonFields, kind: 'r', columns: key, rows: removedKeys }),
      ...createNoteStatement({
        ...commonFields,
        kind: 'c',
        columns: [...key, ...counters],
        rows: counterChanges.map((change) => ({ ...zeroCounters, ...change.key, ...change.by })),
      }),
      ...createNoteStatement({
        ...commonFields,
        kind: 'c',
        columns: listColumns(table),
        rows: valueChanges.map((change) => ({
          ...zeroCounters,
          ...change.key,
          ...change.by,
          ...change.values,
          note_assigned: toBitMask(columns, change),
        })),
      }),
    ];
  });

const includeIf = (isNeeded: boolean, text: string): string => (isNeeded ? text : '');

function createMergeStatement(table: TableDefinition): Statement {
  const { key, counters = [] } = table;
  const keys = key.join(', ');
  const assignableColumns = listAssignableColumns(table);
  const fromLaterNotes = `FROM ${getNoteTable(table)} later JOIN standing USING (${keys})
    WHERE later.note_kind = 'c' AND later.note_batch > standing.note_batch`;
  const sums = counters.map((column) => `sum(later.${column}) AS ${column}`);
  const lastValues = assignableColumns.map(
    (column, i) =>
      `(array_agg(later.${column} ORDER BY later.note_batch DESC) FILTER (WHERE ${hasBit('later', i)}))[1] AS ${column}`,
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
          SELECT DISTINCT ON (${keys}) * FROM ${getNoteTable(table)} WHERE note_kind <> 'c' ORDER BY ${keys}, note_batch DESC
        ) last WHERE note_kind = 'i'
      )
      ${includeIf(hasCounters, `, counted AS (SELECT ${[keys, ...sums].join(', ')} ${fromLaterNotes} GROUP BY ${keys})`)}
      ${includeIf(
        hasAssignable,
        `, changed AS (
          SELECT ${[keys, 'bit_or(later.note_assigned) AS note_assigned', ...lastValues].join(', ')}
          ${fromLaterNotes} AND later.note_assigned <> 0 GROUP BY ${keys}
        )`,
      )}
      SELECT ${resultColumns.join(', ')} FROM standing
      ${includeIf(hasCounters, `LEFT JOIN counted USING (${keys})`)} ${includeIf(hasAssignable, `LEFT JOIN changed USING (${keys})`)}
      ORDER BY ${keys}`,
  };
}

const hasBit = (table: string, i: number): string => `${table}.note_assigned & ${2 ** i} <> 0`;

/** Returns the statements that merge the recorded row changes into rows. They must run in one transaction. */
export const createMergeStatements = ({ tables }: Projection): readonly Statement[] => [
  { text: `SET LOCAL work_mem = '64MB'` },
  // The plan needs the number of rows. The default samples 30,000 of them, which takes as long as merging them.
  { text: 'SET LOCAL default_statistics_target = 10' },
  ...tables.map((table) => ({ text: `ANALYZE ${getNoteTable(table)}` })),
  ...tables.map(createMergeStatement),
];
