/**
 * Rebuilds the read models that are named, in a process of its own, so that its memory can be told. Prints what came
 * of each.
 */
import pg from 'pg';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { rebuild } from '../../projections/engine/rebuild/rebuild.ts';
import { findProjectionsByName } from '../../projections/registry.ts';

const [connectionString, ...names] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
const log = createEncryptedLog(createPostgresEventLog({ pool }), {
  catalogue: eventCatalogue,
  vault: createTextVault({ pool }),
});
const reports = [];
for (const projection of findProjectionsByName(names)) {
  const { seconds, equal, comparedAt } = await rebuild({ log, pool, projection });
  reports.push({ name: projection.name, seconds, equal, comparedAt });
}
await log.close();
await pool.end();
process.stdout.write(JSON.stringify({ reports, megabytes: process.resourceUsage().maxRSS / 1024 }));
