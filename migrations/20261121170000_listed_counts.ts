import type { Knex } from 'knex';

/** Lets it be counted from indexes alone what lists leave out of comments and follows. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE INDEX profiles_unlisted ON read.profiles (id) INCLUDE (nickname) WHERE state <> 'ACTIVE';
    CREATE INDEX posts_replies_by_author ON read.posts (parent_id, author_id) WHERE parent_id IS NOT NULL;
  `);
}
