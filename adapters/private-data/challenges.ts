import type { Pool } from 'pg';
import type { Challenges } from '../../domain/ports/second-factors.ts';
import { hashToken } from './hash-token.ts';
import { lockAccount } from './revocation-sql.ts';

/** Creates a challenge store in PostgreSQL. Every process can verify an answer, but only one accepts it. */
export const createChallengeStore = (pool: Pool): Challenges => ({
  async begin({ token, purpose, accountId }, expiresAt) {
    await pool.query(
      `INSERT INTO private.challenges (hash, purpose, account_id, expires_at) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING`,
      [hashToken(token), purpose, accountId, expiresAt],
    );
  },

  async beginLogin({ token, accountId, passwordHash }, expiresAt) {
    const { rowCount } = await pool.query(
      `WITH account AS (${lockAccount('$2', '$4')})
       INSERT INTO private.challenges (hash, purpose, account_id, expires_at)
       SELECT $1, 'login', account_id, $3 FROM account
       ON CONFLICT (hash) DO UPDATE SET expires_at = challenges.expires_at`,
      [hashToken(token), accountId, expiresAt, passwordHash ?? null],
    );
    return rowCount === 1;
  },

  async attempt(token, purpose, now, maxAttempts) {
    const { rows } = await pool.query<{ account_id: string }>(
      `UPDATE private.challenges SET attempts = attempts + 1
       WHERE hash = $1 AND purpose = $2 AND expires_at > $3 AND attempts < $4 RETURNING account_id`,
      [hashToken(token), purpose, now, maxAttempts],
    );
    return rows[0]?.account_id ?? null;
  },

  async end({ token, purpose, accountId }, now) {
    const { rowCount } = await pool.query(
      `DELETE FROM private.challenges
       WHERE hash = $1 AND purpose = $2 AND account_id IS NOT DISTINCT FROM $3 AND expires_at > $4`,
      [hashToken(token), purpose, accountId, now],
    );
    return rowCount === 1;
  },

  async sweep(now) {
    await pool.query('DELETE FROM private.challenges WHERE expires_at <= $1', [now]);
  },
});
