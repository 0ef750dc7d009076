import type { Knex } from 'knex';

/** Larger variants of pictures, and what lists contain of a picture: the hash and size of its variants, and its focal point. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    ALTER TABLE private.pictures
      ADD COLUMN variants_hash text, ADD COLUMN width integer, ADD COLUMN height integer;
    COMMENT ON COLUMN private.pictures.variants_hash IS 'SHA-256 of all variants; null if only the small JPEG is stored';
    COMMENT ON COLUMN private.pictures.width IS 'of the largest variant, in pixels';
    CREATE TABLE private.picture_variants (
      subject_id uuid NOT NULL REFERENCES private.pictures ON DELETE CASCADE,
      size       integer NOT NULL,
      type       text NOT NULL,
      bytes      bytea NOT NULL,
      PRIMARY KEY (subject_id, size, type)
    );
    ALTER TABLE private.picture_variants ALTER COLUMN bytes SET STORAGE EXTERNAL;
    COMMENT ON COLUMN private.picture_variants.size IS 'maximum of the longer side, in pixels';
    ALTER TABLE read.crowdfundings ADD COLUMN image text;
    ALTER TABLE read.animals ADD COLUMN image text;
    ALTER TABLE read.posts ADD COLUMN image text;
    COMMENT ON COLUMN read.crowdfundings.image IS 'variants of the picture and its focal point in JSON';
    COMMENT ON COLUMN read.animals.image IS 'variants of the picture and its focal point in JSON';
    COMMENT ON COLUMN read.posts.image IS 'variants of the picture and its focal point in JSON';
  `);
}
