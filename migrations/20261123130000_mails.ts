import type { Knex } from 'knex';

/** Emails to accounts. Erasing an account deletes its emails. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.mails (
      id         uuid PRIMARY KEY,
      account_id uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      kind       text NOT NULL,
      language   text NOT NULL,
      content    jsonb,
      state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed')),
      attempts   integer NOT NULL DEFAULT 0,
      error      text,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
      ended_at   timestamptz
    );
    COMMENT ON COLUMN private.mails.content IS 'may contain a one-time token; null after sending';
    CREATE INDEX mails_account ON private.mails (account_id);
    CREATE INDEX mails_due_at ON private.mails (due_at) WHERE state = 'waiting';
    CREATE INDEX mails_created_at ON private.mails (created_at);
  `);
}
