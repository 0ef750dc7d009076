import type { Pool } from 'pg';
import type { SignIn, SignIns } from '../../domain/ports/sign-ins.ts';
import { hashToken } from './hash-token.ts';

/** Creates a store for sign-ins in PostgreSQL, so that another process can complete them. */
export function createSignInStore(pool: Pool): SignIns {
  return {
    async begin(state, { nonce, verifier }, expiresAt) {
      await pool.query(
        `WITH expired AS (DELETE FROM private.sign_ins WHERE expires_at < clock_timestamp())
         INSERT INTO private.sign_ins (state_hash, nonce, verifier, expires_at) VALUES ($1, $2, $3, $4)`,
        [hashToken(state), nonce, verifier, expiresAt],
      );
    },

    async end(state, now) {
      const { rows } = await pool.query<SignIn & { alive: boolean }>(
        `DELETE FROM private.sign_ins WHERE state_hash = $1
         RETURNING nonce, verifier, expires_at > $2 AS alive`,
        [hashToken(state), now],
      );
      const [row] = rows;
      return row?.alive ? { nonce: row.nonce, verifier: row.verifier } : null;
    },
  };
}
