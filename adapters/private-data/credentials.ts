import type { Pool } from 'pg';
import { inTransaction } from '../../common/transaction.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { AccountCredentials } from '../../domain/ports/credentials.ts';
import { REVOKE_ACCESS, waitForLogins } from './revocation-sql.ts';
import { reserveInTransaction, reserveNamesOrThrow } from './unique-names.ts';

/** Replaces the password if its hash is still `$2`. Of several concurrent statements, only one succeeds. */
const CHANGE_PASSWORD = `
  WITH changed AS (
    UPDATE private.accounts SET password_hash = $3 WHERE account_id = $1 AND password_hash = $2
    RETURNING account_id, $4::uuid AS kept_session_id
  ), resets AS (
    DELETE FROM private.password_resets reset USING changed WHERE reset.account_id = changed.account_id
  ), ${REVOKE_ACCESS}
  SELECT FROM changed`;

/** Creates the store of usernames and password hashes in PostgreSQL. */
export function createCredentialStore(pool: Pool): AccountCredentials {
  return {
    async findCredentials(username) {
      const { rows } = await pool.query<{ account_id: string; password_hash: string }>({
        name: 'credentials-of',
        text: `SELECT account_id, password_hash FROM private.names JOIN private.accounts USING (account_id)
               WHERE kind = 'username' AND key = $1 AND password_hash IS NOT NULL`,
        values: [foldCase(username)],
      });
      const [row] = rows;
      return row ? { accountId: row.account_id, passwordHash: row.password_hash } : null;
    },

    async findPasswordHash(accountId) {
      const { rows } = await pool.query<{ password_hash: string | null }>(
        'SELECT password_hash FROM private.accounts WHERE account_id = $1',
        [accountId],
      );
      return rows[0]?.password_hash ?? null;
    },

    async changePassword({ accountId, currentHash, newHash, keptSessionId }) {
      return inTransaction(pool, async (client) => {
        await client.query(waitForLogins('$1'), [accountId]);
        const values = [accountId, currentHash, newHash, keptSessionId];
        return (await client.query(CHANGE_PASSWORD, values)).rowCount === 1;
      });
    },

    async addCredentials(accountId, username, passwordHash) {
      const result = await reserveInTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `UPDATE private.accounts SET username = $2, password_hash = $3
           WHERE account_id = $1 AND password_hash IS NULL`,
          [accountId, username, passwordHash],
        );
        if (rowCount === 0) return { reserved: true as const, isAdded: false };
        await reserveNamesOrThrow(client, accountId, [{ kind: 'username', key: foldCase(username) }]);
        await client.query(
          `UPDATE private.names SET revision = 0 WHERE kind = 'username' AND account_id = $1`,
          [accountId],
        );
        return { reserved: true as const, isAdded: true };
      });
      if (!result.reserved) return 'taken';
      return result.isAdded ? 'added' : 'exists';
    },
  };
}
