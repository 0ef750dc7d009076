import type pg from 'pg';
import type { Projection } from '../definition.ts';
import { releaseLock, takeLock } from './lock.ts';
import { dropStaging } from './staging.ts';
import { dropTables } from './tables.ts';

/**
 * Throws away what interrupted rebuilds have loaded, so that no copy of anything is left in it; the next rebuild begins
 * anew. One that is under way goes on.
 */
export async function discardInterruptedRebuilds(
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<void> {
  const client = await pool.connect();
  try {
    for (const projection of projections) {
      if (!(await takeLock(client, projection))) continue;
      await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [projection.name]);
      await dropTables(client, projection);
      await dropStaging(client, projection);
      await releaseLock(client, projection);
    }
  } finally {
    client.release();
  }
}
