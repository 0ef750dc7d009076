import type { Knex } from 'knex';

/** Drops an index that only the databases of one evening have, whose `listed_counts` still made it; nothing reads it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX IF EXISTS read.follows_followers_by_id');
}
