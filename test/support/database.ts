import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { handleConnectionErrors } from '../../adapters/connection-errors.ts';
import { APP_ROLE } from '../../adapters/database-roles.ts';

/** A migrated database for a single test file. */
export interface TestDatabase {
  /** Connection URL with the role of Kindra's processes. Using this role reveals missing grants. */
  readonly url: string;
  /** Connection URL with the role that owns the tables. */
  readonly ownerUrl: string;
  /** Pool that connects as the owner, who can change everything. */
  readonly pool: pg.Pool;
  /** Ends the pool and drops the database. Terminates all other connections to it. */
  readonly drop: () => Promise<void>;
}

const runAsAdministrator = async <Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client({ connectionString: getTestServerUrl() });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** Returns the URL of the administrator's database on the test PostgreSQL server. */
export const getTestServerUrl = (): string => {
  const url = process.env.KINDRA_TEST_DATABASE;
  if (!url) throw new Error('The PostgreSQL of the tests is not running: start the tests with npm run jest.');
  return url;
};

const createDatabaseUrl = (name: string): string => {
  const url = new URL(getTestServerUrl());
  url.pathname = `/${name}`;
  return url.href;
};

/** Returns the same URL with the role of Kindra's processes. */
const toProcessRoleUrl = (address: string): string => {
  const url = new URL(address);
  url.username = APP_ROLE;
  url.password = APP_ROLE;
  return url.href;
};

/** Returns the same URL with the credentials of the test server's administrator. This role owns the tables. */
export const toOwnerUrl = (address: string): string => {
  const url = new URL(address);
  const { username, password } = new URL(getTestServerUrl());
  Object.assign(url, { username, password });
  return url.href;
};

/** Opens a pool that ignores lost idle connections. Tests cut them on purpose, and by dropping their database. */
export function openPool(options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(options);
  pool.on('error', () => {});
  return pool;
}

/**
 * Creates a migrated database for one test file. Takes about 20 ms. `poolSize` is the maximum number of connections.
 * Default: 10.
 */
export const createDatabase = async ({ poolSize = 10 } = {}): Promise<TestDatabase> => {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await runAsAdministrator((client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${process.env.KINDRA_TEST_TEMPLATE} STRATEGY file_copy`),
  );
  const ownerUrl = createDatabaseUrl(name);
  const pool = openPool({ connectionString: ownerUrl, max: poolSize });
  handleConnectionErrors(pool);
  return {
    url: toProcessRoleUrl(ownerUrl),
    ownerUrl,
    pool,
    drop: async () => {
      await pool.end();
      await runAsAdministrator((client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
};
