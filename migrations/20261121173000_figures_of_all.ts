import type { Knex } from 'knex';

/** Organizations are counted by what they registered as, whatever role staff gave them since; comments are posts, too. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    DROP INDEX read.profiles_organizations;
    CREATE INDEX profiles_organizations ON read.profiles (id) WHERE category IS NOT NULL AND state = 'ACTIVE';
    DROP INDEX read.posts_published;
    CREATE INDEX posts_published ON read.posts (published_at);
  `);
}
