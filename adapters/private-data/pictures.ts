import type { Pool } from 'pg';
import type { PictureReference } from '../../domain/kernel/picture.ts';
import type { PictureStore, UnreferencedPicture } from '../../domain/ports/picture-store.ts';
import type { Picture, PictureVariant } from '../../domain/ports/pictures.ts';

interface StoredPictureRecord {
  readonly hash: string;
  readonly variants_hash: string | null;
  readonly width: number;
  readonly height: number;
}

/** Stores a picture, or keeps the stored one. Variants are only stored if they belong to the kept picture. */
const SAVE_PICTURE = `
  WITH kept AS (
    INSERT INTO private.pictures AS stored (subject_id, owner_id, hash, jpeg, variants_hash, width, height)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (subject_id) DO UPDATE SET created_at = clock_timestamp()
    RETURNING stored.hash, stored.variants_hash, stored.width, stored.height
  ), kept_variants AS (
    INSERT INTO private.picture_variants (subject_id, size, type, bytes)
    SELECT $1, variant.size, variant.type, variant.bytes
    FROM kept, unnest($8::integer[], $9::text[], $10::bytea[]) AS variant (size, type, bytes)
    WHERE kept.variants_hash = $5
    ON CONFLICT DO NOTHING
  )
  SELECT * FROM kept`;

const toReference = ({ hash, variants_hash, width, height }: StoredPictureRecord): PictureReference => ({
  imageHash: hash,
  ...(variants_hash !== null && { image: { hash: variants_hash, width, height } }),
});

/** Creates a picture store: per picture a JPEG of about 10 kB, and variants of up to about 1 MB in total. */
export function createPictureStore(pool: Pool): PictureStore {
  return {
    async save(subjectId, ownerId, { jpeg, hash, details, variants = [] }) {
      const { rows } = await pool.query<StoredPictureRecord>({
        name: 'keep-picture',
        text: SAVE_PICTURE,
        values: [
          subjectId,
          ownerId,
          hash,
          Buffer.from(jpeg),
          details?.hash,
          details?.width,
          details?.height,
          variants.map(({ size }) => size),
          variants.map(({ type }) => type),
          variants.map(({ bytes }) => Buffer.from(bytes)),
        ],
      });
      return toReference(rows[0] as StoredPictureRecord);
    },

    async findVariant(subjectId, size, type) {
      const { rows } = await pool.query<PictureVariant & { readonly hash: string }>({
        name: 'find-picture-variant',
        text: `SELECT variant.size, variant.type, variant.bytes, picture.variants_hash AS hash
               FROM private.picture_variants variant JOIN private.pictures picture USING (subject_id)
               WHERE subject_id = $1 AND variant.type = $3 AND variant.size <= $2
               ORDER BY variant.size DESC LIMIT 1`,
        values: [subjectId, size, type],
      });
      return rows[0] ?? null;
    },

    async find(subjectId) {
      const { rows } = await pool.query<Picture>({
        name: 'find-picture',
        text: 'SELECT jpeg, hash FROM private.pictures WHERE subject_id = $1',
        values: [subjectId],
      });
      return rows[0] ?? null;
    },

    async delete(subjectId, before) {
      await pool.query({
        name: 'delete-picture',
        text: `DELETE FROM private.pictures
               WHERE subject_id = $1 AND ($2::timestamptz IS NULL OR created_at < $2)`,
        values: [subjectId, before],
      });
    },

    async listUnreferenced(before, limit, after) {
      const { rows } = await pool.query<UnreferencedPicture>({
        name: 'unnamed-pictures',
        text: `SELECT subject_id AS "subjectId", owner_id AS "ownerId", created_at::text AS "storedAt"
               FROM private.pictures
               WHERE NOT named AND created_at < $1 AND (created_at, subject_id) > ($3::timestamptz, $4::uuid)
               ORDER BY created_at, subject_id LIMIT $2`,
        values: [before, limit, after?.storedAt ?? '-infinity', after?.subjectId],
      });
      return rows;
    },

    async markReferenced(subjectId) {
      await pool.query({
        name: 'named-picture',
        text: 'UPDATE private.pictures SET named = true WHERE subject_id = $1',
        values: [subjectId],
      });
    },

    async markUnverified(subjectId) {
      await pool.query({
        name: 'doubt-picture',
        text: 'UPDATE private.pictures SET named = false WHERE subject_id = $1',
        values: [subjectId],
      });
    },
  };
}
