import type { Knex } from 'knex';

/** Action that staff took on a report; null if it was not recorded. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE read.report_cases ADD COLUMN resolution text');
}
