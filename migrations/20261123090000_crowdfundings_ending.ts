import type { Knex } from 'knex';

/**
 * Lists the active crowdfundings by their end. There is no index for their donations, which change often: the few
 * active ones are sorted.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    "CREATE INDEX crowdfundings_ending ON read.crowdfundings (end_date, id) WHERE status = 'ACTIVE'",
  );
}
