import type { Knex } from 'knex';

/** Second factors, passkeys and recovery codes of accounts, and the challenges that they answer. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.authenticators (
      account_id uuid PRIMARY KEY REFERENCES private.accounts ON DELETE CASCADE,
      secret     text NOT NULL,
      is_active  boolean NOT NULL DEFAULT false,
      last_step  bigint NOT NULL DEFAULT 0
    );
    COMMENT ON TABLE private.authenticators IS 'secrets of authenticator apps (TOTP, RFC 6238), in base32';
    COMMENT ON COLUMN private.authenticators.is_active IS 'whether a code has confirmed the secret';
    COMMENT ON COLUMN private.authenticators.last_step IS 'time step of the last accepted code; only later ones are accepted';

    CREATE TABLE private.recovery_codes (
      account_id uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      code_hash  bytea NOT NULL,
      PRIMARY KEY (account_id, code_hash)
    );
    COMMENT ON TABLE private.recovery_codes IS 'unused recovery codes, as SHA-256';

    CREATE TABLE private.passkeys (
      id           text PRIMARY KEY,
      account_id   uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      name         text NOT NULL,
      public_key   bytea NOT NULL,
      counter      bigint NOT NULL,
      transports   text[] NOT NULL DEFAULT '{}',
      created_at   timestamptz NOT NULL,
      last_used_at timestamptz
    );
    COMMENT ON COLUMN private.passkeys.id IS 'credential id in base64url';
    CREATE INDEX passkeys_account_id ON private.passkeys (account_id);

    CREATE TABLE private.challenges (
      hash       bytea PRIMARY KEY,
      purpose    text NOT NULL CHECK (purpose IN ('login', 'passkey-login', 'passkey-registration', 'passkey-proof')),
      account_id uuid REFERENCES private.accounts ON DELETE CASCADE,
      attempts   integer NOT NULL DEFAULT 0,
      expires_at timestamptz NOT NULL
    );
    COMMENT ON TABLE private.challenges IS 'open challenges, as SHA-256; each is answered once';
    CREATE INDEX challenges_account_id ON private.challenges (account_id);
    CREATE INDEX challenges_expires_at ON private.challenges (expires_at);

    ALTER TABLE private.sessions ADD COLUMN proven_at timestamptz;
    COMMENT ON COLUMN private.sessions.proven_at IS 'last proof of identity after the login; null if there was none';
  `);
}
