import type { Knex } from 'knex';

/** Pictures of profiles. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.profiles ADD COLUMN picture_id uuid, ADD COLUMN picture_hash text;
    COMMENT ON COLUMN read.profiles.picture_id IS 'its picture in private.pictures; null if there is none';
    COMMENT ON COLUMN read.profiles.taken_down_at IS
      'when staff took the picture, bio and website down: only the owner and staff see the texts since';
  `);
}
