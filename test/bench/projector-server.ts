/** Runs the projections on a given database in a separate process, like `npm run worker`. */

import pg from 'pg';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { withListenerDetection } from '../../adapters/fan-out/listener-detection.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { startEngine } from '../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../projections/engine/progress.ts';
import { projections } from '../../projections/registry.ts';
import { serveBenchmark } from './server-side.ts';

const [connectionString] = process.argv.slice(2);
const POOL_SIZE = 8;
/** Value that is sent to the parent process instead of a port. This server does not listen. */
const NO_PORT = 0;

const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
const vault = createTextVault({ pool });
const fanOut = withListenerDetection(createPostgresFanOut(pool));
const log = createEncryptedLog(createPostgresEventLog({ pool, fanOut }), {
  catalogue: eventCatalogue,
  vault,
});
const progress = createReadModelProgress(pool, fanOut);
const engine = await startEngine({ log, pool, projections, progress });
serveBenchmark(NO_PORT, async () => {
  await engine.close();
  await progress.close();
  await log.close();
  await pool.end();
});
