import type { Knex } from 'knex';

/**
 * Tables that are not rebuilt from the log: accounts and their unique names, encryption keys, sessions and devices,
 * pictures, webhooks, and short-lived state of the API (idempotency keys, sign-ins, counted views, throttles).
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(ACCOUNTS);
  await knex.raw(DEVICES);
  await knex.raw(WEBHOOKS);
  await knex.raw(PICTURES);
}

const ACCOUNTS = `
  CREATE SCHEMA private;

  CREATE TABLE private.accounts (
    account_id          uuid PRIMARY KEY,
    username            text,
    password_hash       text,
    email               text NOT NULL,
    name                text NOT NULL,
    surnames            text NOT NULL,
    birthdate           date,
    gender              text,
    reserved_at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    website             text,
    registration_number text
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
  COMMENT ON COLUMN private.names.key IS 'case-folded, for comparison';
  COMMENT ON COLUMN private.names.revision IS
    'revision of the event in the account''s stream that assigned the name; null while it is only reserved';

  CREATE TABLE private.text_keys (
    account_id uuid PRIMARY KEY,
    key        bytea CHECK (length(key) = 32)
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
  COMMENT ON COLUMN private.idempotency_keys.answer IS 'sealed under the owner''s text key; null while the command runs';

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
  COMMENT ON TABLE private.throttles IS 'unlogged: a crash of the database resets the throttles';
  COMMENT ON COLUMN private.text_keys.key IS 'null after erasure; the row prevents a new key';
  COMMENT ON COLUMN private.accounts.registration_number IS 'official registration number of the organization';
`;

const DEVICES = `
  CREATE TABLE private.devices (
    token_hash   bytea NOT NULL CHECK (length(token_hash) = 32),
    account_id   uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (token_hash, account_id)
  );
  CREATE INDEX devices_account ON private.devices (account_id, last_used_at);
  CREATE INDEX devices_last_used_at ON private.devices (last_used_at);
`;

const WEBHOOKS = `
  CREATE TABLE private.webhooks (
    id          text COLLATE "C" PRIMARY KEY,
    body        bytea,
    received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    due_at      timestamptz NOT NULL DEFAULT clock_timestamp(),
    attempts    integer NOT NULL DEFAULT 0,
    done_at     timestamptz,
    CHECK ((body IS NULL) = (done_at IS NOT NULL))
  );
  COMMENT ON COLUMN private.webhooks.body IS 'as received; null after processing';
  CREATE INDEX webhooks_due_at ON private.webhooks (due_at) WHERE body IS NOT NULL;
  CREATE INDEX webhooks_done_at ON private.webhooks (done_at) WHERE done_at IS NOT NULL;
`;

const PICTURES = `
  CREATE TABLE private.pictures (
    subject_id uuid PRIMARY KEY,
    owner_id   uuid NOT NULL,
    hash       text NOT NULL,
    jpeg       bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    named      boolean NOT NULL DEFAULT false
  );
  ALTER TABLE private.pictures ALTER COLUMN jpeg SET STORAGE EXTERNAL;
  COMMENT ON COLUMN private.pictures.hash IS 'SHA-256 of the JPEG in hexadecimal digits';
  CREATE INDEX pictures_of_owner ON private.pictures (owner_id);
  COMMENT ON COLUMN private.pictures.named IS 'whether the event that refers to it has been read from the log';
  CREATE INDEX pictures_not_named ON private.pictures (created_at) WHERE NOT named;
`;
