import type { Knex } from 'knex';

/** Devices that logged in to an account before, by hashes of the tokens that they keep. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.devices (
      token_hash   bytea NOT NULL CHECK (length(token_hash) = 32),
      account_id   uuid NOT NULL REFERENCES private.accounts ON DELETE CASCADE,
      last_used_at timestamptz NOT NULL,
      PRIMARY KEY (token_hash, account_id)
    );
    CREATE INDEX devices_account ON private.devices (account_id, last_used_at);
    CREATE INDEX devices_last_used_at ON private.devices (last_used_at);
  `);
}
