import type { Knex } from 'knex';

/** A picture is kept before the event that names it; one that no event has named yet is looked at later. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.pictures ADD COLUMN named boolean NOT NULL DEFAULT false;
    COMMENT ON COLUMN private.pictures.named IS 'whether the event that tells of it has been seen in the log';
    CREATE INDEX pictures_not_named ON private.pictures (created_at) WHERE NOT named;
  `);
}
