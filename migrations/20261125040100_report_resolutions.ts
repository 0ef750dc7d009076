import type { Knex } from 'knex';

/** What staff did about reports; null if it was not recorded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE read.report_cases ADD COLUMN resolution text');
}
