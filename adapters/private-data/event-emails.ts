import type { Pool } from 'pg';
import { inTransaction, type PoolOrClient } from '../../common/transaction.ts';
import type { EmailKindSetting } from '../../domain/effects/kinds.ts';
import type { AnimalContact, EventEmail, EventEmailStore } from '../../domain/ports/event-emails.ts';
import { moveProgress, readProgress } from './progress.ts';

/** SQL condition: an active account with a verified address that gets emails of a kind. */
const canReceiveEmail = (kind: string): string => `account.email_verified_at IS NOT NULL
  AND EXISTS (SELECT FROM read.profiles profile WHERE profile.id = account.account_id AND profile.state = 'ACTIVE')
  AND NOT EXISTS (
    SELECT FROM private.mail_opt_outs opt WHERE opt.account_id = account.account_id AND opt.kind = ${kind})`;

/** Queries for the text of a subject by type. They return no row if the subject does not exist. */
const SUBJECT_TEXTS = {
  crowdfunding: 'SELECT title FROM read.crowdfundings WHERE id = $5::uuid',
  animal: 'SELECT name FROM read.animals WHERE id = $5::uuid',
  account: 'SELECT NULL::text WHERE $5::uuid IS NOT NULL',
};

/**
 * Queues each email once: its id is derived from event, kind and recipient. Queues none if the subject no longer exists.
 */
async function queueEventEmail(client: PoolOrClient, email: EventEmail): Promise<void> {
  const { eventId, kind, recipients, subject, content } = email;
  const isAudience = 'crowdfundingId' in recipients;
  const condition = isAudience
    ? `account.account_id IN (
         SELECT member.account_id FROM read.campaign_audience member
         WHERE member.crowdfunding_id = $6::uuid AND $7::text IN (member.role, 'ALL')
           AND member.account_id::text <> $8::text)`
    : 'account.account_id = ANY ($6::uuid[])';
  const values = isAudience
    ? [recipients.crowdfundingId, recipients.audience, recipients.exceptActor]
    : [recipients.accountIds];
  await client.query(
    `INSERT INTO private.mails (id, account_id, kind, language, content)
     SELECT md5($1::text || $2::text || account.account_id)::uuid, account.account_id, $3, account.language,
       $4::jsonb || jsonb_build_object('subject', subject.text)
     FROM private.accounts account CROSS JOIN (${SUBJECT_TEXTS[subject.type]}) subject (text) WHERE ${condition} AND ${canReceiveEmail('$2::text')}
     ON CONFLICT (id) DO NOTHING`,
    [eventId, kind, 'notification', JSON.stringify(content), subject.id, ...values],
  );
}

/**
 * Queues an email about new messages, unless one is already queued. It is due after 10 minutes, because the
 * messages may be read in the meantime, and at least one hour after the last such email.
 */
async function queueMessageEmails(
  client: PoolOrClient,
  receivers: readonly string[],
  link: string,
): Promise<void> {
  await client.query(
    `INSERT INTO private.mails (id, account_id, kind, language, content, due_at)
     SELECT gen_random_uuid(), account.account_id, 'new-messages', account.language, jsonb_build_object('kind', 'MESSAGE', 'link', $2::text),
       greatest(clock_timestamp() + interval '10 minutes', (
         SELECT max(ended_at) + interval '1 hour' FROM private.mails sent
         WHERE sent.account_id = account.account_id AND sent.kind = 'new-messages' AND sent.state = 'sent'))
     FROM private.accounts account
     WHERE account.account_id = ANY ($1::uuid[]) AND ${canReceiveEmail(`'MESSAGE'`)}
       AND NOT EXISTS (
         SELECT FROM private.mails waiting WHERE waiting.account_id = account.account_id
           AND waiting.kind = 'new-messages' AND waiting.state = 'waiting')`,
    [receivers, link],
  );
}

/** Queues one reminder per animal and contact to answer a question, due after three days. */
async function queueContactReminder(
  client: PoolOrClient,
  { ownerId, content }: AnimalContact,
): Promise<void> {
  await client.query(
    `INSERT INTO private.mails (id, account_id, kind, language, content, due_at)
     SELECT md5('reminder' || animal.id || $1::text || account.account_id)::uuid, account.account_id, 'contact-reminder',
       account.language, $2::jsonb || jsonb_build_object('subject', animal.name), clock_timestamp() + interval '3 days'
     FROM private.accounts account JOIN read.animals animal ON animal.id = $3::uuid
     WHERE account.account_id = $4::uuid AND ${canReceiveEmail(`'ADOPTION_CONTACT'`)}
     ON CONFLICT (id) DO NOTHING`,
    [content.contactId, JSON.stringify(content), content.animalId, ownerId],
  );
}

async function deleteWaiting(db: PoolOrClient, accountId: string, kind: string): Promise<void> {
  await db.query(
    `DELETE FROM private.mails WHERE account_id = $1 AND state = 'waiting' AND content ->> 'kind' = $2`,
    [accountId, kind],
  );
}

/** Creates a store in PostgreSQL that queues emails about events and stores the position up to which they are queued. */
export const createEventEmailStore = (pool: Pool): EventEmailStore => ({
  getPosition: () => readProgress(pool, 'notice_progress'),

  async advance(from, to, { emails, messages, contacts }) {
    await inTransaction(pool, async (client) => {
      if (!(await moveProgress(client, 'notice_progress', from, to))) return;
      for (const email of emails) await queueEventEmail(client, email);
      if (messages.receivers.length > 0) await queueMessageEmails(client, messages.receivers, messages.link);
      for (const contact of contacts) await queueContactReminder(client, contact);
    });
  },

  async listOptOuts(accountId) {
    const { rows } = await pool.query<{ kind: EmailKindSetting }>(
      'SELECT kind FROM private.mail_opt_outs WHERE account_id = $1 ORDER BY kind',
      [accountId],
    );
    return rows.map(({ kind }) => kind);
  },

  async setOptOut(accountId, kind, isOptedOut) {
    if (isOptedOut) await deleteWaiting(pool, accountId, kind);
    await pool.query(
      isOptedOut
        ? `INSERT INTO private.mail_opt_outs (account_id, kind)
           SELECT account_id, $2 FROM private.accounts WHERE account_id = $1 ON CONFLICT DO NOTHING`
        : 'DELETE FROM private.mail_opt_outs WHERE account_id = $1 AND kind = $2',
      [accountId, kind],
    );
  },

  async optOutByToken(token, kind) {
    const { rows } = await pool.query<{ account_id: string }>(
      `WITH holder AS (SELECT account_id FROM private.accounts WHERE unsubscribe_token = $1), added AS (
         INSERT INTO private.mail_opt_outs (account_id, kind) SELECT account_id, $2 FROM holder
         ON CONFLICT DO NOTHING)
       SELECT account_id FROM holder`,
      [token, kind],
    );
    const [holder] = rows;
    if (holder) await deleteWaiting(pool, holder.account_id, kind);
    return holder !== undefined;
  },

  async hasUnreadMessages(accountId) {
    const { rowCount } = await pool.query(
      'SELECT FROM read.conversations WHERE account_id = $1 AND unread > 0 LIMIT 1',
      [accountId],
    );
    return rowCount === 1;
  },

  async isUnanswered(ownerId, { animalId, contactId, position }) {
    const { rowCount } = await pool.query(
      `SELECT FROM read.conversations conversation
       JOIN read.animals animal ON animal.id = $2 AND animal.owner_id = conversation.account_id
       JOIN read.profiles contact ON contact.id = conversation.other_id AND contact.state = 'ACTIVE'
       WHERE conversation.account_id = $1 AND conversation.other_id = $3
         AND animal.status = 'AVAILABLE' AND animal.taken_down_at IS NULL
         AND NOT EXISTS (
           SELECT FROM read.messages message WHERE message.conversation_id = conversation.conversation_id
             AND message.author_id = $1 AND message.position > $4)
         AND NOT EXISTS (
           SELECT FROM read.blocks block
           WHERE (block.blocker_id, block.blocked_id) IN (($1::uuid, $3::uuid), ($3::uuid, $1::uuid)))`,
      [ownerId, animalId, contactId, position],
    );
    return rowCount === 1;
  },
});
