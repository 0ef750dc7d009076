import { rebuildCoinTrails } from './crowdfunding/coin-trail/extend.ts';
import { type RebuildOptions, type RebuildReport, rebuild } from './engine/rebuild/rebuild.ts';
import { addSharedLoad, type SharedLoad } from './engine/rebuild/shared-load.ts';

/**
 * Number of concurrent rebuilds after a shared load. More would not help, because after the load each rebuild waits
 * for PostgreSQL, which merges rows and builds indexes on one processor.
 */
export const CONCURRENT_REBUILDS = 2;

/**
 * Rebuilds a projection. After a rebuild of the journal, also rebuilds the coin trails. The report includes events
 * that were loaded in a pass shared with other projections.
 * @throws RebuildInterrupted, RebuildInProgress, RebuildOutdated, LogHistoryChanged
 */
export async function rebuildProjection(
  options: RebuildOptions,
  load?: SharedLoad | null,
): Promise<RebuildReport> {
  const report = await rebuild(options);
  if (options.projection.name === 'journal') await rebuildCoinTrails(options.pool);
  return addSharedLoad(report, load);
}
