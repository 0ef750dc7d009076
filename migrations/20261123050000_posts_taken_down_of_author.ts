import type { Knex } from 'knex';

/** Index to find whether an account has posts that are taken down. Only the account and staff see them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(
    'CREATE INDEX posts_taken_down_of_author ON read.posts (author_id) WHERE taken_down_at IS NOT NULL',
  );
}
