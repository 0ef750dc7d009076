/**
 * Runs projections and settlement on a given database in a separate process. When its input is closed, it prints its
 * memory in megabytes and exits.
 */

import pg from 'pg';
import { createIdSource, systemClock } from '../../adapters/clock.ts';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createPostgresFanOut } from '../../adapters/fan-out/postgres.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { createHandler } from '../../domain/handle.ts';
import { startEngine } from '../../projections/engine/engine.ts';
import { createReadModelProgress } from '../../projections/engine/progress.ts';
import { projections } from '../../projections/registry.ts';
import { startSettlement } from '../../workers/crowdfunding/settlement.ts';

const POOL_SIZE = 24;
const [connectionString] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: POOL_SIZE });
const log = createEncryptedLog(createPostgresEventLog({ pool }), {
  catalogue: eventCatalogue,
  vault: createTextVault({ pool }),
});
const progress = createReadModelProgress(pool, createPostgresFanOut(pool));
const engine = await startEngine({ log, pool, projections, progress });
const settlement = startSettlement({
  pool,
  rawLog: log,
  handler: createHandler({ log }),
  progress,
  clock: systemClock,
  ids: createIdSource(),
  logger: { info: () => {}, error: (fields, message) => console.error(message, fields) },
});

process.stdin.resume().once('end', async () => {
  await settlement.close();
  await engine.close();
  await progress.close();
  await log.close();
  await pool.end();
  process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`);
});
