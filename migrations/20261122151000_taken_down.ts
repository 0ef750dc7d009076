import type { Knex } from 'knex';

/**
 * Marks posts and animals that staff have taken down. The index of an author's posts includes the mark, so that feeds skip
 * what is taken down without reading the rows; a partial index counts the comments that a post is shown without.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.posts ADD COLUMN taken_down_at timestamptz, ADD COLUMN taken_down_reason text;
    COMMENT ON COLUMN read.posts.taken_down_at IS 'since when only its author and staff see it; null while everybody does';
    DROP INDEX read.posts_of_author;
    CREATE INDEX posts_of_author ON read.posts (author_id, id) INCLUDE (taken_down_at) WHERE parent_id IS NULL;
    CREATE INDEX posts_taken_down_replies ON read.posts (parent_id, author_id)
      WHERE parent_id IS NOT NULL AND taken_down_at IS NOT NULL;
    ALTER TABLE read.animals ADD COLUMN taken_down_at timestamptz, ADD COLUMN taken_down_reason text;
    COMMENT ON COLUMN read.animals.taken_down_at IS
      'since when only its owner and staff see it; null while everybody does';
  `);
}
