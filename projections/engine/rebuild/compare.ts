import { type Queryable, queryValue } from '../../queryable.ts';
import type { Projection, TableDefinition } from '../definition.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/** Digest of a table's content. Equal digests mean equal rows. */
interface Digest {
  readonly rows: number;
  readonly digest: string;
}

/** A row that differs between the tables. `live` or `rebuilt` is null if that table does not contain the row. */
export interface Difference {
  readonly table: string;
  readonly key: string;
  readonly live: Readonly<Record<string, unknown>> | null;
  readonly rebuilt: Readonly<Record<string, unknown>> | null;
}

/** Digests of the live and the rebuilt table at the same position. */
export interface TableComparison {
  readonly table: string;
  readonly live: Digest;
  readonly rebuilt: Digest;
  readonly equal: boolean;
}

const MAX_DIFFERENCES = 20;

/** Returns SQL for the columns that are hashed. Types without hash functions are converted to text. */
const listHashedColumns = async (db: Queryable, { name }: TableDefinition): Promise<string> =>
  (await queryValue(db, {
    text: `SELECT string_agg(quote_ident(attname) || CASE WHEN atttypid = 'tsvector'::regtype THEN '::text' ELSE '' END, ', '
        ORDER BY attnum) AS columns
      FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`,
    values: [`read.${name}`],
  })) ?? '';

/** Computes a digest from hashed values, in a third of the time that hashing texts would take. */
async function computeDigest(db: Queryable, table: string, columns: string): Promise<Digest> {
  const { rows } = await db.query<{ rows: string; digest: string }>({
    text: `SELECT count(*) AS rows, coalesce(sum(hash_record_extended(ROW(${columns}), 0)), 0)::text AS digest FROM ${table}`,
  });
  return { rows: Number(rows[0]?.rows ?? 0), digest: rows[0]?.digest ?? '' };
}

async function findDifferences(db: Queryable, table: TableDefinition): Promise<readonly Difference[]> {
  const { name, key } = table;
  const { rows } = await db.query<Omit<Difference, 'table'>>({
    text: `
      SELECT concat_ws(' ', ${key.join(', ')}) AS key, to_jsonb(live) AS live, to_jsonb(rebuilt) AS rebuilt
      FROM read.${name} live FULL JOIN ${REBUILD_SCHEMA}.${name} rebuilt USING (${key.join(', ')})
      WHERE live::text IS DISTINCT FROM rebuilt::text
      ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`,
  });
  return rows.map(({ key: rowKey, live, rebuilt }) => ({
    table: name,
    key: rowKey,
    ...pickChangedColumns(live, rebuilt),
  }));
}

type Fields = Difference['live'];

function pickChangedColumns(live: Fields, rebuilt: Fields): Pick<Difference, 'live' | 'rebuilt'> {
  if (!live || !rebuilt) return { live, rebuilt };
  const changedColumns = Object.keys(live).filter(
    (column) => JSON.stringify(live[column]) !== JSON.stringify(rebuilt[column]),
  );
  const pickColumns = (row: NonNullable<Fields>) =>
    Object.fromEntries(changedColumns.map((column) => [column, row[column]]));
  return { live: pickColumns(live), rebuilt: pickColumns(rebuilt) };
}

/** Compares live and rebuilt tables in the client's transaction. Also returns the rows that differ. */
export async function compareTables(
  db: Queryable,
  { tables }: Projection,
): Promise<{ readonly tables: readonly TableComparison[]; readonly differences: readonly Difference[] }> {
  const comparisons: TableComparison[] = [];
  const differences: Difference[] = [];
  for (const table of tables) {
    const columns = await listHashedColumns(db, table);
    const live = await computeDigest(db, `read.${table.name}`, columns);
    const rebuilt = await computeDigest(db, `${REBUILD_SCHEMA}.${table.name}`, columns);
    const equal = live.rows === rebuilt.rows && live.digest === rebuilt.digest;
    comparisons.push({ table: table.name, live, rebuilt, equal });
    if (!equal) differences.push(...(await findDifferences(db, table)));
  }
  return { tables: comparisons, differences };
}
