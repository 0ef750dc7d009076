import type { Knex } from 'knex';

/**
 * Index of the active crowdfundings by end date. There is no index by donations, because they change often and few
 * crowdfundings are active; queries sort those.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "CREATE INDEX crowdfundings_ending ON read.crowdfundings (end_date, id) WHERE status = 'ACTIVE'",
  );
}
