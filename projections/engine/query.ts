import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import type { Queryable } from '../queryable.ts';

/**
 * How a projection does: `live` keeps up, `catching-up` is behind and moving, `stalled` is behind and has not moved for
 * half a minute, `failing` is stopped by an error (which one, and at which event, is told), `stopped` has no worker.
 */
export type ProjectionState = 'live' | 'catching-up' | 'stalled' | 'failing' | 'stopped';

/** What stops a projection. */
export interface ProjectionFailure {
  readonly message: string;
  readonly position: Position | null;
  /** Type and id of the event. */
  readonly event: string | null;
  readonly since: string;
}

/** Where a projection stands. */
export interface ProjectionStatus {
  readonly name: string;
  readonly position: Position;
  /** How far it is behind the log. */
  readonly lag: number;
  /** Events per second, lately. */
  readonly rate: number;
  readonly state: ProjectionState;
  readonly failure: ProjectionFailure | null;
}

interface StatusRecord {
  readonly name: string;
  readonly position: string;
  readonly rate: number;
  readonly held: boolean;
  readonly still: boolean;
  readonly error: string | null;
  readonly error_position: string | null;
  readonly error_event: string | null;
  readonly failing_since: Date | null;
}

/** How far behind a projection may be and still count as live: what arrives within an instant. */
const LIVE_LAG = 1_000;

/** In so many milliseconds a projection takes what has just arrived. */
const SECOND_LOOK_MS = 1_000;

/**
 * Where the projections of these names stand, seen from the head of the log. Who seems to have stalled is looked at once
 * more: in the instant after a long silence a projection that is well has not moved for as long.
 */
export async function projectionStatuses(
  db: Queryable,
  names: readonly string[],
  head: Position,
): Promise<readonly ProjectionStatus[]> {
  const statuses = await statusesNow(db, names, head);
  if (statuses.every(({ state }) => state !== 'stalled')) return statuses;
  await delay(SECOND_LOOK_MS);
  return statusesNow(db, names, head);
}

async function statusesNow(
  db: Queryable,
  names: readonly string[],
  head: Position,
): Promise<readonly ProjectionStatus[]> {
  const { rows } = await db.query<StatusRecord>({
    name: 'projection-statuses',
    text: `
      SELECT asked.name, coalesce(c.position, 0) AS position,
        CASE WHEN c.moved_at > now() - interval '10 seconds' THEN c.rate ELSE 0 END AS rate,
        coalesce(c.expires_at > now(), false) AS held,
        coalesce(c.moved_at < now() - interval '30 seconds', true) AS still,
        c.error, c.error_position, c.error_event, c.failing_since
      FROM unnest($1::text[]) WITH ORDINALITY AS asked (name, n)
      LEFT JOIN engine.checkpoints c ON c.projection = asked.name
      ORDER BY asked.n`,
    values: [names],
  });
  return rows.map((row) => statusOf(row, head));
}

function statusOf(row: StatusRecord, head: Position): ProjectionStatus {
  const position = Number(row.position);
  const lag = Math.max(0, head - position);
  return {
    name: row.name,
    position,
    lag,
    rate: Math.round(row.rate),
    state: stateOf(row, lag),
    failure: failureOf(row),
  };
}

function stateOf(row: StatusRecord, lag: number): ProjectionState {
  if (row.error !== null) return 'failing';
  if (!row.held) return 'stopped';
  if (lag > 0 && row.still) return 'stalled';
  return lag > LIVE_LAG ? 'catching-up' : 'live';
}

const failureOf = (row: StatusRecord): ProjectionFailure | null =>
  row.error === null || row.failing_since === null
    ? null
    : {
        message: row.error,
        position: row.error_position === null ? null : Number(row.error_position),
        event: row.error_event,
        since: row.failing_since.toISOString(),
      };
