import type { Knex } from 'knex';

/**
 * Verification of email addresses. Existing addresses count as verified: they were unique and received password reset
 * links, which their accounts must not lose.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.accounts
      ADD COLUMN email_verified_at timestamptz,
      ADD COLUMN language text NOT NULL DEFAULT 'en',
      ADD COLUMN unsubscribe_token uuid NOT NULL DEFAULT gen_random_uuid();
    UPDATE private.accounts SET email_verified_at = clock_timestamp();
    COMMENT ON COLUMN private.accounts.language IS 'of mails; that of the last login';
    COMMENT ON COLUMN private.accounts.unsubscribe_token IS 'can only turn off mails about notifications';

    CREATE TABLE private.email_links (
      token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
      account_id uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      purpose    text NOT NULL CHECK (purpose IN ('verify', 'undo')),
      email      text NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE UNIQUE INDEX email_links_verify ON private.email_links (account_id) WHERE purpose = 'verify';
    CREATE INDEX email_links_account ON private.email_links (account_id);
    CREATE INDEX email_links_expires_at ON private.email_links (expires_at);
    COMMENT ON COLUMN private.email_links.email IS 'the address that the link verifies or restores';

    ALTER TABLE private.mails ADD COLUMN recipient text, ALTER COLUMN account_id DROP NOT NULL;
    COMMENT ON COLUMN private.mails.recipient IS 'address; null for the present address of the account';

    CREATE TABLE private.mail_opt_outs (
      account_id uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      kind       text NOT NULL,
      PRIMARY KEY (account_id, kind)
    );

    CREATE TABLE private.notice_progress (
      id       boolean PRIMARY KEY DEFAULT true CHECK (id),
      position bigint NOT NULL
    );
    COMMENT ON COLUMN private.notice_progress.position IS 'log position up to which events have become mails';
  `);
}
