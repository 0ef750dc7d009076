/**
 * Rebuilds the named read models as `kindra replay` does. Runs in a separate process, so that its memory can be
 * measured. Prints the total duration and the result of each read model.
 */
import pg from 'pg';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { forEachConcurrently } from '../../common/for-each-concurrently.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { runSharedLoad, sortByChangeCount } from '../../projections/engine/rebuild/shared-load.ts';
import { CONCURRENT_REBUILDS, rebuildProjection } from '../../projections/rebuild.ts';
import { findProjectionsByName } from '../../projections/registry.ts';

const [connectionString, ...names] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
const log = createEncryptedLog(createPostgresEventLog({ pool }), {
  catalogue: eventCatalogue,
  vault: createTextVault({ pool }),
});
const projections = findProjectionsByName(names);
const reports: object[] = [];
const startedAt = performance.now();
const load = await runSharedLoad({ log, pool, projections });
await forEachConcurrently(sortByChangeCount(projections, load), CONCURRENT_REBUILDS, async (projection) => {
  const { seconds, equal, comparedAt } = await rebuildProjection({ log, pool, projection }, load);
  reports.push({ name: projection.name, seconds, equal, comparedAt });
});
const seconds = (performance.now() - startedAt) / 1_000;
await log.close();
await pool.end();
process.stdout.write(JSON.stringify({ reports, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
