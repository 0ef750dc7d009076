import type { Pool } from 'pg';
import type { MatchProgress } from '../../domain/ports/match-progress.ts';

/** Creates a store in PostgreSQL for the position up to which saved searches are matched. */
export const createMatchProgress = (pool: Pool): MatchProgress => ({
  async getPosition() {
    const { rows } = await pool.query<{ position: string }>('SELECT position FROM private.match_progress');
    return rows[0] ? Number(rows[0].position) : null;
  },

  async advance(from, to) {
    await pool.query(
      from === null
        ? 'INSERT INTO private.match_progress (position) VALUES ($1) ON CONFLICT DO NOTHING'
        : 'UPDATE private.match_progress SET position = $1 WHERE position = $2',
      from === null ? [to] : [to, from],
    );
  },
});
