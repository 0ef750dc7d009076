import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { compareCode, getProjectionCode, type StoredCode } from '../code.ts';
import type { Projection } from '../definition.ts';
import { hasCheckpoint } from '../log-view.ts';

/** Checkpoint of the live read model that a rebuild will replace. */
export interface LiveCheckpoint {
  /** 0 if the checkpoint is ahead of the log, because its rows cannot be compared. */
  readonly position: Position;
  readonly eventId: Uuid | null;
  /** Whether the log does not contain the event of the checkpoint. */
  readonly isAhead: boolean;
  /** Whether some live rows were projected by code that differs from that of this process. */
  readonly hasOtherCode: boolean;
  readonly isMoving: boolean;
}

/** Thrown when the live rows were projected by newer code than that of this process. */
export class RebuildOutdated extends Error {
  constructor(projection: string, reason: string) {
    super(
      `${projection} was projected by newer code: ${reason}. Nothing was changed; use that version of Kindra.`,
    );
    this.name = 'RebuildOutdated';
  }
}

interface CheckpointRecord extends StoredCode {
  readonly event_id: Uuid | null;
  readonly replay_needed: boolean;
  readonly is_moving: boolean;
}

/**
 * Reads the checkpoint of the live read model. With `lock`, the checkpoint cannot move until the end of the
 * transaction.
 * @throws RebuildOutdated when newer code has moved it
 */
export async function readLiveCheckpoint(
  client: pg.ClientBase,
  projection: Projection,
  log: Pick<EventLog, 'head' | 'findEventIdAt'>,
  lock = '',
): Promise<LiveCheckpoint> {
  const { rows } = await client.query<CheckpointRecord>(
    `SELECT position, event_id, version, event_types, columns, code, replay_needed,
       coalesce(expires_at > now(), false) AND error IS NULL AS is_moving
     FROM engine.checkpoints WHERE projection = $1 ${lock}`,
    [projection.name],
  );
  const row = rows[0];
  if (!row)
    return {
      position: 0,
      eventId: null,
      isAhead: false,
      hasOtherCode: false,
      isMoving: false,
    };
  const relation = compareCode(getProjectionCode(projection), row);
  if (relation.kind === 'older') throw new RebuildOutdated(projection.name, relation.reason);
  const isAhead = !(await hasCheckpoint(log, { position: Number(row.position), eventId: row.event_id }));
  return {
    position: isAhead ? 0 : Number(row.position),
    eventId: isAhead ? null : row.event_id,
    isAhead,
    hasOtherCode: row.replay_needed || relation.kind === 'newer',
    isMoving: row.is_moving && !isAhead,
  };
}
