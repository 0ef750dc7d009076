import type pg from 'pg';
import { sleep } from '../../../common/timing.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { getProjectionCode } from '../code.ts';
import type { Projection } from '../definition.ts';
import { LogHistoryChanged } from '../log-view.ts';
import type { Reader } from '../reader.ts';
import { createStatements } from '../statements.ts';
import { readLiveCheckpoint } from './live-checkpoint.ts';
import { foldBatch, readBatches } from './load.ts';
import { REBUILD_SCHEMA } from './tables.ts';

/** Lock timeout, in milliseconds. A swap that waits for locks blocks reads, so it rolls back and retries. */
const LOCK_TIMEOUT_MS = 150;
const MAX_ATTEMPTS = 200;
const RETRY_DELAY_MS = 40;

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK = '40P01';

const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK);

interface SwapOptions {
  readonly client: pg.ClientBase;
  readonly projection: Projection;
  readonly reader: Reader;
  readonly log: EventLog;
  readonly rebuiltPosition: Position;
}

/** Applies log events to the rebuilt tables up to a position, in the client's transaction. */
export async function applyEventsUntil(
  client: pg.ClientBase,
  projection: Projection,
  reader: Reader,
  from: Position,
  until: Position,
): Promise<void> {
  for await (const batch of readBatches(reader, from, until)) {
    for (const statement of createStatements(REBUILD_SCHEMA, foldBatch(projection, batch))) {
      await client.query({ ...statement });
    }
  }
}

/**
 * Replaces the live tables with the rebuilt ones in one transaction. Locks the checkpoint, so that nothing is
 * projected during the swap, and then advances the rebuilt tables to it. Prepared statements find the new
 * tables by name. The new epoch invalidates cached reads of the replaced rows; the worker takes its lease again.
 * @returns the position of the new read model
 * @throws LogHistoryChanged, RebuildOutdated
 */
export async function swapTables(options: SwapOptions): Promise<Position> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await trySwap(options);
    } catch (error) {
      await options.client.query('ROLLBACK');
      if (!isLockConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(RETRY_DELAY_MS * (0.5 + Math.random()), new AbortController().signal);
    }
  }
}

async function trySwap({ client, projection, reader, log, rebuiltPosition }: SwapOptions): Promise<Position> {
  const { name, tables } = projection;
  const { version, eventTypes, columns, hash } = getProjectionCode(projection);
  await client.query('BEGIN');
  await client.query(
    `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = '3s'`,
  );
  const live = await readLiveCheckpoint(client, projection, log, 'FOR UPDATE');
  await applyEventsUntil(client, projection, reader, rebuiltPosition, live.position);
  const position = Math.max(live.position, rebuiltPosition);
  const eventId = await log.findEventIdAt(position);
  if (position > 0 && eventId === null) throw new LogHistoryChanged();
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
       epoch = epoch + 1, holder = NULL, expires_at = NULL,
       error = NULL, error_position = NULL, error_event = NULL, failing_since = NULL
     WHERE projection = $1`,
    [name, position, eventId, version, eventTypes, columns, hash],
  );
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [name]);
  await client.query('COMMIT');
  return position;
}
