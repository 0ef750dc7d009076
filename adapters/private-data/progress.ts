import type { Pool } from 'pg';
import type { PoolOrClient } from '../../common/transaction.ts';
import type { Position } from '../../domain/kernel/event.ts';
import type { MatchProgress } from '../../domain/ports/match-progress.ts';

type ProgressTable = 'match_progress' | 'notice_progress';

/** Returns the stored log position, or null if there is none. */
export async function readProgress(pool: Pool, table: ProgressTable): Promise<Position | null> {
  const { rows } = await pool.query<{ position: string }>(`SELECT position FROM private.${table}`);
  return rows[0] ? Number(rows[0].position) : null;
}

/** Stores the new log position if the stored one is still `from`. Returns whether it was. */
export async function moveProgress(
  db: PoolOrClient,
  table: ProgressTable,
  from: Position | null,
  to: Position,
): Promise<boolean> {
  const { rowCount } = await db.query(
    from === null
      ? `INSERT INTO private.${table} (position) VALUES ($1) ON CONFLICT DO NOTHING`
      : `UPDATE private.${table} SET position = $1 WHERE position = $2`,
    from === null ? [to] : [to, from],
  );
  return rowCount === 1;
}

/** Creates a store in PostgreSQL for the position up to which saved searches are matched. */
export const createMatchProgressStore = (pool: Pool): MatchProgress => ({
  getPosition: () => readProgress(pool, 'match_progress'),
  async advance(from, to) {
    await moveProgress(pool, 'match_progress', from, to);
  },
});
