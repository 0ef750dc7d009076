import type { Pool } from 'pg';
import type { ViewBatch, ViewCounts } from '../../domain/ports/view-counts.ts';

/** Creates a store in PostgreSQL for the viewers of each day and for pending batches of views. */
export function createViewCountStore(pool: Pool): ViewCounts {
  return {
    async count(id, day, views) {
      const { rows } = await pool.query<{ views: ViewBatch['views'] }>({
        name: 'count-views',
        text: `
          WITH marked AS (
            INSERT INTO private.view_marks (day, post_id, viewer)
            SELECT $2::date, seen.post_id, seen.viewer
            FROM (SELECT DISTINCT * FROM unnest($3::uuid[], $4::bytea[]) AS u (post_id, viewer)
                  ORDER BY post_id, viewer) seen
            ON CONFLICT DO NOTHING
            RETURNING post_id
          ), counted AS (
            SELECT post_id, count(*)::int AS count FROM marked GROUP BY post_id
          )
          INSERT INTO private.view_batches (id, day, views)
          SELECT $1, $2, jsonb_agg(jsonb_build_object('postId', post_id, 'count', count) ORDER BY post_id)
          FROM counted HAVING count(*) > 0
          RETURNING views`,
        values: [id, day, views.map((view) => view.postId), views.map((view) => Buffer.from(view.viewer))],
      });
      return rows[0] ? { id, day, views: rows[0].views } : null;
    },

    async listPending(limit) {
      const { rows } = await pool.query<ViewBatch>(
        `SELECT id, to_char(day, 'YYYY-MM-DD') AS day, views FROM private.view_batches
         ORDER BY created_at LIMIT $1`,
        [limit],
      );
      return rows;
    },

    async markDone(id) {
      await pool.query('DELETE FROM private.view_batches WHERE id = $1', [id]);
    },

    async deleteBefore(day) {
      await pool.query('DELETE FROM private.view_marks WHERE day < $1', [day]);
    },
  };
}
