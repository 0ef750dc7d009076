/**
 * Rebuilds the named read models like `kindra replay`, in a separate process, so that its memory can be measured.
 * Prints the duration of the whole run and the result of each.
 */
import pg from 'pg';
import { createEncryptedLog } from '../../adapters/event-log/encrypted-log.ts';
import { createPostgresEventLog } from '../../adapters/event-log/postgres/index.ts';
import { createTextVault } from '../../adapters/private-data/text-vault.ts';
import { eventCatalogue } from '../../domain/catalogue.ts';
import { loadTogether } from '../../projections/engine/rebuild/load-together.ts';
import { findProjectionsByName } from '../../projections/registry.ts';
import { replayProjection } from '../../projections/replay.ts';

const [connectionString, ...names] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
const log = createEncryptedLog(createPostgresEventLog({ pool }), {
  catalogue: eventCatalogue,
  vault: createTextVault({ pool }),
});
const projections = findProjectionsByName(names);
const reports = [];
const started = performance.now();
const load = await loadTogether({ log, pool, projections });
for (const projection of projections) {
  const { seconds, equal, comparedAt } = await replayProjection({ log, pool, projection }, load);
  reports.push({ name: projection.name, seconds, equal, comparedAt });
}
const seconds = (performance.now() - started) / 1_000;
await log.close();
await pool.end();
process.stdout.write(JSON.stringify({ reports, seconds, megabytes: process.resourceUsage().maxRSS / 1024 }));
