/**
 * Serves an in-memory PostgreSQL with a migrated template database, and prints its URL. Stops when its input is closed,
 * so that it never outlives the tests. If DATABASE_URL is set, uses that server instead, and creates and drops its own
 * databases there.
 */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { APP_ROLE, ensureRole } from '../../adapters/database-roles.ts';
import { startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { migrate } from '../../adapters/migrate.ts';

const template = `template_${randomUUID().replaceAll('-', '')}`;

const inputEnd = new Promise<void>((resolve) => {
  process.stdin.resume().once('close', resolve).once('end', resolve);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const runAsAdministrator = async (
  url: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await work(client).finally(() => client.end());
};

/** Serves test databases on a server until the tests end. */
const serve = async (url: string): Promise<void> => {
  await runAsAdministrator(url, async (client) => {
    await ensureRole(client, APP_ROLE, APP_ROLE);
    await client.query(`CREATE DATABASE ${template}`);
  });
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href, APP_ROLE);
  console.log(JSON.stringify({ url, template }));
  await inputEnd;
  await runAsAdministrator(url, (client) => client.query(`DROP DATABASE ${template}`));
};

const serveEmbedded = async (): Promise<void> => {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kindra-test-'));
  try {
    await chmod(folder, 0o755);
    const settings = { fsync: 'off', shared_buffers: '128MB', max_connections: '300' };
    const server = await startEmbeddedPostgres({ folder, settings });
    await serve(server.getUrl('postgres')).finally(server.stop);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

await (process.env.DATABASE_URL ? serve(process.env.DATABASE_URL) : serveEmbedded());
