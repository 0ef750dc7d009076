import type { Knex } from 'knex';

/** Bios and websites of profiles, which staff can take down. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE read.profiles
      ADD COLUMN bio               text NOT NULL DEFAULT '',
      ADD COLUMN website           text NOT NULL DEFAULT '',
      ADD COLUMN taken_down_at     timestamptz,
      ADD COLUMN taken_down_reason text;
    COMMENT ON COLUMN read.profiles.website IS 'normalized URL; empty when there is none';
    COMMENT ON COLUMN read.profiles.taken_down_at IS
      'when staff took the bio and website down: only the owner and staff see them since';
  `);
}
