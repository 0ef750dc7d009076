import type { Queryable, Statement } from '../../queryable.ts';
import type { ColumnType, Projection, Row, TableDefinition } from '../definition.ts';
import type { ChangedRow, TableWrites } from '../fold.ts';
import { arrays, arrayValues, blanking } from '../statements.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/*
 * While a rebuild loads, what happens to rows is only noted, one note for each row and batch, in tables without any
 * index. At the end the notes are folded into rows, once: far cheaper than keeping a key and counters up to date
 * through all of the batches.
 *
 * A note says that the row was inserted ('i'), removed ('r') or changed ('c'). The last insertion or removal of a row
 * decides whether it stands; the changes noted after it are applied: counters are summed, of other columns the last
 * value counts. `note_assigned` tells which columns a change sets, one bit for each. What is blanked is blanked in the
 * notes there are by then, at once.
 */

const notesOf = ({ name }: TableDefinition): string => `${REBUILD_SCHEMA}.${name}_notes`;

/** Columns that may be set: neither of the key nor counters. */
const settable = ({ key, columns, counters = [] }: TableDefinition): readonly string[] =>
  Object.keys(columns).filter((column) => !key.includes(column) && !counters.includes(column));

const columnsOf = ({ columns }: TableDefinition): readonly string[] => Object.keys(columns);

/** Makes the tables of the notes. */
export async function createStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) {
    const columns = columnsOf(table).map((column) => `${column} ${table.columns[column]}`);
    await db.query({ text: `DROP TABLE IF EXISTS ${notesOf(table)}` });
    await db.query({
      text: `CREATE TABLE ${notesOf(table)} (note_batch bigint, note_kind "char", note_assigned bigint, ${columns.join(', ')})`,
    });
  }
}

/** Removes the tables of the notes. */
export async function dropStaging(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) await db.query({ text: `DROP TABLE IF EXISTS ${notesOf(table)}` });
}

interface Notes {
  readonly table: TableDefinition;
  readonly batch: number;
  readonly kind: 'i' | 'r' | 'c';
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

const ASSIGNED: ColumnType = 'bigint';

function note({ table, batch, kind, columns, rows }: Notes): readonly Statement[] {
  if (rows.length === 0) return [];
  const types = [...columns.map((column) => table.columns[column] as ColumnType), ASSIGNED];
  const given = [...columns, 'note_assigned'];
  return [
    {
      text: `INSERT INTO ${notesOf(table)} (note_batch, note_kind, ${given.join(', ')})
        SELECT ${batch}, '${kind}', * FROM unnest(${arrays(types)})`,
      values: arrayValues(given, types, rows),
    },
  ];
}

/** A bit for each settable column that the change sets. */
function assignedBits(columns: readonly string[], { values }: ChangedRow): number {
  let bits = 0;
  for (const [i, column] of columns.entries()) if (column in values) bits += 2 ** i;
  return bits;
}

/** The statements that note what a batch does. */
export const stagingStatements = (writes: readonly TableWrites[], batch: number): readonly Statement[] =>
  writes.flatMap(({ table, blanked, inserted, removed, changed }) => {
    const { key, counters = [] } = table;
    const columns = settable(table);
    const counted = changed.filter(({ values }) => Object.keys(values).length === 0);
    const assigned = changed.filter(({ values }) => Object.keys(values).length > 0);
    const none = Object.fromEntries(counters.map((column) => [column, 0]));
    const noted = { table, batch };
    return [
      ...blanking(notesOf(table), table, blanked),
      ...note({ ...noted, kind: 'i', columns: columnsOf(table), rows: inserted }),
      ...note({ ...noted, kind: 'r', columns: key, rows: removed }),
      ...note({
        ...noted,
        kind: 'c',
        columns: [...key, ...counters],
        rows: counted.map((change) => ({ ...none, ...change.key, ...change.by })),
      }),
      ...note({
        ...noted,
        kind: 'c',
        columns: columnsOf(table),
        rows: assigned.map((change) => ({
          ...none,
          ...change.key,
          ...change.by,
          ...change.values,
          note_assigned: assignedBits(columns, change),
        })),
      }),
    ];
  });

const onlyIf = (needed: boolean, text: string): string => (needed ? text : '');

function settlement(table: TableDefinition): Statement {
  const { key, counters = [] } = table;
  const keys = key.join(', ');
  const set = settable(table);
  const later = `FROM ${notesOf(table)} later JOIN standing USING (${keys})
    WHERE later.note_kind = 'c' AND later.note_batch > standing.note_batch`;
  const sums = counters.map((column) => `sum(later.${column}) AS ${column}`);
  const lasts = set.map(
    (column, i) =>
      `(array_agg(later.${column} ORDER BY later.note_batch DESC) FILTER (WHERE ${hasBit('later', i)}))[1] AS ${column}`,
  );
  const result = columnsOf(table).map((column) => {
    if (counters.includes(column)) return `standing.${column} + coalesce(counted.${column}, 0)`;
    if (!set.includes(column)) return `standing.${column}`;
    return `CASE WHEN ${hasBit('changed', set.indexOf(column))} THEN changed.${column} ELSE standing.${column} END`;
  });
  const counts = counters.length > 0;
  const changes = set.length > 0;
  return {
    text: `
      INSERT INTO ${REBUILD_SCHEMA}.${table.name} (${columnsOf(table).join(', ')})
      WITH standing AS (
        SELECT * FROM (
          SELECT DISTINCT ON (${keys}) * FROM ${notesOf(table)} WHERE note_kind <> 'c' ORDER BY ${keys}, note_batch DESC
        ) last WHERE note_kind = 'i'
      )
      ${onlyIf(counts, `, counted AS (SELECT ${[keys, ...sums].join(', ')} ${later} GROUP BY ${keys})`)}
      ${onlyIf(
        changes,
        `, changed AS (
          SELECT ${[keys, 'bit_or(later.note_assigned) AS note_assigned', ...lasts].join(', ')}
          ${later} AND later.note_assigned <> 0 GROUP BY ${keys}
        )`,
      )}
      SELECT ${result.join(', ')} FROM standing
      ${onlyIf(counts, `LEFT JOIN counted USING (${keys})`)} ${onlyIf(changes, `LEFT JOIN changed USING (${keys})`)}
      ORDER BY ${keys}`,
  };
}

const hasBit = (table: string, i: number): string => `${table}.note_assigned & ${2 ** i} <> 0`;

/** The statements that make rows of the notes, within the one transaction that they are in. */
export const settlingStatements = ({ tables }: Projection): readonly Statement[] => [
  { text: `SET LOCAL work_mem = '64MB'` },
  ...tables.map((table) => ({ text: `ANALYZE ${notesOf(table)}` })),
  ...tables.map(settlement),
];
