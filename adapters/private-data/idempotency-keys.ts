import type { Pool } from 'pg';
import type { IdempotencyKeys } from '../../domain/ports/idempotency-keys.ts';

/** Creates a store for idempotency keys. The command id is stored first: a retry after a crash repeats the command. */
export function createIdempotencyKeyStore(pool: Pool): IdempotencyKeys {
  return {
    async claim(owner, key, fingerprint, commandId, renewAfterMs) {
      const { rows } = await pool.query<{ fingerprint: Buffer; command_id: string; answer: string | null }>({
        name: 'claim-idempotency-key',
        text: `INSERT INTO private.idempotency_keys AS held (owner, key, fingerprint, command_id)
               VALUES ($1, $2, $3, $4)
               ON CONFLICT (owner, key) DO UPDATE SET (command_id, created_at) = (
                 SELECT CASE WHEN expired THEN $4 ELSE held.command_id END,
                        CASE WHEN expired THEN clock_timestamp() ELSE held.created_at END
                 FROM (SELECT held.answer IS NULL AND held.fingerprint = $3
                       AND held.created_at < clock_timestamp() - $5 * interval '1 millisecond' AS expired) AS age)
               RETURNING held.fingerprint, held.command_id, held.answer`,
        values: [owner, key, fingerprint, commandId, renewAfterMs],
      });
      const [row] = rows;
      if (!row?.fingerprint.equals(fingerprint)) return { reused: true };
      return { reused: false, commandId: row.command_id, response: row.answer };
    },

    async saveResponse(owner, key, response) {
      const { rows } = await pool.query<{ answer: string }>({
        name: 'save-response',
        text: `UPDATE private.idempotency_keys SET answer = coalesce(answer, $3)
               WHERE owner = $1 AND key = $2 RETURNING answer`,
        values: [owner, key, response],
      });
      return rows[0]?.answer ?? response;
    },

    async replaceResponse(owner, key, response) {
      await pool.query({
        name: 'replace-response',
        text: 'UPDATE private.idempotency_keys SET answer = $3 WHERE owner = $1 AND key = $2',
        values: [owner, key, response],
      });
    },

    async deleteBefore(instant) {
      await pool.query('DELETE FROM private.idempotency_keys WHERE created_at < $1', [instant]);
    },
  };
}
