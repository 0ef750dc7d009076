import type { Pool } from 'pg';
import { inTransaction } from '../../common/transaction.ts';
import type { PasswordResets } from '../../domain/ports/password-resets.ts';
import { queueEmail } from './emails.ts';
import { hashToken } from './hash-token.ts';
import { REVOKE_ACCESS, waitForLogins } from './revocation-sql.ts';

const SELECT_ACCOUNT = '(SELECT account_id FROM private.password_resets WHERE token_hash = $1)';

/** Deletes the token. Of several concurrent statements, only one succeeds. */
const COMPLETE_RESET = `
  WITH used AS (
    DELETE FROM private.password_resets WHERE token_hash = $1 AND expires_at > $3 RETURNING account_id
  ), changed AS (
    UPDATE private.accounts account SET password_hash = $2 FROM used
    WHERE account.account_id = used.account_id AND account.password_hash IS NOT NULL
    RETURNING account.account_id, NULL::uuid AS kept_session_id
  ), ${REVOKE_ACCESS}
  SELECT account_id FROM changed`;

/** Creates a store for password reset tokens in PostgreSQL. */
export function createPasswordResetStore(pool: Pool): PasswordResets {
  return {
    async begin(accountId, token, expiresAt, email) {
      return inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `INSERT INTO private.password_resets (account_id, token_hash, expires_at)
           SELECT account_id, $2, $3 FROM private.accounts WHERE account_id = $1 AND password_hash IS NOT NULL
           ON CONFLICT (account_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
          [accountId, hashToken(token), expiresAt],
        );
        if (rowCount === 1 && email) await queueEmail(client, email);
        return rowCount === 1;
      });
    },

    async isValid(token, now) {
      const { rowCount } = await pool.query(
        'SELECT FROM private.password_resets WHERE token_hash = $1 AND expires_at > $2',
        [hashToken(token), now],
      );
      return rowCount === 1;
    },

    async complete(token, passwordHash, now) {
      return inTransaction(pool, async (client) => {
        const tokenHash = hashToken(token);
        await client.query(waitForLogins(SELECT_ACCOUNT), [tokenHash]);
        const values = [tokenHash, passwordHash, now];
        const { rows } = await client.query<{ account_id: string }>(COMPLETE_RESET, values);
        return rows[0]?.account_id ?? null;
      });
    },

    async sweep(now) {
      await pool.query('DELETE FROM private.password_resets WHERE expires_at <= $1', [now]);
    },
  };
}
