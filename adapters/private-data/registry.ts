import type { Pool } from 'pg';
import { inTransaction } from '../../common/transaction.ts';
import { foldCase } from '../../domain/kernel/text.ts';
import type {
  AccountRegistry,
  OrganizationReview,
  PersonalData,
} from '../../domain/ports/account-registry.ts';
import { reserveAccount } from './account-reservation.ts';
import { createCredentialStore } from './credentials.ts';
import {
  findNameHolder,
  reserveInTransaction,
  reserveNamesOrThrow,
  toIdentityKey,
  type UniqueName,
} from './unique-names.ts';

/** Creates the account registry in PostgreSQL. It stores names and personal data. */
export function createAccountRegistry(pool: Pool): AccountRegistry {
  const findHolderId = async (name: UniqueName): Promise<string | null> =>
    (await findNameHolder(pool, name))?.accountId ?? null;
  return {
    ...createCredentialStore(pool),

    reserve: (account) => reserveInTransaction(pool, (client) => reserveAccount(client, account)),

    reserveNickname: (accountId, nickname) =>
      reserveInTransaction(pool, async (client) => {
        await reserveNamesOrThrow(client, accountId, [{ kind: 'nickname', key: foldCase(nickname) }]);
        return { reserved: true as const, nickname };
      }),

    async confirm(accountId, nickname, revision) {
      await inTransaction(pool, async (client) => {
        const LOCK_ACCOUNT = 'SELECT FROM private.accounts WHERE account_id = $1 FOR UPDATE';
        if ((await client.query(LOCK_ACCOUNT, [accountId])).rowCount === 0) return;
        await client.query(
          `UPDATE private.names SET revision = $2
           WHERE account_id = $1 AND kind <> 'nickname' AND revision IS NULL`,
          [accountId, revision],
        );
        await client.query(
          `INSERT INTO private.names AS held (kind, key, account_id, revision) VALUES ('nickname', $2, $1, $3)
           ON CONFLICT (kind, key) DO UPDATE SET revision = greatest(held.revision, excluded.revision)
           WHERE held.account_id = $1`,
          [accountId, foldCase(nickname), revision],
        );
        await client.query(
          `DELETE FROM private.names held USING private.names newer
           WHERE held.account_id = $1 AND newer.account_id = $1
             AND held.kind = 'nickname' AND newer.kind = 'nickname' AND held.revision < newer.revision`,
          [accountId],
        );
      });
    },

    async releaseNickname(accountId, nickname) {
      await pool.query(
        `DELETE FROM private.names
         WHERE kind = 'nickname' AND key = $2 AND account_id = $1 AND revision IS NULL`,
        [accountId, foldCase(nickname)],
      );
    },

    async release(accountId, until) {
      await pool.query(
        `DELETE FROM private.accounts WHERE account_id = $1 AND reserved_at <= $2::timestamptz AND NOT EXISTS
           (SELECT 1 FROM private.names held WHERE held.account_id = $1 AND held.revision IS NOT NULL)`,
        [accountId, until],
      );
    },

    async erase(accountId, farewell) {
      await inTransaction(pool, async (client) => {
        if (farewell)
          await client.query(
            `INSERT INTO private.mails (id, kind, language, content, recipient)
             SELECT $2, 'organization-declined', language, $3, email FROM private.accounts
             WHERE account_id = $1 AND email_verified_at IS NOT NULL ON CONFLICT DO NOTHING`,
            [accountId, farewell.id, JSON.stringify(farewell.content)],
          );
        await client.query('DELETE FROM private.accounts WHERE account_id = $1', [accountId]);
        await client.query('DELETE FROM private.sessions WHERE account_id = $1', [accountId]);
        await client.query('DELETE FROM private.idempotency_keys WHERE owner = $1', [accountId]);
        await client.query('DELETE FROM private.pictures WHERE owner_id = $1', [accountId]);
        await client.query(
          `INSERT INTO private.text_keys (account_id, key) VALUES ($1, NULL)
           ON CONFLICT (account_id) DO UPDATE SET key = NULL`,
          [accountId],
        );
      });
    },

    async listUnconfirmedAccounts(before, limit) {
      const { rows } = await pool.query<{ account_id: string }>(
        `SELECT account_id FROM private.names WHERE revision IS NULL AND reserved_at < $1
         UNION
         SELECT account_id FROM private.accounts account WHERE reserved_at < $1
           AND NOT EXISTS (
             SELECT 1 FROM read.profiles profile WHERE profile.id = account.account_id AND profile.nickname_key <> '')
         LIMIT $2`,
        [before, limit],
      );
      return rows.map((row) => row.account_id);
    },

    async listReservedNicknames(accountId, before) {
      const { rows } = await pool.query<{ key: string }>(
        `SELECT key FROM private.names
         WHERE account_id = $1 AND kind = 'nickname' AND revision IS NULL AND reserved_at < $2`,
        [accountId, before],
      );
      return rows.map((row) => row.key);
    },

    findNicknameHolder: (nickname) => findHolderId({ kind: 'nickname', key: foldCase(nickname) }),

    findAccount: (identity) => findHolderId({ kind: 'identity', key: toIdentityKey(identity) }),

    findAccountByEmail: (email) => findHolderId({ kind: 'email', key: foldCase(email) }),

    async findPersonalData(accountId) {
      const { rows } = await pool.query<PersonalData>({
        name: 'personal-data-of',
        text: `SELECT email, name, surnames, to_char(birthdate, 'YYYY-MM-DD') AS birthdate, gender
               FROM private.accounts WHERE account_id = $1`,
        values: [accountId],
      });
      return rows[0] ?? null;
    },

    async findReviews(ids) {
      const { rows } = await pool.query<OrganizationReview & { account_id: string }>({
        name: 'reviews-of',
        text: `SELECT account_id, email, name, surnames, website, registration_number AS "registrationNumber"
               FROM private.accounts WHERE account_id = ANY ($1::uuid[])`,
        values: [ids],
      });
      return new Map(rows.map(({ account_id, ...review }) => [account_id, review]));
    },
  };
}
