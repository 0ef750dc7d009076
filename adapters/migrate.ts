import { readdir } from 'node:fs/promises';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { grantWork } from './database-roles.ts';

const FOLDER = new URL('../migrations/', import.meta.url);

/** Any number that nothing else in Kindra locks. */
const LOCK = 7_255_310_001;

const refuse = async (): Promise<never> => {
  throw new Error('Migrations only go forward.');
};

/** What fails is thrown; printing it too would say it twice, and on the wrong stream. */
const quiet = () => {};

const source: Knex.MigrationSource<string> = {
  getMigrations: async () => (await readdir(FOLDER)).filter((name) => /^\d{14}_\w+\.ts$/.test(name)).sort(),
  getMigrationName: (name) => name,
  getMigration: async (name): Promise<Knex.Migration> => {
    const module = (await import(new URL(name, FOLDER).href)) as {
      up: Knex.Migration['up'];
      config?: { transaction?: boolean };
    };
    return { up: module.up, down: refuse, ...(module.config && { config: module.config }) };
  },
};

const runMigrations = async (connectionString: string): Promise<readonly string[]> => {
  const database = knex({
    client: 'pg',
    connection: { connectionString },
    pool: { min: 0, max: 1 },
    log: { warn: quiet, error: quiet, debug: quiet, deprecate: quiet },
  });
  const config = { migrationSource: source, tableName: 'migrations' };
  try {
    // Knex's own lock would outlive a process that is killed; the advisory lock held around this call does not.
    await database.migrate.forceFreeMigrationsLock(config);
    const [, names] = (await database.migrate.latest(config)) as [number, string[]];
    return names;
  } finally {
    await database.destroy();
  }
};

/** Does work while no other process migrates the database. */
const inTurn = async <Result>(
  connectionString: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    return await work(client);
  } finally {
    await client.end();
  }
};

/**
 * Brings the database to the newest shape. Processes that start at once take turns; a migration that fails leaves
 * nothing of itself behind.
 * @param connectionString of the owner of the tables
 * @param workingRole the role that Kindra works with, when it is another than the owner: it gets what it needs
 * @returns the names of the migrations that were run
 */
export const migrate = (connectionString: string, workingRole?: string): Promise<readonly string[]> =>
  inTurn(connectionString, async (client) => {
    const names = await runMigrations(connectionString);
    if (workingRole) await grantWork(client, workingRole);
    return names;
  });

/**
 * Whether a database holds nothing of Kindra, lacks migrations, has all of them, or has some that only a newer version
 * knows, once nobody migrates it any more.
 */
export const ageOf = (connectionString: string): Promise<'empty' | 'older' | 'current' | 'newer'> =>
  inTurn(connectionString, async (client) => {
    const { rows } = await client.query<{ empty: boolean }>(
      `SELECT to_regclass('migrations') IS NULL AS empty`,
    );
    if (rows[0]?.empty) return 'empty';
    const made = await client.query<{ name: string }>('SELECT name FROM migrations');
    const names = new Set(made.rows.map(({ name }) => name));
    const known = new Set(await source.getMigrations([]));
    if ([...names].some((name) => !known.has(name))) return 'newer';
    return [...known].every((name) => names.has(name)) ? 'current' : 'older';
  });
