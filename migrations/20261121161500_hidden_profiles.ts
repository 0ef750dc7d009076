import type { Knex } from 'knex';

/** Read model of who blocks and who mutes whom. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE read.blocks (
      blocker_id uuid NOT NULL,
      blocked_id uuid NOT NULL,
      since      bigint NOT NULL,
      PRIMARY KEY (blocker_id, blocked_id)
    );
    COMMENT ON COLUMN read.blocks.since IS 'position of the event in the log';
    CREATE INDEX blocks_of_blocked ON read.blocks (blocked_id, blocker_id);

    CREATE TABLE read.mutes (
      muter_id uuid NOT NULL,
      muted_id uuid NOT NULL,
      since    bigint NOT NULL,
      PRIMARY KEY (muter_id, muted_id)
    );
    COMMENT ON COLUMN read.mutes.since IS 'position of the event in the log';
  `);
}
