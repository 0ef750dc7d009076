import type { Pool } from 'pg';
import type { PoolOrClient } from '../../common/transaction.ts';
import type { Outbox, QueuedEmail, StoredEmail } from '../../domain/ports/email.ts';

type EmailRecord = Omit<StoredEmail, 'content' | 'to' | 'createdAt'> & {
  readonly content: StoredEmail['content'] | null;
  /** Null if the account has been erased and its last email was sent. */
  readonly to: string | null;
  readonly createdAt: Date;
};

const IS_SCHEDULED = "(mails.state = 'waiting' AND mails.attempts = 0 AND mails.due_at > clock_timestamp())";

const COLUMNS = `mails.id, mails.account_id AS "accountId", mails.kind, mails.language, mails.content, mails.state,
  mails.attempts, mails.error, mails.created_at AS "createdAt", ${IS_SCHEDULED} AS "isScheduled",
  coalesce(mails.recipient,
    (SELECT email FROM private.accounts account WHERE account.account_id = mails.account_id)) AS "to",
  (SELECT unsubscribe_token FROM private.accounts account
   WHERE account.account_id = mails.account_id) AS "unsubscribeToken"`;

const toEmail = (row: EmailRecord): StoredEmail => ({
  ...row,
  content: row.content ?? { nickname: '', link: '' },
  to: row.to ?? '',
  createdAt: row.createdAt.toISOString(),
});

/**
 * Queues an email. Ignores an id that is already queued, and an email to an address that the account has not
 * verified. If `db` is a client in a transaction, the email is only queued when the transaction commits.
 */
export async function queueEmail(
  db: PoolOrClient,
  { id, accountId, kind, language, content, recipient }: QueuedEmail,
): Promise<void> {
  await db.query(
    `INSERT INTO private.mails (id, account_id, kind, language, content, recipient)
     SELECT $1, account_id, $3, $4, $5, $6 FROM private.accounts
     WHERE account_id = $2 AND ($6::text IS NOT NULL OR email_verified_at IS NOT NULL)
     ON CONFLICT (id) DO NOTHING`,
    [id, accountId, kind, language, JSON.stringify(content), recipient ?? null],
  );
}

/** Creates the email outbox in PostgreSQL. Each email is claimed by only one process at a time. */
export function createOutbox(pool: Pool): Outbox {
  async function updateEmail(sql: string, ...values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await pool.query(sql, [...values]);
    return rowCount === 1;
  }

  return {
    queue: (email) => queueEmail(pool, email),

    async claim(limit, leaseMs) {
      const { rows } = await pool.query<EmailRecord>({
        name: 'claim-emails',
        text: `WITH due AS (
                 SELECT id FROM private.mails WHERE state = 'waiting' AND due_at <= clock_timestamp()
                 ORDER BY kind IN ('notification', 'new-messages'), due_at LIMIT $1 FOR UPDATE SKIP LOCKED
               )
               UPDATE private.mails
               SET due_at = clock_timestamp() + $2 * interval '1 millisecond', attempts = attempts + 1
               FROM due WHERE mails.id = due.id RETURNING ${COLUMNS}`,
        values: [limit, leaseMs],
      });
      return rows.map(toEmail);
    },

    async extendLease(ids, leaseMs) {
      await pool.query(
        `UPDATE private.mails SET due_at = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE id = ANY ($1) AND state = 'waiting'`,
        [ids, leaseMs],
      );
    },

    async markSent(id, keepsContent) {
      await updateEmail(
        `UPDATE private.mails SET state = 'sent', error = NULL, ended_at = clock_timestamp(),
           content = CASE WHEN $2 THEN content END,
           recipient = CASE WHEN $2 OR account_id IS NOT NULL THEN recipient END WHERE id = $1`,
        id,
        keepsContent,
      );
    },

    async discard(id) {
      await updateEmail('DELETE FROM private.mails WHERE id = $1', id);
    },

    async postpone(id, ms, error) {
      await updateEmail(
        `UPDATE private.mails SET due_at = clock_timestamp() + $2 * interval '1 millisecond', error = $3 WHERE id = $1`,
        id,
        ms,
        error,
      );
    },

    async fail(id, error) {
      await updateEmail(
        `UPDATE private.mails SET state = 'failed', error = $2, ended_at = clock_timestamp() WHERE id = $1`,
        id,
        error,
      );
    },

    async list(states, limit) {
      const { rows } = await pool.query<EmailRecord>(
        `SELECT ${COLUMNS} FROM private.mails WHERE state = ANY ($1) ORDER BY created_at DESC, id LIMIT $2`,
        [states, limit],
      );
      return rows.map(toEmail);
    },

    async listUnsent(limit) {
      const { rows } = await pool.query<EmailRecord>(
        `SELECT ${COLUMNS} FROM private.mails WHERE state = 'failed' OR (state = 'waiting' AND NOT ${IS_SCHEDULED})
         ORDER BY state = 'waiting', created_at, id LIMIT $1`,
        [limit],
      );
      return rows.map(toEmail);
    },

    retry: (id) =>
      updateEmail(
        `UPDATE private.mails SET state = 'waiting', due_at = clock_timestamp(), attempts = 0, ended_at = NULL
         WHERE id = $1 AND state = 'failed'`,
        id,
      ),

    drop: (id) => updateEmail(`DELETE FROM private.mails WHERE id = $1 AND state = 'failed'`, id),

    async count() {
      const { rows } = await pool.query<{ count: string }>(
        `SELECT count(*) FROM private.mails WHERE state = 'waiting' AND NOT ${IS_SCHEDULED}`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async deleteBefore(instant) {
      await pool.query(`DELETE FROM private.mails WHERE state IN ('sent', 'failed') AND ended_at < $1`, [
        instant,
      ]);
    },
  };
}
