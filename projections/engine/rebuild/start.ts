import type pg from 'pg';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { LogPoint } from '../../../domain/ports/log-history.ts';
import { getProjectionCode } from '../code.ts';
import type { Projection } from '../definition.ts';
import { hasCheckpoint } from '../log-view.ts';
import { createStaging, listStagingTables } from './staging.ts';
import { createTables, hasAllTables } from './tables.ts';

/** Position at which a rebuild starts or resumes. */
export interface RebuildStart {
  readonly position: Position;
  /** Whether all recorded changes are already merged into rows. */
  readonly isLoaded: boolean;
  readonly startMs: number;
}

/**
 * Resumes an interrupted rebuild if it used the same code and the log still contains its last event.
 * Otherwise starts a new rebuild.
 */
export async function resumeOrStart(
  client: pg.ClientBase,
  projection: Projection,
  log: EventLog,
): Promise<RebuildStart> {
  const version = getProjectionCode(projection).hash;
  const startMs = performance.now();
  const { rows } = await client.query<{
    version: string;
    position: string;
    event_id: Uuid | null;
    phase: string;
  }>('SELECT version, position, event_id, phase FROM engine.rebuilds WHERE projection = $1', [
    projection.name,
  ]);
  const interruptedRebuild = rows[0];
  const isInLog = interruptedRebuild && (await hasCheckpoint(log, toLogPoint(interruptedRebuild)));
  if (isInLog && interruptedRebuild.version === version) {
    const isLoaded = interruptedRebuild.phase === 'loaded';
    const names = projection.tables.map(({ name }) => name);
    if (await hasAllTables(client, isLoaded ? names : [...names, ...listStagingTables(projection)]))
      return { position: Number(interruptedRebuild.position), isLoaded, startMs };
  }
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [projection.name]);
  await createTables(client, projection);
  await createStaging(client, projection);
  await client.query(
    `INSERT INTO engine.rebuilds (projection, version, position, phase) VALUES ($1, $2, 0, 'loading')`,
    [projection.name, version],
  );
  return { position: 0, isLoaded: false, startMs };
}

const toLogPoint = (row: { readonly position: string; readonly event_id: Uuid | null }): LogPoint => ({
  position: Number(row.position),
  eventId: row.event_id,
});
