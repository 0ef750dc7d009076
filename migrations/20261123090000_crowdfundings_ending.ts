import type { Knex } from 'knex';

/**
 * Index of the active crowdfundings by end date. Queries by donations sort these instead of using an index,
 * because donations change often and few crowdfundings are active.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "CREATE INDEX crowdfundings_ending ON read.crowdfundings (end_date, id) WHERE status = 'ACTIVE'",
  );
}
