import type { Knex } from 'knex';

/** Lets the figures of the last days be counted from indexes alone, whatever else the tables hold. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX profiles_registered ON read.profiles (registered_at);
    CREATE INDEX profiles_organizations ON read.profiles (id) WHERE role = 'ORG' AND approved;
    CREATE INDEX posts_published ON read.posts (published_at) WHERE parent_id IS NULL;
    CREATE INDEX donations_made ON read.donations (made_at) INCLUDE (amount);
  `);
}
