import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { System } from '../../adapters/compose.ts';
import { postDecider } from '../../domain/posts/decide.ts';

/** Publishes posts until `stop` is called. `stop` returns the number of published posts. */
export function startWriting(system: System): { readonly stop: () => Promise<number> } {
  let isStopped = false;
  const writeLoop = (async () => {
    let count = 0;
    for (; !isStopped; count += 1) {
      const postId = system.ids.next();
      const authorId = system.ids.next();
      const text = `Written while a backup is made, ${count}`;
      const result = await system.handler.handle(
        postDecider,
        postId,
        { type: 'PublishPost', postId, authorId, text, parentId: null },
        {
          commandId: postId,
          correlationId: postId,
          actor: { kind: 'account', id: authorId },
          occurredAt: system.clock.now(),
        },
      );
      if (!result.accepted) throw new Error(result.rejection.message);
    }
    return count;
  })();
  return {
    stop: () => {
      isStopped = true;
      return writeLoop;
    },
  };
}

/** Returns a hash over all rows of a table that meet an SQL condition. */
export async function hashRows(pool: pg.Pool, table: string, condition = 'true'): Promise<string> {
  const { rows } = await pool.query<{ row: string }>(
    `SELECT row::text AS row FROM (SELECT * FROM ${table} WHERE ${condition}) row ORDER BY row::text COLLATE "C"`,
  );
  return `${rows.length} ${createHash('sha256')
    .update(rows.map(({ row }) => row).join('\n'))
    .digest('hex')}`;
}

/** Returns whether a database contains no events and no private data. */
export const isEmpty = async (pool: pg.Pool): Promise<boolean> => {
  const { rows } = await pool.query<{ count: string }>(
    `SELECT (SELECT count(*) FROM log.events) + (SELECT count(*) FROM private.accounts)
       + (SELECT count(*) FROM private.text_keys) AS count`,
  );
  return rows[0]?.count === '0';
};
