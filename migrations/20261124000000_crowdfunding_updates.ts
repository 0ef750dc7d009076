import type { Knex } from 'knex';

/**
 * Posts that are updates of a crowdfunding and may have a picture, and notifications for the followers of its
 * creator.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.posts ADD COLUMN crowdfunding_id uuid, ADD COLUMN image_hash text;
    CREATE INDEX posts_of_crowdfunding ON read.posts (crowdfunding_id, id) WHERE crowdfunding_id IS NOT NULL;
    ALTER TABLE read.campaign_news ADD COLUMN followed_id uuid;
    COMMENT ON COLUMN read.campaign_news.followed_id IS 'its followers also receive the news';
    CREATE INDEX campaign_news_of_followed ON read.campaign_news (position) WHERE followed_id IS NOT NULL;
  `);
}
