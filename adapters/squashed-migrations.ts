import type pg from 'pg';
import { StartupError } from './startup-error.ts';

/** Start of the first squashed migration's name. The squashed migrations replace those with earlier names. */
const FIRST_SQUASHED = '20261122190000';
const LAST_REPLACED = '20261122180000_trail_tables.ts';
const SQUASHED_PREFIX = '2026112219';

/** Returns whether a migration was replaced by the squashed migrations. */
export const isReplaced = (name: string): boolean => name < FIRST_SQUASHED;

/**
 * Records the squashed migrations as applied if all replaced migrations were applied, because both create the
 * same schema.
 * @param names names of all migrations in the folder
 * @throws StartupError if only some of the replaced migrations were applied
 */
export const recordSquashed = async (client: pg.ClientBase, names: readonly string[]): Promise<void> => {
  const { rows: tables } = await client.query("SELECT FROM pg_class WHERE oid = to_regclass('migrations')");
  if (tables.length === 0) return;
  const appliedMigrations = await client.query<{ name: string }>(
    'SELECT name FROM migrations WHERE name < $1 ORDER BY name',
    [FIRST_SQUASHED],
  );
  const lastApplied = appliedMigrations.rows.at(-1)?.name;
  if (lastApplied === undefined) return;
  if (lastApplied !== LAST_REPLACED)
    throw new StartupError(
      `The database was created by an unreleased version of Kindra, up to the migration ${lastApplied}, which cannot be upgraded. Use an empty database.`,
    );
  await client.query(
    `WITH replaced AS (DELETE FROM migrations WHERE name < $1)
     INSERT INTO migrations (name, batch, migration_time) SELECT unnest($2::text[]), 1, now()`,
    [FIRST_SQUASHED, names.filter((name) => name.startsWith(SQUASHED_PREFIX))],
  );
};
