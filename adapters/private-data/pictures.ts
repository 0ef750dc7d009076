import type { Pool } from 'pg';
import type { Picture } from '../../domain/ports/pictures.ts';
import type { PictureStore } from '../../domain/ports/private-data.ts';

/** Stores pictures in PostgreSQL, about 10 kB each. */
export function createPictureStore(pool: Pool): PictureStore {
  return {
    async keep(subjectId, ownerId, { jpeg, hash }) {
      const { rows } = await pool.query<{ hash: string }>({
        name: 'keep-picture',
        text: `INSERT INTO private.pictures AS kept (subject_id, owner_id, hash, jpeg) VALUES ($1, $2, $3, $4)
               ON CONFLICT (subject_id) DO UPDATE SET created_at = clock_timestamp()
               RETURNING kept.hash`,
        values: [subjectId, ownerId, hash, Buffer.from(jpeg)],
      });
      return rows[0]?.hash ?? hash;
    },

    async find(subjectId) {
      const { rows } = await pool.query<Picture>({
        name: 'find-picture',
        text: 'SELECT jpeg, hash FROM private.pictures WHERE subject_id = $1',
        values: [subjectId],
      });
      return rows[0] ?? null;
    },

    async forget(subjectId, before) {
      await pool.query({
        name: 'forget-picture',
        text: `DELETE FROM private.pictures
               WHERE subject_id = $1 AND ($2::timestamptz IS NULL OR created_at < $2)`,
        values: [subjectId, before],
      });
    },

    async listUnreferenced(before, limit) {
      const { rows } = await pool.query<{ subject_id: string }>({
        name: 'unnamed-pictures',
        text: `SELECT subject_id FROM private.pictures
               WHERE NOT named AND created_at < $1 ORDER BY created_at LIMIT $2`,
        values: [before, limit],
      });
      return rows.map(({ subject_id }) => subject_id);
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
