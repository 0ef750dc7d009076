import type { Knex } from 'knex';

/** Read receipts: how far the other member has read, and which accounts have switched receipts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.conversations ADD COLUMN seen_position bigint;
    COMMENT ON COLUMN read.conversations.seen_position IS 'log position up to which the other member has read the messages of account_id';
    CREATE TABLE read.read_receipt_switches (
      account_id uuid PRIMARY KEY,
      enabled    boolean NOT NULL,
      position   bigint NOT NULL
    );
    COMMENT ON TABLE read.read_receipt_switches IS 'accounts that have turned read receipts off, or on again, with the log position of the latest switch';
  `);
}
