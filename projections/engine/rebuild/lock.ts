import type pg from 'pg';
import type { Projection } from '../definition.ts';

/** Acquires the rebuild lock of a projection. Returns false when another session holds it. */
export const tryLockRebuild = async (client: pg.ClientBase, { name }: Projection): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('rebuild ' || $1, 0)) AS held`,
    [name],
  );
  return rows[0]?.held ?? false;
};

export const unlockRebuild = (client: pg.ClientBase, { name }: Projection) =>
  client.query(`SELECT pg_advisory_unlock(hashtextextended('rebuild ' || $1, 0))`, [name]);
