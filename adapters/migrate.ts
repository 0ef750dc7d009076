import { readdir } from 'node:fs/promises';
import type { Knex } from 'knex';
import pg from 'pg';
import { grantAppRole } from './database-roles.ts';
import { isReplaced, recordSquashed } from './squashed-migrations.ts';

const MIGRATIONS_FOLDER = new URL('../migrations/', import.meta.url);

/**
 * Advisory lock key; arbitrary but unique in Kindra. Must never change: during an update, a process of the previous
 * version that starts must not migrate at the same time.
 */
const LOCK_KEY = 7_255_310_001;

const rejectRollback = async (): Promise<never> => {
  throw new Error('Migrations are forward-only.');
};

/** Suppresses Knex's log output. Errors are still thrown. */
const ignore = () => {};

const migrationSource: Knex.MigrationSource<string> = {
  getMigrations: async () =>
    (await readdir(MIGRATIONS_FOLDER)).filter((name) => /^\d{14}_\w+\.ts$/.test(name)).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name): Promise<Knex.Migration> => {
    const module = (await import(`../migrations/${name}`)) as {
      up: Knex.Migration['up'];
      config?: { transaction?: boolean };
    };
    return { up: module.up, down: rejectRollback, ...(module.config && { config: module.config }) };
  },
};

/** Runs pending migrations. Loads Knex, which is not needed if the database is up to date. */
const runMigrations = async (connectionString: string): Promise<readonly string[]> => {
  const { default: knex } = await import('knex');
  const database = knex({
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 1 },
    log: { warn: ignore, error: ignore, debug: ignore, deprecate: ignore },
  });
  const config = { migrationSource, tableName: 'migrations' };
  try {
    // Knex's own lock would survive a killed process; the advisory lock held around this call does not.
    await database.migrate.forceFreeMigrationsLock(config);
    const [, names] = (await database.migrate.latest(config)) as [number, string[]];
    return names;
  } finally {
    await database.destroy();
  }
};

const withMigrationLock = async <Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Returns the names of the applied migrations, or null if the database is empty. */
const findAppliedMigrations = async (client: pg.ClientBase): Promise<ReadonlySet<string> | null> => {
  const { rows } = await client.query<{ empty: boolean }>(
    `SELECT to_regclass('migrations') IS NULL AS empty`,
  );
  if (rows[0]?.empty) return null;
  const appliedMigrations = await client.query<{ name: string }>('SELECT name FROM migrations');
  return new Set(appliedMigrations.rows.map(({ name }) => name));
};

/** Compares the applied migrations with those of this version. */
const compareMigrations = async (client: pg.ClientBase): Promise<'empty' | 'older' | 'current' | 'newer'> => {
  const appliedNames = await findAppliedMigrations(client);
  if (!appliedNames) return 'empty';
  const knownNames = new Set(await migrationSource.getMigrations([]));
  if ([...appliedNames].some((name) => !knownNames.has(name) && !isReplaced(name))) return 'newer';
  return [...knownNames].every((name) => appliedNames.has(name)) ? 'current' : 'older';
};

/**
 * Runs pending migrations. Concurrent processes take turns. A failed migration is rolled back.
 * @param connectionString connection URL with the role that owns the tables
 * @param workingRole the role that Kindra uses, if it is not the owner; this role is granted the privileges that
 *   Kindra needs
 * @returns names of the executed migrations
 * @throws StartupError if only some of the replaced migrations were applied to the database
 */
export const migrate = (connectionString: string, workingRole?: string): Promise<readonly string[]> =>
  withMigrationLock(connectionString, async (client) => {
    await recordSquashed(client, await migrationSource.getMigrations([]));
    const isCurrent = (await compareMigrations(client)) === 'current';
    const names = isCurrent ? [] : await runMigrations(connectionString);
    if (workingRole) await grantAppRole(client, workingRole);
    return names;
  });

/** Compares the applied migrations with those of this version. Waits until running migrations have ended. */
export const compareSchema = (connectionString: string): ReturnType<typeof compareMigrations> =>
  withMigrationLock(connectionString, compareMigrations);
