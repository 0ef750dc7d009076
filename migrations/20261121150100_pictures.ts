import type { Knex } from 'knex';

/** Pictures of campaigns and animals, by the id of what they show. They go with the account that they are of. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    CREATE TABLE private.pictures (
      subject_id uuid PRIMARY KEY,
      owner_id   uuid NOT NULL,
      hash       text NOT NULL,
      jpeg       bytea NOT NULL,
      created_at timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    ALTER TABLE private.pictures ALTER COLUMN jpeg SET STORAGE EXTERNAL;
    COMMENT ON COLUMN private.pictures.hash IS 'SHA-256 of the JPEG in hexadecimal digits';
    CREATE INDEX pictures_of_owner ON private.pictures (owner_id);
  `);
}
