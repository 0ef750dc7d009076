import type { Queryable, Statement } from '../../queryable.ts';
import type { Projection, Row, TableDefinition } from '../definition.ts';
import type { TableWrites } from '../fold.ts';
import { given, parameters, statementsOf } from '../statements.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/*
 * While a rebuild loads, what is added to counters is only noted, in a table beside, and summed up once at the end:
 * one update for each row, instead of one for each row and batch. A row that is inserted again starts anew, and what
 * is added while there is no row is lost, so the insertions are noted too, with the batch of each.
 */

const noteTable = ({ name }: TableDefinition): string => `${REBUILD_SCHEMA}.${name}_counts`;

const counting = ({ tables }: Projection): readonly TableDefinition[] =>
  tables.filter(({ counters }) => counters && counters.length > 0);

/** Makes the tables of the notes. */
export async function createCountNotes(db: Queryable, projection: Projection): Promise<void> {
  for (const table of counting(projection)) {
    const columns = [...table.key, ...(table.counters ?? [])];
    await db.query({
      text: `DROP TABLE IF EXISTS ${noteTable(table)};
        CREATE TABLE ${noteTable(table)} AS SELECT 0::bigint AS batch, false AS starts, ${columns.join(', ')}
        FROM ${REBUILD_SCHEMA}.${table.name} WITH NO DATA`,
    });
  }
}

/** Removes the tables of the notes. */
export async function dropCountNotes(db: Queryable, projection: Projection): Promise<void> {
  for (const table of counting(projection))
    await db.query({ text: `DROP TABLE IF EXISTS ${noteTable(table)}` });
}

function note(table: TableDefinition, batch: number, starts: boolean, rows: readonly Row[]): Statement {
  const columns = [...table.key, ...(table.counters ?? [])];
  return {
    name: `note ${starts} ${table.name}`,
    text: `INSERT INTO ${noteTable(table)} (batch, starts, ${columns.join(', ')})
      SELECT ${`$${columns.length + 1}`}, ${starts}, * FROM ${given(table, columns)}`,
    values: [...parameters(table, columns, rows), batch],
  };
}

function notesOf({ table, inserted, changed }: TableWrites, batch: number): readonly Statement[] {
  const none = Object.fromEntries((table.counters ?? []).map((column) => [column, 0]));
  const started = inserted.map((row) => ({ ...row, ...none }));
  const added = changed
    .filter(({ by }) => Object.keys(by).length > 0)
    .map(({ key, by }) => ({ ...none, ...key, ...by }));
  return [
    ...(started.length > 0 ? [note(table, batch, true, started)] : []),
    ...(added.length > 0 ? [note(table, batch, false, added)] : []),
  ];
}

const withoutCounts = ({ changed, ...writes }: TableWrites): TableWrites => ({
  ...writes,
  changed: changed
    .filter(({ values }) => Object.keys(values).length > 0)
    .map(({ key, values }) => ({ key, values, by: {} })),
});

/** The statements that write a batch while loading, which note what is added to counters. */
export const loadingStatements = (writes: readonly TableWrites[], batch: number): readonly Statement[] =>
  writes.flatMap((write) =>
    write.table.counters
      ? [...statementsOf(REBUILD_SCHEMA, [withoutCounts(write)]), ...notesOf(write, batch)]
      : statementsOf(REBUILD_SCHEMA, [write]),
  );

/** Adds up the notes of all batches. */
export const countingStatements = (projection: Projection): readonly Statement[] =>
  counting(projection).map((table) => {
    const key = table.key.join(', ');
    const counters = table.counters ?? [];
    const sums = counters.map((column) => `sum(${column})::bigint AS ${column}`);
    const changes = counters.map((column) => `${column} = target.${column} + summed.${column}`);
    return {
      text: `
        UPDATE ${REBUILD_SCHEMA}.${table.name} target SET ${changes.join(', ')}
        FROM (
          SELECT ${key}, ${sums.join(', ')}
          FROM ${noteTable(table)} noted
          JOIN (SELECT ${key}, max(batch) AS started FROM ${noteTable(table)} WHERE starts GROUP BY ${key}) start
            USING (${key})
          WHERE noted.batch > start.started
          GROUP BY ${key}
        ) summed
        WHERE ${table.key.map((column) => `target.${column} = summed.${column}`).join(' AND ')}`,
    };
  });
