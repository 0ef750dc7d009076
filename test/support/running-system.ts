import { composeSystem, type System } from '../../adapters/compose.ts';
import { parseSettings } from '../../adapters/config.ts';
import { createLogger } from '../../adapters/logger.ts';
import { startWorkers } from '../../workers/main.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { TOKEN_SECRET } from './environment.ts';

/** A running Kindra without the API, on its own database. */
export interface RunningSystem {
  readonly database: TestDatabase;
  readonly system: System;
  readonly close: () => Promise<void>;
}

/** Starts the system on which the operator commands run. */
export async function startSystem(): Promise<RunningSystem> {
  const database = await createDatabase();
  const settings = parseSettings({ DATABASE_URL: database.url, TOKEN_SECRET, LOG_LEVEL: 'silent' });
  const system = await composeSystem(settings, createLogger('silent'), { role: 'system', canAttach: true });
  const workers = await startWorkers(system);
  return {
    database,
    system,
    async close() {
      await workers.close();
      await system.close();
      await database.drop();
    },
  };
}
