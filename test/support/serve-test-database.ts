/**
 * Runs beside the tests: serves one PostgreSQL in memory with a migrated template database, prints its address, and ends
 * when its input is closed, so that it never outlives the tests.
 */
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../adapters/embedded-postgres/server.ts';
import { migrate } from '../../adapters/migrate.ts';

const inputClosed = new Promise<void>((resolve) => {
  process.stdin.resume().once('close', resolve).once('end', resolve);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {});

const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kindra-test-'));
try {
  await chmod(folder, 0o755);
  const server = await startEmbeddedPostgres({
    folder,
    settings: { fsync: 'off', shared_buffers: '128MB', max_connections: '300' },
  });
  await server.ensureDatabase('template_kindra');
  await migrate(server.url('template_kindra'));
  console.log(JSON.stringify({ url: server.url('postgres') }));
  await inputClosed;
  await server.stop();
} finally {
  await rm(folder, { recursive: true, force: true });
}
