import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from '../../adapters/migrate.ts';
import type { BenchmarkDatabase } from './harness.ts';

const PREFIX = 'bench_';
const WAL_SEGMENTS = 30;

async function runAsAdministrator(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** Creates a migrated, empty database. `url` is the administrator's PostgreSQL URL. */
export async function createBenchmarkDatabase(url: string): Promise<BenchmarkDatabase> {
  const name = `${PREFIX}${randomUUID().replaceAll('-', '')}`;
  await runAsAdministrator(url, async (client) => void (await client.query(`CREATE DATABASE ${name}`)));
  const databaseUrl = new URL(url);
  databaseUrl.pathname = `/${name}`;
  await migrate(databaseUrl.href);
  const pool = new pg.Pool({ connectionString: databaseUrl.href, max: 80 });
  pool.on('error', () => {});
  return {
    url: databaseUrl.href,
    pool,
    drop: async () => {
      await pool.end();
      await runAsAdministrator(
        url,
        async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`)),
      );
    },
  };
}

/** Drops databases left behind by earlier benchmarks, and terminates their connections. */
export const dropLeftoverDatabases = (url: string): Promise<void> =>
  runAsAdministrator(url, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      'SELECT datname FROM pg_database WHERE datname LIKE $1',
      [`${PREFIX}%`],
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  });

/**
 * Creates WAL segments and releases them for reuse, as on a server that has been running for a while. Without reusable
 * segments, each new segment delays all commits by about 50 ms.
 */
export const recycleWalSegments = (url: string): Promise<void> =>
  runAsAdministrator(url, async (client) => {
    for (let segment = 0; segment < WAL_SEGMENTS; segment += 1) {
      await client.query("SELECT pg_logical_emit_message(false, 'kindra', '')");
      await client.query('SELECT pg_switch_wal()');
    }
    await client.query('CHECKPOINT');
  });
