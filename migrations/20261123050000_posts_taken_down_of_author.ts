import type { Knex } from 'knex';

/** Finds whether an account has posts that are taken down, which only it and staff see. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX posts_taken_down_of_author ON read.posts (author_id) WHERE taken_down_at IS NOT NULL',
  );
}
