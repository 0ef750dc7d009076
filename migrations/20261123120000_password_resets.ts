import type { Knex } from 'knex';

/** Password reset links, at most one per account. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.password_resets (
      account_id uuid PRIMARY KEY REFERENCES private.accounts ON DELETE CASCADE,
      token_hash bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX password_resets_expires_at ON private.password_resets (expires_at);
  `);
}
