import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import type { AccountId } from '../../domain/kernel/ids.ts';
import type { QueuedEmail } from '../../domain/ports/email.ts';
import type {
  AddFactorResult,
  Authenticator,
  ListedPasskey,
  NewRecoveryCodes,
  SecondFactors,
} from '../../domain/ports/second-factors.ts';
import { queueEmail } from './emails.ts';

interface PasskeyRecord {
  readonly id: string;
  readonly account_id: AccountId;
  readonly name: string;
  readonly public_key: Buffer;
  readonly counter: string;
  readonly transports: readonly string[];
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

const NOT_ADDED: AddFactorResult = { isAdded: false, hasNewCodes: false };

const toListedPasskey = ({ id, name, created_at, last_used_at }: PasskeyRecord): ListedPasskey => ({
  id,
  name,
  createdAt: created_at.toISOString(),
  lastUsedAt: last_used_at?.toISOString() ?? null,
});

const insertCodes = async (
  db: PoolOrClient,
  accountId: AccountId,
  codes: NewRecoveryCodes,
): Promise<boolean> => {
  const { rowCount } = await db.query(
    `INSERT INTO private.recovery_codes (account_id, code_hash)
     SELECT $1, code FROM unnest($2::bytea[]) AS code
     WHERE NOT EXISTS (SELECT FROM private.recovery_codes WHERE account_id = $1)`,
    [accountId, codes],
  );
  return rowCount !== 0;
};

const deleteCodesWithoutFactor = (db: PoolOrClient, accountId: AccountId) =>
  db.query(
    `DELETE FROM private.recovery_codes WHERE account_id = $1
       AND NOT EXISTS (SELECT FROM private.authenticators WHERE account_id = $1 AND is_active)
       AND NOT EXISTS (SELECT FROM private.passkeys WHERE account_id = $1)`,
    [accountId],
  );

/** Creates a store for second factors in PostgreSQL. */
export function createSecondFactorStore(pool: Pool): SecondFactors {
  /** Runs changes of one account one at a time. If a change had an effect, queues the email and returns true. */
  const runChange = (
    accountId: AccountId,
    email: QueuedEmail,
    work: (db: PoolOrClient) => Promise<boolean>,
  ): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      await client.query('SELECT FROM private.accounts WHERE account_id = $1 FOR UPDATE', [accountId]);
      if (!(await work(client))) return false;
      await queueEmail(client, email);
      return true;
    });

  async function add(
    accountId: AccountId,
    codes: NewRecoveryCodes,
    email: QueuedEmail,
    insert: (db: PoolOrClient) => Promise<{ readonly rowCount: number | null }>,
  ): Promise<AddFactorResult> {
    let hasNewCodes = false;
    const isAdded = await runChange(accountId, email, async (db) => {
      if ((await insert(db)).rowCount !== 1) return false;
      hasNewCodes = await insertCodes(db, accountId, codes);
      return true;
    });
    return isAdded ? { isAdded, hasNewCodes } : NOT_ADDED;
  }

  const remove = (accountId: AccountId, email: QueuedEmail, sql: string, ...values: readonly unknown[]) =>
    runChange(accountId, email, async (db) => {
      const { rowCount } = await db.query(sql, [accountId, ...values]);
      await deleteCodesWithoutFactor(db, accountId);
      return rowCount === 1;
    });

  return {
    async filterProtected(accountIds) {
      const { rows } = await pool.query<{ account_id: AccountId }>(
        `SELECT account_id FROM private.authenticators WHERE account_id = ANY ($1) AND is_active
         UNION SELECT account_id FROM private.passkeys WHERE account_id = ANY ($1)`,
        [accountIds],
      );
      return rows.map(({ account_id }) => account_id);
    },

    async summarize(accountId) {
      const [{ rows: passkeys }, { rows: counts }] = await Promise.all([
        pool.query<PasskeyRecord>(
          `SELECT id, name, created_at, last_used_at FROM private.passkeys WHERE account_id = $1
           ORDER BY created_at, id`,
          [accountId],
        ),
        pool.query<{ hasAuthenticator: boolean; recoveryCodes: number }>(
          `SELECT EXISTS (SELECT FROM private.authenticators WHERE account_id = $1 AND is_active) AS "hasAuthenticator",
                  (SELECT count(*)::integer FROM private.recovery_codes WHERE account_id = $1) AS "recoveryCodes"`,
          [accountId],
        ),
      ]);
      const { hasAuthenticator = false, recoveryCodes = 0 } = counts[0] ?? {};
      return { hasAuthenticator, recoveryCodes, passkeys: passkeys.map(toListedPasskey) };
    },

    async findAuthenticator(accountId) {
      const { rows } = await pool.query<Authenticator>(
        'SELECT secret, is_active AS "isActive" FROM private.authenticators WHERE account_id = $1',
        [accountId],
      );
      return rows[0] ?? null;
    },

    async beginAuthenticator(accountId, secret) {
      const { rowCount } = await pool.query(
        `INSERT INTO private.authenticators AS authenticator (account_id, secret) VALUES ($1, $2)
         ON CONFLICT (account_id) DO UPDATE SET secret = excluded.secret WHERE NOT authenticator.is_active`,
        [accountId, secret],
      );
      return rowCount === 1;
    },

    activateAuthenticator: (accountId, secret, step, codes, email) =>
      add(accountId, codes, email, (db) =>
        db.query(
          `UPDATE private.authenticators SET is_active = true, last_step = $3
           WHERE account_id = $1 AND secret = $2 AND NOT is_active`,
          [accountId, secret, step],
        ),
      ),

    async acceptStep(accountId, step) {
      const { rowCount } = await pool.query(
        'UPDATE private.authenticators SET last_step = $2 WHERE account_id = $1 AND is_active AND last_step < $2',
        [accountId, step],
      );
      return rowCount === 1;
    },

    removeAuthenticator: (accountId, email) =>
      remove(accountId, email, 'DELETE FROM private.authenticators WHERE account_id = $1 AND is_active'),

    async replaceRecoveryCodes(accountId, codes, email) {
      await runChange(accountId, email, async (db) => {
        await db.query('DELETE FROM private.recovery_codes WHERE account_id = $1', [accountId]);
        return insertCodes(db, accountId, codes);
      });
    },

    consumeRecoveryCode: (accountId, hash, email) =>
      runChange(accountId, email, async (db) => {
        const sql = 'DELETE FROM private.recovery_codes WHERE account_id = $1 AND code_hash = $2';
        return (await db.query(sql, [accountId, hash])).rowCount === 1;
      }),

    async findPasskey(id) {
      const { rows } = await pool.query<PasskeyRecord>('SELECT * FROM private.passkeys WHERE id = $1', [id]);
      const [row] = rows;
      return row
        ? {
            ...toListedPasskey(row),
            accountId: row.account_id,
            publicKey: row.public_key,
            counter: Number(row.counter),
            transports: row.transports,
          }
        : null;
    },

    addPasskey: ({ id, accountId, name, publicKey, counter, transports, createdAt }, limit, codes, email) =>
      add(accountId, codes, email, (db) =>
        db.query(
          `INSERT INTO private.passkeys (id, account_id, name, public_key, counter, transports, created_at)
           SELECT $1, $2, $3, $4, $5, $6, $7
           WHERE (SELECT count(*) FROM private.passkeys WHERE account_id = $2) < $8
           ON CONFLICT DO NOTHING`,
          [id, accountId, name, publicKey, counter, transports, createdAt, limit],
        ),
      ),

    async recordPasskeyUse(id, counter, now) {
      await pool.query(
        'UPDATE private.passkeys SET counter = greatest(counter, $2), last_used_at = $3 WHERE id = $1',
        [id, counter, now],
      );
    },

    async renamePasskey(accountId, id, name) {
      const { rowCount } = await pool.query(
        'UPDATE private.passkeys SET name = $3 WHERE account_id = $1 AND id = $2',
        [accountId, id, name],
      );
      return rowCount === 1;
    },

    removePasskey: (accountId, id, email) =>
      remove(accountId, email, 'DELETE FROM private.passkeys WHERE account_id = $1 AND id = $2', id),

    reset: (accountId, email) =>
      runChange(accountId, email, async (db) => {
        const { rows } = await db.query<{ count: number }>(
          `WITH authenticators AS (DELETE FROM private.authenticators WHERE account_id = $1 RETURNING is_active),
             passkeys AS (DELETE FROM private.passkeys WHERE account_id = $1 RETURNING id),
             codes AS (DELETE FROM private.recovery_codes WHERE account_id = $1),
             challenges AS (DELETE FROM private.challenges WHERE account_id = $1)
           SELECT ((SELECT count(*) FROM authenticators WHERE is_active) + (SELECT count(*) FROM passkeys))::integer AS count`,
          [accountId],
        );
        if (!rows[0]?.count) return false;
        await db.query('DELETE FROM private.sessions WHERE account_id = $1', [accountId]);
        await db.query('DELETE FROM private.devices WHERE account_id = $1', [accountId]);
        return true;
      }),
  };
}
