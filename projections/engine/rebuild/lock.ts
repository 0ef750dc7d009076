import type pg from 'pg';
import type { Projection } from '../definition.ts';

/** Takes the lock that whoever rebuilds a read model holds; false when another session has it. */
export const takeLock = async (client: pg.ClientBase, { name }: Projection): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('rebuild ' || $1, 0)) AS held`,
    [name],
  );
  return rows[0]?.held ?? false;
};

/** Gives the lock back. */
export const releaseLock = (client: pg.ClientBase, { name }: Projection) =>
  client.query(`SELECT pg_advisory_unlock(hashtextextended('rebuild ' || $1, 0))`, [name]);
