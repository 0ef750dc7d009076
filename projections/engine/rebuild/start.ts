import type pg from 'pg';
import { attemptEach } from '../../../domain/kernel/attempt-each.ts';
import type { Position } from '../../../domain/kernel/event.ts';
import type { Instant, Uuid } from '../../../domain/kernel/ids.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';
import type { Queryable } from '../../queryable.ts';
import { getProjectionCode } from '../code.ts';
import type { Projection } from '../definition.ts';
import { hasCheckpoint } from '../log-view.ts';
import { withRebuildConnections } from './connection.ts';
import { createStaging, dropStaging, listStagingTables } from './staging.ts';
import { createTables, dropTables, hasAllTables } from './tables.ts';

/** Acquires the rebuild lock of a projection. Returns false when another session holds it. */
export const tryLockRebuild = async (client: pg.ClientBase, { name }: Projection): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('rebuild ' || $1, 0)) AS held`,
    [name],
  );
  return rows[0]?.held ?? false;
};

/** Releases the rebuild lock of a projection. */
export const unlockRebuild = (client: pg.ClientBase, { name }: Projection) =>
  client.query(`SELECT pg_advisory_unlock(hashtextextended('rebuild ' || $1, 0))`, [name]);

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
  const isInLog =
    interruptedRebuild &&
    (await hasCheckpoint(log, {
      position: Number(interruptedRebuild.position),
      eventId: interruptedRebuild.event_id,
    }));
  if (isInLog && interruptedRebuild.version === version) {
    const isLoaded = interruptedRebuild.phase === 'loaded';
    const names = projection.tables.map(({ name }) => name);
    if (await hasAllTables(client, isLoaded ? names : [...names, ...listStagingTables(projection)]))
      return { position: Number(interruptedRebuild.position), isLoaded, startMs };
  }
  await discardRebuild(client, projection);
  await createTables(client, projection);
  await createStaging(client, projection);
  await client.query(
    `INSERT INTO engine.rebuilds (projection, version, position, phase) VALUES ($1, $2, 0, 'loading')`,
    [projection.name, version],
  );
  return { position: 0, isLoaded: false, startMs };
}

const isNeverFatal = (): boolean => false;

/** Drops the tables of a rebuild. Its record is deleted last, so that an incomplete deletion is repeated. */
async function discardRebuild(client: pg.ClientBase, projection: Projection): Promise<void> {
  await dropTables(client, projection);
  await dropStaging(client, projection);
  await client.query('DELETE FROM engine.rebuilds WHERE projection = $1', [projection.name]);
}

/**
 * Drops the tables of interrupted rebuilds, so that no copies of personal data remain. The next rebuild
 * starts from the beginning. Rebuilds in progress are not affected.
 * @throws the first failure, after attempting the other rebuilds
 */
export const discardInterruptedRebuilds = (
  pool: pg.Pool,
  projections: readonly Projection[],
): Promise<void> =>
  withRebuildConnections(pool, (client) =>
    attemptEach(projections, isNeverFatal, async (projection) => {
      if (!(await tryLockRebuild(client, projection))) return;
      try {
        await discardRebuild(client, projection);
      } finally {
        await unlockRebuild(client, projection);
      }
    }),
  );

/** A rebuild that is interrupted or in progress. */
export interface UnfinishedRebuild {
  readonly projection: string;
  readonly startedAt: Instant;
}

/** Lists the rebuilds that are interrupted or in progress. */
export async function listUnfinishedRebuilds(db: Queryable): Promise<readonly UnfinishedRebuild[]> {
  const { rows } = await db.query<{ projection: string; started_at: Date }>({
    text: 'SELECT projection, started_at FROM engine.rebuilds',
  });
  return rows.map(({ projection, started_at }) => ({ projection, startedAt: started_at.toISOString() }));
}
