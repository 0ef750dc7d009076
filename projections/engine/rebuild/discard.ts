import type pg from 'pg';
import type { Projection } from '../definition.ts';
import { tryLockRebuild, unlockRebuild } from './lock.ts';
import { dropStaging } from './staging.ts';
import { dropTables } from './tables.ts';

/**
 * Drops the tables of interrupted rebuilds, so that no copies of personal data remain. The next rebuild
 * starts from the beginning. Rebuilds in progress are not affected.
 */
export async function discardInterruptedRebuilds(
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<void> {
  const client = await pool.connect();
  try {
    for (const projection of projections) {
      if (!(await tryLockRebuild(client, projection))) continue;
      await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [projection.name]);
      await dropTables(client, projection);
      await dropStaging(client, projection);
      await unlockRebuild(client, projection);
    }
  } finally {
    client.release();
  }
}
