import type { Pool } from 'pg';
import type { PoolOrClient } from '../../common/transaction.ts';
import type { AccountId, Uuid } from '../../domain/kernel/ids.ts';
import type { MailContents, MailKind, Outbox, QueuedMail, StoredMail } from '../../domain/ports/mail.ts';

interface MailRecord {
  readonly id: Uuid;
  readonly account_id: AccountId;
  readonly kind: MailKind;
  readonly language: QueuedMail['language'];
  readonly content: MailContents[MailKind] | null;
  readonly state: StoredMail['state'];
  readonly attempts: number;
  readonly error: string | null;
  readonly created_at: Date;
  readonly is_scheduled: boolean;
  /** Null if the account has been erased and its last email was sent. */
  readonly email: string | null;
  readonly unsubscribe_token: Uuid;
}

const IS_SCHEDULED = "(mail.state = 'waiting' AND mail.attempts = 0 AND mail.due_at > clock_timestamp())";

const COLUMNS = `mail.id, mail.account_id, mail.kind, mail.language, mail.content, mail.state, mail.attempts, mail.error,
  mail.created_at, ${IS_SCHEDULED} AS is_scheduled, coalesce(mail.recipient,
    (SELECT email FROM private.accounts account WHERE account.account_id = mail.account_id)) AS email,
  (SELECT unsubscribe_token FROM private.accounts account WHERE account.account_id = mail.account_id)`;

const toMail = (row: MailRecord): StoredMail => ({
  id: row.id,
  accountId: row.account_id,
  kind: row.kind,
  language: row.language,
  content: row.content ?? { nickname: '', link: '' },
  to: row.email ?? '',
  unsubscribeToken: row.unsubscribe_token,
  createdAt: row.created_at.toISOString(),
  attempts: row.attempts,
  state: row.state,
  isScheduled: row.is_scheduled,
  error: row.error,
});

/**
 * Queues an email. Ignores an id that is already queued, and an email to an address that the account has not
 * verified. If `db` is a client in a transaction, the email is only queued when the transaction commits.
 */
export async function queueMail(
  db: PoolOrClient,
  { id, accountId, kind, language, content, recipient }: QueuedMail,
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
  async function updateMail(sql: string, ...values: readonly unknown[]): Promise<boolean> {
    const { rowCount } = await pool.query(sql, [...values]);
    return rowCount === 1;
  }

  return {
    queue: (mail) => queueMail(pool, mail),

    async claim(limit, leaseMs) {
      const { rows } = await pool.query<MailRecord>({
        name: 'claim-mails',
        text: `WITH due AS (
                 SELECT id FROM private.mails WHERE state = 'waiting' AND due_at <= clock_timestamp()
                 ORDER BY kind IN ('notification', 'new-messages'), due_at LIMIT $1 FOR UPDATE SKIP LOCKED
               )
               UPDATE private.mails AS mail
               SET due_at = clock_timestamp() + $2 * interval '1 millisecond', attempts = attempts + 1
               FROM due WHERE mail.id = due.id RETURNING ${COLUMNS}`,
        values: [limit, leaseMs],
      });
      return rows.map(toMail);
    },

    async extendLease(ids, leaseMs) {
      await pool.query(
        `UPDATE private.mails SET due_at = clock_timestamp() + $2 * interval '1 millisecond'
         WHERE id = ANY ($1) AND state = 'waiting'`,
        [ids, leaseMs],
      );
    },

    async markSent(id, keepsContent) {
      await updateMail(
        `UPDATE private.mails SET state = 'sent', error = NULL, ended_at = clock_timestamp(),
           content = CASE WHEN $2 THEN content END,
           recipient = CASE WHEN $2 OR account_id IS NOT NULL THEN recipient END WHERE id = $1`,
        id,
        keepsContent,
      );
    },

    async discard(id) {
      await updateMail('DELETE FROM private.mails WHERE id = $1', id);
    },

    async postpone(id, ms, error) {
      await updateMail(
        `UPDATE private.mails SET due_at = clock_timestamp() + $2 * interval '1 millisecond', error = $3 WHERE id = $1`,
        id,
        ms,
        error,
      );
    },

    async fail(id, error) {
      await updateMail(
        `UPDATE private.mails SET state = 'failed', error = $2, ended_at = clock_timestamp() WHERE id = $1`,
        id,
        error,
      );
    },

    async list(states, limit) {
      const { rows } = await pool.query<MailRecord>(
        `SELECT ${COLUMNS} FROM private.mails mail WHERE state = ANY ($1) ORDER BY created_at DESC, id LIMIT $2`,
        [states, limit],
      );
      return rows.map(toMail);
    },

    retry: (id) =>
      updateMail(
        `UPDATE private.mails SET state = 'waiting', due_at = clock_timestamp(), attempts = 0, ended_at = NULL
         WHERE id = $1 AND state = 'failed'`,
        id,
      ),

    drop: (id) => updateMail(`DELETE FROM private.mails WHERE id = $1 AND state = 'failed'`, id),

    async count() {
      const { rows } = await pool.query<{ count: string }>(
        `SELECT count(*) FROM private.mails mail WHERE state = 'waiting' AND NOT ${IS_SCHEDULED}`,
      );
      return Number(rows[0]?.count ?? 0);
    },

    async deleteBefore(instant) {
      await pool.query(`DELETE FROM private.mails WHERE state = 'sent' AND ended_at < $1`, [instant]);
    },
  };
}
