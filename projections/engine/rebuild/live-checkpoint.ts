import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import { type CodeRecord, storedCodeOf } from '../claims.ts';
import { codeOf, relationOf } from '../code.ts';
import type { Projection } from '../definition.ts';
import { hasCheckpoint } from '../log-view.ts';

/** The live read model that a rebuild takes the place of. */
export interface LiveCheckpoint {
  /** 0 when the checkpoint is ahead of the log, since no rebuilt rows can be compared with such rows. */
  readonly position: Position;
  readonly eventId: Uuid | null;
  /** Whether the log does not have the event at the checkpoint. */
  readonly isAhead: boolean;
  /** Whether some of the live rows were projected by other code. */
  readonly isOtherCode: boolean;
  /** Whether workers that run it, if there are any, have other code than this process. */
  readonly isOtherWorker: boolean;
  /** Whether a worker moves it. */
  readonly moves: boolean;
}

/** The live rows were projected by newer code than this process has. */
export class RebuildOutdated extends Error {
  constructor(projection: string, reason: string) {
    super(
      `${projection} was projected by newer code: ${reason}. Nothing was changed; use that version of Kindra.`,
    );
    this.name = 'RebuildOutdated';
  }
}

interface CheckpointRecord extends CodeRecord {
  readonly event_id: Uuid | null;
  readonly replay_needed: boolean;
  readonly moves: boolean;
}

/**
 * Reads the checkpoint of the live read model; within a transaction, `lock` keeps it where it is.
 * @throws RebuildOutdated when newer code has moved it
 */
export async function readLiveCheckpoint(
  client: pg.ClientBase,
  projection: Projection,
  log: Pick<EventLog, 'head' | 'eventIdAt'>,
  lock = '',
): Promise<LiveCheckpoint> {
  const { rows } = await client.query<CheckpointRecord>(
    `SELECT projection, position, event_id, version, event_types, columns, code, replay_needed,
       coalesce(expires_at > now(), false) AND error IS NULL AS moves
     FROM engine.checkpoints WHERE projection = $1 ${lock}`,
    [projection.name],
  );
  const row = rows[0];
  if (!row)
    return {
      position: 0,
      eventId: null,
      isAhead: false,
      isOtherCode: false,
      isOtherWorker: false,
      moves: false,
    };
  const relation = relationOf(codeOf(projection), storedCodeOf(row));
  if (relation.kind === 'older') throw new RebuildOutdated(projection.name, relation.reason);
  const isAhead = !(await hasCheckpoint(log, { position: Number(row.position), eventId: row.event_id }));
  return {
    position: isAhead ? 0 : Number(row.position),
    eventId: isAhead ? null : row.event_id,
    isAhead,
    isOtherCode: row.replay_needed || relation.kind === 'newer',
    isOtherWorker: relation.kind !== 'same',
    moves: row.moves && !isAhead,
  };
}
