import type { Pool } from 'pg';
import { isInactive } from '../../common/account-state-sql.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type { Devices } from '../../domain/ports/devices.ts';
import { hashToken } from './hash-token.ts';

/** Maximum number of devices per account. If it is exceeded, the least recently used devices are deleted. */
const MAX_PER_ACCOUNT = 10;
const MAX_UNUSED_INTERVAL = "interval '90 days'";

/** Creates a store for trusted devices. Deleting an account's private data also deletes them. */
export function createDeviceStore(pool: Pool): Devices {
  async function isKnown(token: string, now: string): Promise<boolean> {
    const { rowCount } = await pool.query({
      name: 'device-known',
      text: `SELECT FROM private.devices WHERE token_hash = $1 AND last_used_at > $2::timestamptz - ${MAX_UNUSED_INTERVAL} LIMIT 1`,
      values: [hashToken(token), now],
    });
    return rowCount === 1;
  }

  return {
    async remember(accountId, presentedToken, newToken, now) {
      const isReused = presentedToken !== null && (await isKnown(presentedToken, now));
      const token = isReused ? presentedToken : newToken;
      const { rows } = await pool.query<{ isAdditional: boolean }>({
        name: 'remember-device',
        text: `WITH surplus AS (
                 DELETE FROM private.devices WHERE account_id = $2 AND token_hash IN (
                   SELECT token_hash FROM private.devices WHERE account_id = $2 AND token_hash <> $1
                   ORDER BY last_used_at DESC OFFSET ${MAX_PER_ACCOUNT - 1}))
               INSERT INTO private.devices (token_hash, account_id, last_used_at)
               SELECT $1, account_id, $3 FROM private.accounts WHERE account_id = $2
               ON CONFLICT (token_hash, account_id) DO UPDATE SET last_used_at = excluded.last_used_at
               RETURNING xmax = 0 AND EXISTS (
                 SELECT FROM private.devices WHERE account_id = $2 AND token_hash <> $1) AS "isAdditional"`,
        values: [hashToken(token), accountId, now],
      });
      return { token, isAdditional: rows[0]?.isAdditional ?? false };
    },

    async hasLoggedIn(token, username, now) {
      const { rowCount } = await pool.query({
        name: 'device-has-logged-in',
        text: `SELECT FROM private.devices JOIN private.names USING (account_id)
               WHERE token_hash = $1 AND kind = 'username' AND key = $2
                 AND last_used_at > $3::timestamptz - ${MAX_UNUSED_INTERVAL}`,
        values: [hashToken(token), foldCase(username), now],
      });
      return rowCount === 1;
    },

    async deleteAll(accountId) {
      await pool.query('DELETE FROM private.devices WHERE account_id = $1', [accountId]);
    },

    async sweep(now) {
      await pool.query(
        `DELETE FROM private.devices device
         WHERE last_used_at <= $1::timestamptz - ${MAX_UNUSED_INTERVAL} OR EXISTS (
           SELECT FROM read.profiles profile
           WHERE profile.id = device.account_id AND ${isInactive()})`,
        [now],
      );
    },
  };
}
