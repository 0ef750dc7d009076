import type { Knex } from 'knex';

/** What staff did, and the indexes by which auditors find what is wrong. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.staff_actions (
      position    bigint PRIMARY KEY,
      id          uuid NOT NULL,
      action      text NOT NULL,
      actor_kind  text NOT NULL,
      actor_id    text NOT NULL,
      target_kind text NOT NULL,
      target_id   uuid NOT NULL,
      reason      text,
      occurred_at timestamptz NOT NULL
    );
    CREATE INDEX wallets_owing ON read.wallets (owed) WHERE owed > 0;
    CREATE INDEX journal_entries_of_payment ON read.journal_entries (payment_id) WHERE payment_id IS NOT NULL;
  `);
}
