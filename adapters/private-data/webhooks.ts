import type { Pool } from 'pg';
import type { ClaimedWebhook, Webhooks } from '../../domain/ports/webhooks.ts';

/** Creates a webhook store in PostgreSQL. Each webhook is claimed by only one process at a time. */
export function createWebhookStore(pool: Pool): Webhooks {
  return {
    async save(id, body) {
      await pool.query({
        name: 'keep-webhook',
        text: 'INSERT INTO private.webhooks (id, body) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING',
        values: [id, Buffer.from(body)],
      });
    },

    async listUnprocessed(before, limit) {
      const { rows } = await pool.query<{ body: Buffer; received_at: Date }>({
        name: 'waiting-webhooks',
        text: `SELECT body, received_at FROM private.webhooks
               WHERE body IS NOT NULL AND received_at < $1 ORDER BY received_at LIMIT $2`,
        values: [before, limit],
      });
      return rows.map(({ body, received_at }) => ({ body, receivedAt: received_at.toISOString() }));
    },

    async count() {
      const { rows } = await pool.query<{ count: string }>(
        'SELECT count(*) FROM private.webhooks WHERE body IS NOT NULL',
      );
      return Number(rows[0]?.count ?? 0);
    },

    async claim(limit, leaseMs) {
      const { rows } = await pool.query<ClaimedWebhook>({
        name: 'claim-webhooks',
        text: `WITH due AS (
                 SELECT id FROM private.webhooks
                 WHERE body IS NOT NULL AND due_at <= clock_timestamp()
                 ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
               )
               UPDATE private.webhooks AS kept
               SET due_at = clock_timestamp() + $2 * interval '1 millisecond', attempts = attempts + 1
               FROM due WHERE kept.id = due.id
               RETURNING kept.id, kept.body, kept.attempts`,
        values: [limit, leaseMs],
      });
      return rows;
    },

    async postpone(id, ms) {
      await pool.query({
        name: 'postpone-webhook',
        text: `UPDATE private.webhooks SET due_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE id = $1`,
        values: [id, ms],
      });
    },

    async markProcessed(id) {
      await pool.query({
        name: 'webhook-done',
        text: 'UPDATE private.webhooks SET body = NULL, done_at = clock_timestamp() WHERE id = $1',
        values: [id],
      });
    },

    async deleteBefore(instant) {
      await pool.query('DELETE FROM private.webhooks WHERE done_at < $1', [instant]);
    },
  };
}
