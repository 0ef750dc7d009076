import type pg from 'pg';
import { pause } from '../../../common/waiting.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Projection } from '../definition.ts';
import type { Reader } from '../reader.ts';
import { statementsOf } from '../statements.ts';
import { batchesOf, folded, REBUILD_BATCH } from './load.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/** Reads are not held up longer than this by a swap that waits for its locks; then it steps back and tries again. */
const LOCK_MS = 150;
const ATTEMPTS = 200;
const BETWEEN_ATTEMPTS_MS = 40;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

/** Applies a stretch of the log to the rebuilt tables within the client's own transaction. */
export async function applyUntil(
  client: pg.ClientBase,
  projection: Projection,
  reader: Reader,
  from: Position,
  until: Position,
): Promise<void> {
  for await (const batch of batchesOf(reader, from, until, REBUILD_BATCH)) {
    for (const statement of statementsOf(REBUILD_SCHEMA, folded(projection, batch))) {
      await client.query({ ...statement });
    }
  }
}

/**
 * Puts the rebuilt tables in the place of the live ones, in one transaction. It holds the checkpoint, so that nothing
 * is projected meanwhile, and first brings the rebuilt tables to where the live ones stand. Statements that others
 * have prepared find the new tables by their names.
 * @returns where the read model stands now
 */
export async function swap(
  client: pg.ClientBase,
  projection: Projection,
  reader: Reader,
  rebuiltTo: Position,
): Promise<Position> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await trySwap(client, projection, reader, rebuiltTo);
    } catch (error) {
      await client.query('ROLLBACK');
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
      await pause(BETWEEN_ATTEMPTS_MS * (0.5 + Math.random()), new AbortController().signal);
    }
  }
}

async function trySwap(
  client: pg.ClientBase,
  projection: Projection,
  reader: Reader,
  rebuiltTo: Position,
): Promise<Position> {
  const { name, tables } = projection;
  await client.query('BEGIN');
  await client.query(
    `SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = '3s'`,
  );
  const { rows } = await client.query<{ position: string }>(
    'SELECT position FROM engine.checkpoints WHERE projection = $1 FOR UPDATE',
    [name],
  );
  const live = Number(rows[0]?.position ?? 0);
  await applyUntil(client, projection, reader, rebuiltTo, live);
  const position = Math.max(live, rebuiltTo);
  await client.query(
    `LOCK TABLE ${tables.map((table) => `read.${table.name}`).join(', ')} IN ACCESS EXCLUSIVE MODE`,
  );
  for (const table of tables) {
    await client.query(`DROP TABLE read.${table.name}`);
    await client.query(`ALTER TABLE ${REBUILD_SCHEMA}.${table.name} SET SCHEMA read`);
  }
  await client.query(
    `UPDATE engine.checkpoints SET position = $2, moved_at = now(),
       error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
     WHERE projection = $1`,
    [name, position],
  );
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [name]);
  await client.query('COMMIT');
  return position;
}
