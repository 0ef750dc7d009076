import { setTimeout as delay } from 'node:timers/promises';
import type { Position } from '../../domain/kernel/event.ts';
import type { Uuid } from '../../domain/kernel/ids.ts';
import type { EventLog } from '../../domain/ports/event-log.ts';
import { type Queryable, queryColumn } from '../queryable.ts';
import { compareCode, getProjectionCode, type StoredCode } from './code.ts';
import type { Projection } from './definition.ts';
import { hasCheckpoint, type LogView } from './log-view.ts';

export { createLogView, type LogView } from './log-view.ts';

/**
 * `live`: up to date. `catching-up`: behind and moving. `stalled`: behind and not moved for 30 s. `failing`:
 * stopped by an error. `stopped`: not run by any worker. `worker too old`: only run by workers of an older
 * version. `needs replay`: running, but some rows are from older code. `ahead of the log`: stopped because
 * the log does not contain the event of its checkpoint.
 */
type ProjectionState =
  | 'live'
  | 'catching-up'
  | 'stalled'
  | 'failing'
  | 'stopped'
  | 'worker too old'
  | 'needs replay'
  | 'ahead of the log';

/** The error that stops a projection. */
export interface ProjectionFailure {
  readonly message: string;
  readonly position: Position | null;
  /** Type and id of the failing event; null if it is unknown. */
  readonly event: string | null;
  readonly since: string;
}

/** Progress and state of a projection, as shown to operators. */
export interface ProjectionStatus {
  readonly name: string;
  readonly position: Position;
  /** Number of events between the position and the head of the log; null if events cannot be counted by position. */
  readonly lag: number | null;
  /** Age of the oldest event that is not projected yet, in seconds; null if the log is unavailable. */
  readonly secondsBehind: number | null;
  /** Recent rate, in events per second. */
  readonly rate: number;
  readonly state: ProjectionState;
  /** Whether a worker keeps the projection's rows up to date. */
  readonly isServed: boolean;
  readonly needsReplay: boolean;
  readonly failure: ProjectionFailure | null;
}

/** Returns the projections that have not reached a position. */
export async function findProjectionsBehind(
  db: Queryable,
  names: readonly string[],
  position: Position,
): Promise<readonly string[]> {
  const reachedNames = await queryColumn<string>(db, {
    text: 'SELECT projection FROM engine.checkpoints WHERE projection = ANY ($1) AND position >= $2',
    values: [names, position],
  });
  return names.filter((name) => !reachedNames.includes(name));
}

/** Returns whether the log contains the checkpoint event of each of the projections. */
export async function areCheckpointsInLog(
  db: Queryable,
  log: Pick<EventLog, 'head' | 'findEventIdAt'>,
  names: readonly string[],
): Promise<boolean> {
  const { rows } = await db.query<{ position: string; event_id: Uuid | null }>({
    name: 'checkpoint-events',
    text: 'SELECT DISTINCT position, event_id FROM engine.checkpoints WHERE projection = ANY ($1)',
    values: [names],
  });
  const results = await Promise.all(
    rows.map((row) => hasCheckpoint(log, { position: Number(row.position), eventId: row.event_id })),
  );
  return results.every((isInLog) => isInLog);
}

interface StatusRecord extends StoredCode {
  readonly name: string;
  readonly event_id: Uuid | null;
  readonly rate: number;
  readonly held: boolean;
  readonly still: boolean;
  readonly refused: boolean;
  readonly replay_needed: boolean;
  readonly error: string | null;
  readonly error_position: string | null;
  readonly error_event: string | null;
  readonly failing_since: Date | null;
}

/** Maximum lag of a live projection, in events. */
const MAX_LIVE_LAG = 1_000;
/** Maximum lag of a live projection, in seconds. Used if events cannot be counted by position. */
const MAX_LIVE_SECONDS = 10;

/** Delay before a projection with a problem is checked again, in milliseconds. */
const RECHECK_DELAY_MS = 1_000;

/**
 * Returns the status of each projection. `loadLogView` resolves to null when the log is unavailable. A
 * projection that seems stalled or ahead of the log is checked twice. It may be about to process the first
 * event after a long pause, or the log may have been read from a cluster member that is behind.
 */
export async function getProjectionStatuses(
  db: Queryable,
  projections: readonly Projection[],
  loadLogView: () => Promise<LogView | null>,
): Promise<readonly ProjectionStatus[]> {
  const statuses = await readStatuses(db, projections, await loadLogView());
  if (statuses.every(({ state }) => state !== 'stalled' && state !== 'ahead of the log')) return statuses;
  await delay(RECHECK_DELAY_MS);
  return readStatuses(db, projections, await loadLogView());
}

async function readStatuses(
  db: Queryable,
  projections: readonly Projection[],
  view: LogView | null,
): Promise<readonly ProjectionStatus[]> {
  const { rows } = await db.query<StatusRecord>({
    name: 'projection-statuses',
    text: `
      SELECT requested.name, coalesce(c.position, 0) AS position, c.event_id,
        CASE WHEN c.moved_at > now() - interval '10 seconds' THEN c.rate ELSE 0 END AS rate,
        coalesce(c.expires_at > now(), false) AS held,
        coalesce(c.moved_at < now() - interval '30 seconds', true) AS still,
        coalesce(c.refused_at > now() - interval '15 seconds', false) AS refused,
        coalesce(c.replay_needed, false) AS replay_needed, c.version, c.event_types, c.columns, c.code,
        c.error, c.error_position, c.error_event, c.failing_since
      FROM unnest($1::text[]) WITH ORDINALITY AS requested (name, n)
      LEFT JOIN engine.checkpoints c ON c.projection = requested.name
      ORDER BY requested.n`,
    values: [projections.map(({ name }) => name)],
  });
  return Promise.all(rows.map((row, index) => toStatus(row, projections[index] as Projection, view)));
}

async function toStatus(
  row: StatusRecord,
  projection: Projection,
  view: LogView | null,
): Promise<ProjectionStatus> {
  const position = Number(row.position);
  const isBehind = view !== null && position < view.head;
  const isAhead = view !== null && !(await view.hasEvent({ position, eventId: row.event_id }));
  const lag = view?.hasCountablePositions ? Math.max(0, view.head - position) : null;
  const secondsBehind = isBehind ? await view.getSecondsBehind(position) : view && 0;
  const needsReplay = row.replay_needed || hasOlderCode(row, projection);
  const activity = getActivity(row, { isBehind, lag, secondsBehind });
  return {
    name: row.name,
    position,
    lag,
    secondsBehind,
    rate: Math.round(row.rate),
    state: getState(row, { isAhead, needsReplay, activity }),
    isServed: !isAhead && row.error === null && (activity === 'live' || activity === 'catching-up'),
    needsReplay,
    failure: toFailure(row),
  };
}

/** Returns whether the code stored in a checkpoint is older than the code of this process. */
const hasOlderCode = (row: StatusRecord, projection: Projection): boolean =>
  Number(row.position) > 0 &&
  row.version !== null &&
  compareCode(getProjectionCode(projection), row).kind === 'newer';

type Activity = 'live' | 'catching-up' | 'stalled' | 'stopped';

interface ProjectionLag {
  readonly isBehind: boolean;
  readonly lag: number | null;
  readonly secondsBehind: number | null;
}

function getActivity(
  { held, still }: StatusRecord,
  { isBehind, lag, secondsBehind }: ProjectionLag,
): Activity {
  if (!held) return 'stopped';
  if (isBehind && still) return 'stalled';
  const isFarBehind = lag === null ? (secondsBehind ?? 0) > MAX_LIVE_SECONDS : lag > MAX_LIVE_LAG;
  return isFarBehind ? 'catching-up' : 'live';
}

interface StateInputs {
  readonly isAhead: boolean;
  readonly needsReplay: boolean;
  readonly activity: Activity;
}

function getState(row: StatusRecord, { isAhead, needsReplay, activity }: StateInputs): ProjectionState {
  if (isAhead) return 'ahead of the log';
  if (row.error !== null) return 'failing';
  if (activity === 'stopped' && row.refused) return 'worker too old';
  if (activity === 'stopped' || activity === 'stalled') return activity;
  return needsReplay ? 'needs replay' : activity;
}

const toFailure = (row: StatusRecord): ProjectionFailure | null =>
  row.error === null || row.failing_since === null
    ? null
    : {
        message: row.error,
        position: row.error_position === null ? null : Number(row.error_position),
        event: row.error_event,
        since: row.failing_since.toISOString(),
      };
