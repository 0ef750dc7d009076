import type { Knex } from 'knex';

/** Lets notifications carry what staff gave as the reason of a decision. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.notifications ADD COLUMN reason text;
    ALTER TABLE read.campaign_news ADD COLUMN reason text;
  `);
}
