import { type Queryable, queryValue } from '../../queryable.ts';
import type { Projection, TableDefinition } from '../definition.ts';

/** Schema that contains the tables of rebuilds. */
export const REBUILD_SCHEMA = 'rebuild';

interface Definitions {
  readonly constraints: readonly { readonly name: string; readonly definition: string }[];
  readonly indexes: readonly string[];
  /** `WITH` clause for the storage parameters; empty if there are none. */
  readonly settings: string;
}

const runStatement = async (db: Queryable, text: string): Promise<void> => {
  await db.query({ text });
};

async function readDefinitions(db: Queryable, table: TableDefinition): Promise<Definitions> {
  const constraints = await db.query<{ name: string; definition: string }>({
    text: `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
      WHERE conrelid = to_regclass($1) AND contype IN ('p', 'u')`,
    values: [`read.${table.name}`],
  });
  const indexes = await db.query<{ definition: string }>({
    text: `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index
      WHERE indrelid = to_regclass($1) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)
      ORDER BY indexrelid`,
    values: [`read.${table.name}`],
  });
  const { rows: settings } = await db.query<{ clause: string | null }>({
    text: `SELECT 'WITH (' || array_to_string(reloptions, ', ') || ')' AS clause FROM pg_class
      WHERE oid = to_regclass($1)`,
    values: [`read.${table.name}`],
  });
  return {
    settings: settings[0]?.clause ?? '',
    constraints: constraints.rows,
    indexes: indexes.rows.map(({ definition }) => definition),
  };
}

/** Creates empty copies of the live tables without keys and indexes. */
export async function createTables(db: Queryable, { tables }: Projection): Promise<void> {
  for (const table of tables) {
    const { name } = table;
    const { settings } = await readDefinitions(db, table);
    await runStatement(db, `DROP TABLE IF EXISTS ${REBUILD_SCHEMA}.${name}`);
    await runStatement(
      db,
      `CREATE TABLE ${REBUILD_SCHEMA}.${name} (LIKE read.${name} INCLUDING ALL EXCLUDING INDEXES) ${settings}`,
    );
  }
}

/** Creates missing keys and indexes, named as in the live tables. Then vacuums and analyzes the tables. */
export async function createIndexes(db: Queryable, { tables }: Projection): Promise<void> {
  await runStatement(db, `SET maintenance_work_mem = '128MB'`);
  for (const table of tables) {
    const rebuiltName = `${REBUILD_SCHEMA}.${table.name}`;
    const { constraints, indexes } = await readDefinitions(db, table);
    for (const { name, definition } of constraints) {
      if (!(await hasConstraint(db, rebuiltName, name)))
        await runStatement(db, `ALTER TABLE ${rebuiltName} ADD CONSTRAINT ${name} ${definition}`);
    }
    for (const index of indexes) {
      const statement = index
        .replace(` ON read.${table.name} `, ` ON ${rebuiltName} `)
        .replace(' INDEX ', ' INDEX IF NOT EXISTS ');
      await runStatement(db, statement);
    }
    await runStatement(db, `VACUUM (ANALYZE) ${rebuiltName}`);
  }
  await runStatement(db, 'RESET maintenance_work_mem');
}

async function hasConstraint(db: Queryable, table: string, name: string): Promise<boolean> {
  const { rows } = await db.query({
    text: 'SELECT FROM pg_constraint WHERE conrelid = to_regclass($1) AND conname = $2',
    values: [table, name],
  });
  return rows.length > 0;
}

/** Returns whether all of the named tables of rebuilds exist. */
export async function hasAllTables(db: Queryable, names: readonly string[]): Promise<boolean> {
  const count = await queryValue<number>(db, {
    text: `SELECT count(*)::int AS count FROM pg_tables WHERE schemaname = $1 AND tablename = ANY ($2)`,
    values: [REBUILD_SCHEMA, names],
  });
  return count === names.length;
}

/** Drops the tables of a rebuild that exist. The live tables are kept. */
export async function dropTables(db: Queryable, { tables }: Projection): Promise<void> {
  for (const { name } of tables) await runStatement(db, `DROP TABLE IF EXISTS ${REBUILD_SCHEMA}.${name}`);
}
