import type { Knex } from 'knex';

/** Requested erasures of accounts, and copies of their data to download. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.profiles ADD COLUMN erase_at timestamptz;
    COMMENT ON COLUMN read.profiles.erase_at IS 'when the account is erased at its own request; null if it did not ask';
    CREATE INDEX profiles_erase_at ON read.profiles (erase_at) WHERE erase_at IS NOT NULL;

    CREATE TABLE private.data_exports (
      id         uuid PRIMARY KEY,
      account_id uuid NOT NULL UNIQUE REFERENCES private.accounts ON DELETE CASCADE,
      language   text NOT NULL,
      state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'ready')),
      done       integer NOT NULL DEFAULT 0,
      total      integer NOT NULL DEFAULT 0,
      bytes      bigint,
      created_at timestamptz NOT NULL,
      due_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
      expires_at timestamptz
    );
    COMMENT ON COLUMN private.data_exports.done IS 'number of written entries, of total';
    COMMENT ON COLUMN private.data_exports.due_at IS 'when a worker may start it, or start it again after the worker died';
    CREATE INDEX data_exports_due_at ON private.data_exports (due_at) WHERE state = 'waiting';
    CREATE INDEX data_exports_expires_at ON private.data_exports (expires_at);

    CREATE TABLE private.data_export_chunks (
      export_id uuid NOT NULL REFERENCES private.data_exports ON DELETE CASCADE,
      n         integer NOT NULL,
      bytes     bytea NOT NULL,
      PRIMARY KEY (export_id, n)
    );
    COMMENT ON TABLE private.data_export_chunks IS 'the ZIP files, in pieces of about 1 MB';
  `);
}
