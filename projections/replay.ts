import { rebuildCoinTrails } from './crowdfunding/coin-trail/extend.ts';
import { type RebuildOptions, type RebuildReport, rebuild } from './engine/rebuild/rebuild.ts';

/**
 * Rebuilds a projection. After the journal, the coin trails are rebuilt too.
 * @throws RebuildInterrupted, RebuildInProgress, RebuildOutdated, PastChanged
 */
export async function replayProjection(options: RebuildOptions): Promise<RebuildReport> {
  const report = await rebuild(options);
  if (options.projection.name === 'journal') await rebuildCoinTrails(options.pool);
  return report;
}
