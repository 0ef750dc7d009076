import type { Pool } from 'pg';
import type { Picture } from '../../domain/ports/pictures.ts';
import type { PictureStore } from '../../domain/ports/private-data.ts';

/** Pictures in PostgreSQL, some ten kilobytes each. */
export function createPictureStore(pool: Pool): PictureStore {
  return {
    async keep(subjectId, ownerId, { jpeg, hash }) {
      const { rows } = await pool.query<{ hash: string }>({
        name: 'keep-picture',
        text: `INSERT INTO private.pictures AS kept (subject_id, owner_id, hash, jpeg) VALUES ($1, $2, $3, $4)
               ON CONFLICT (subject_id) DO UPDATE SET subject_id = kept.subject_id
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

    async forget(subjectId) {
      await pool.query({
        name: 'forget-picture',
        text: 'DELETE FROM private.pictures WHERE subject_id = $1',
        values: [subjectId],
      });
    },
  };
}
