import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBackup } from '../../adapters/backup/write.ts';
import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { startWorkers } from '../../workers/main.ts';
import type { Worker } from '../../workers/worker.ts';
import { createDatabase, type TestDatabase, toOwnerUrl } from './database.ts';
import { TOKEN_SECRET } from './environment.ts';
import { runKindraCommand } from './kindra-command.ts';

/** Seeded system started by `setUpBackupSource` for the current test file, and a folder for its backups. */
export let folder: string;
export let source: TestDatabase;
export let system: System;
export let demo: { readonly accounts: readonly { readonly username: string; readonly password: string }[] };

/** Starts a system with the demo data before the tests in a file. */
export function setUpBackupSource(): void {
  let workers: Worker;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kindra-backup-'));
    source = await createDatabase();
    system = await openSystem(source.url);
    workers = await startWorkers(system);
    const seedResult = await runKindraCommand(source.url, 'seed', '--yes', '--json');
    if (seedResult.status !== 0) throw new Error(seedResult.errors);
    demo = JSON.parse(seedResult.output);
  }, 120_000);
  afterAll(async () => {
    await workers.close();
    await system.close();
    await source.drop();
    await rm(folder, { recursive: true });
  });
}

/** Opens a system without starting its workers. */
export const openSystem = (url: string): Promise<System> =>
  composeSystem(
    parseSettings({
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: toOwnerUrl(url),
      TOKEN_SECRET,
      LOG_LEVEL: 'silent',
    }),
    createLogger('silent'),
    { role: 'system', canAttach: true },
  );

/** Backs up the system in this process. Returns the path of the backup file. */
export async function backUp(name: string): Promise<string> {
  const { pool, clock } = system;
  const { signal } = new AbortController();
  const path = join(folder, name);
  await writeBackup({ pool, externalLog: null, file: path, now: clock.now(), signal, onProgress: () => {} });
  return path;
}
