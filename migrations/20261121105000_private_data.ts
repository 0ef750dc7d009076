import type { Knex } from 'knex';

/**
 * What no replay touches: who people are, the names that must be unique, the keys that their texts are sealed with,
 * sessions, and the API's own memory (idempotency keys, sign-ins under way, counted views, throttles).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE SCHEMA private;

    CREATE TABLE private.accounts (
      account_id    uuid PRIMARY KEY,
      username      text,
      password_hash text,
      email         text NOT NULL,
      name          text NOT NULL,
      surnames      text NOT NULL,
      birthdate     date,
      gender        text,
      reserved_at   timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE INDEX accounts_reserved_at ON private.accounts (reserved_at);

    CREATE TABLE private.names (
      kind        text COLLATE "C" NOT NULL CHECK (kind IN ('username', 'nickname', 'email', 'identity')),
      key         text COLLATE "C" NOT NULL,
      account_id  uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      reserved_at timestamptz NOT NULL DEFAULT clock_timestamp(),
      revision    bigint,
      PRIMARY KEY (kind, key)
    );
    CREATE INDEX names_account ON private.names (account_id);
    CREATE INDEX names_unconfirmed ON private.names (reserved_at) WHERE revision IS NULL;
    COMMENT ON COLUMN private.names.key IS 'in the form that is compared: without regard to case';
    COMMENT ON COLUMN private.names.revision IS
      'of the event in the account''s stream that gave the name; null while it is only reserved';

    CREATE TABLE private.text_keys (
      account_id uuid PRIMARY KEY,
      key        bytea NOT NULL CHECK (length(key) = 32)
    );

    CREATE TABLE private.sessions (
      id         uuid PRIMARY KEY,
      account_id uuid NOT NULL,
      created_at timestamptz NOT NULL,
      expires_at timestamptz NOT NULL
    );
    CREATE INDEX sessions_account ON private.sessions (account_id);
    CREATE INDEX sessions_expires_at ON private.sessions (expires_at);

    CREATE TABLE private.idempotency_keys (
      owner       uuid NOT NULL,
      key         uuid NOT NULL,
      fingerprint bytea NOT NULL,
      command_id  uuid NOT NULL,
      answer      text,
      created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
      PRIMARY KEY (owner, key)
    );
    CREATE INDEX idempotency_keys_created_at ON private.idempotency_keys (created_at);
    COMMENT ON COLUMN private.idempotency_keys.answer IS 'sealed under the owner''s text key; null while under way';

    CREATE TABLE private.sign_ins (
      state_hash bytea PRIMARY KEY,
      nonce      text NOT NULL,
      verifier   text NOT NULL,
      expires_at timestamptz NOT NULL
    );

    CREATE TABLE private.view_marks (
      day     date NOT NULL,
      post_id uuid NOT NULL,
      viewer  bytea NOT NULL,
      PRIMARY KEY (day, post_id, viewer)
    );

    CREATE TABLE private.view_batches (
      id         uuid PRIMARY KEY,
      day        date NOT NULL,
      views      jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );

    CREATE UNLOGGED TABLE private.throttles (
      key    varchar(255) PRIMARY KEY,
      points integer NOT NULL DEFAULT 0,
      expire bigint
    );
    COMMENT ON TABLE private.throttles IS 'unlogged: losing it in a crash of the database only forgives';
  `);
}
