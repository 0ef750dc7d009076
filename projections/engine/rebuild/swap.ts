import type pg from 'pg';
import { pause } from '../../../common/waiting.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { codeOf } from '../code.ts';
import type { Projection } from '../definition.ts';
import type { Reader } from '../reader.ts';
import { statementsOf } from '../statements.ts';
import { readLiveCheckpoint } from './live-checkpoint.ts';
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

/** The log has lost the event that a rebuild had come to; the live read model is as it was. */
export class PastChanged extends Error {
  constructor(projection: string) {
    super(
      `The log has lost events while ${projection} was rebuilt. Nothing was changed; repeat the command.`,
    );
    this.name = 'PastChanged';
  }
}

/** What a swap works with. */
export interface Swap {
  readonly client: pg.ClientBase;
  readonly projection: Projection;
  readonly reader: Reader;
  readonly log: EventLog;
  readonly rebuiltTo: Position;
}

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
 * have prepared find the new tables by their names. A worker that was ahead of the log, or runs other code, loses its
 * lease.
 * @returns where the read model stands now
 * @throws PastChanged, RebuildOutdated
 */
export async function swap(options: Swap): Promise<Position> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await trySwap(options);
    } catch (error) {
      await options.client.query('ROLLBACK');
      if (!isBusy(error) || attempt === ATTEMPTS) throw error;
      await pause(BETWEEN_ATTEMPTS_MS * (0.5 + Math.random()), new AbortController().signal);
    }
  }
}

async function trySwap({ client, projection, reader, log, rebuiltTo }: Swap): Promise<Position> {
  const { name, tables } = projection;
  const { version, eventTypes, columns, hash } = codeOf(projection);
  await client.query('BEGIN');
  await client.query(
    `SET LOCAL lock_timeout = ${LOCK_MS}; SET LOCAL idle_in_transaction_session_timeout = '3s'`,
  );
  const live = await readLiveCheckpoint(client, projection, log, 'FOR UPDATE');
  await applyUntil(client, projection, reader, rebuiltTo, live.position);
  const position = Math.max(live.position, rebuiltTo);
  const eventId = await log.eventIdAt(position);
  if (position > 0 && eventId === null) throw new PastChanged(name);
  await client.query(
    `LOCK TABLE ${tables.map((table) => `read.${table.name}`).join(', ')} IN ACCESS EXCLUSIVE MODE`,
  );
  for (const table of tables) {
    await client.query(`DROP TABLE read.${table.name}`);
    await client.query(`ALTER TABLE ${REBUILD_SCHEMA}.${table.name} SET SCHEMA read`);
  }
  await client.query(
    `UPDATE engine.checkpoints SET position = $2, event_id = $3, moved_at = now(),
       version = $4, event_types = $5, columns = $6, code = $7, replay_needed = false,
       epoch = epoch + $8::int, holder = CASE WHEN $8::int = 0 THEN holder END,
       expires_at = CASE WHEN $8::int = 0 THEN expires_at END,
       error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
     WHERE projection = $1`,
    [name, position, eventId, version, eventTypes, columns, hash, Number(live.isAhead || live.isOtherWorker)],
  );
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [name]);
  await client.query('COMMIT');
  return position;
}
