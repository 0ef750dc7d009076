import type { Knex } from 'knex';

/** Time of the last edit of a post; null if it was never edited. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('ALTER TABLE read.posts ADD COLUMN modified_at timestamptz');
}
