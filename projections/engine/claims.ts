import type { Uuid } from '../../domain/kernel/ids.ts';
import type { Queryable } from '../queryable.ts';
import { compareCode, getProjectionCode, type ProjectionCode, type StoredCode } from './code.ts';
import type { Projection } from './definition.ts';
import { LEASE_MS } from './leases.ts';

/** A projection that this process is not allowed to run, because newer code has moved its checkpoint. */
export interface Refusal {
  readonly projection: string;
  readonly reason: string;
}

interface CheckpointRecord extends StoredCode {
  readonly projection: string;
}

/**
 * Stores the code version of this process in the checkpoints of its projections. If the version is newer, also takes
 * over the leases, which immediately stops older workers, and marks existing rows for a rebuild.
 * @returns projections that are refused because a newer version has moved their checkpoint
 */
export async function claimCheckpoints(
  db: Queryable,
  holder: Uuid,
  projections: readonly Projection[],
): Promise<readonly Refusal[]> {
  const codes = new Map(projections.map((projection) => [projection.name, getProjectionCode(projection)]));
  await insertCheckpoints(db, projections);
  const refusals: Refusal[] = [];
  for (const row of await selectChangedCheckpoints(db, codes)) {
    const code = codes.get(row.projection);
    if (!code) continue;
    const relation = compareCode(code, row);
    if (relation.kind === 'newer') await takeOverCheckpoint(db, holder, row, code);
    else if (relation.kind === 'unmarked') await storeCheckpointCode(db, row, code);
    else if (relation.kind === 'older') {
      await recordRefusal(db, row, code);
      refusals.push({ projection: row.projection, reason: relation.reason });
    }
  }
  return refusals;
}

/** Inserts checkpoints for projections that have none. */
export async function insertCheckpoints(db: Queryable, projections: readonly Projection[]): Promise<void> {
  const rows = projections.map((projection) => {
    const { version, eventTypes, columns, hash } = getProjectionCode(projection);
    return { projection: projection.name, version, event_types: eventTypes, columns, code: hash };
  });
  await db.query({
    text: `INSERT INTO engine.checkpoints (projection, version, event_types, columns, code)
      SELECT projection, version, event_types, columns, code
      FROM json_to_recordset($1) AS given (projection text, version int, event_types text[], columns text[], code text)
      ON CONFLICT DO NOTHING`,
    values: [JSON.stringify(rows)],
  });
}

async function selectChangedCheckpoints(
  db: Queryable,
  codes: ReadonlyMap<string, ProjectionCode>,
): Promise<readonly CheckpointRecord[]> {
  const { rows } = await db.query<CheckpointRecord>({
    text: `SELECT c.projection, c.position, c.version, c.event_types, c.columns, c.code
      FROM engine.checkpoints c
      JOIN unnest($1::text[], $2::text[]) AS own (projection, code) USING (projection)
      WHERE c.code IS DISTINCT FROM own.code`,
    values: [[...codes.keys()], [...codes.values()].map(({ hash }) => hash)],
  });
  return rows;
}

const toCodeValues = (
  { projection, code: previousHash }: CheckpointRecord,
  code: ProjectionCode,
): unknown[] => [projection, previousHash, code.version, code.eventTypes, code.columns, code.hash];

async function takeOverCheckpoint(
  db: Queryable,
  holder: Uuid,
  row: CheckpointRecord,
  code: ProjectionCode,
): Promise<void> {
  await db.query({
    text: `UPDATE engine.checkpoints
      SET version = $3, event_types = $4, columns = $5, code = $6, replay_needed = replay_needed OR position > 0,
        epoch = epoch + 1, holder = $7, expires_at = now() + $8 * interval '1 millisecond'
      WHERE projection = $1 AND code IS NOT DISTINCT FROM $2`,
    values: [...toCodeValues(row, code), holder, LEASE_MS],
  });
}

/**
 * Stores the code version of this process in a checkpoint. Skips the checkpoint while a worker of an earlier version
 * holds its lease, because that worker would not release the lease.
 */
async function storeCheckpointCode(
  db: Queryable,
  row: CheckpointRecord,
  code: ProjectionCode,
): Promise<void> {
  await db.query({
    text: `UPDATE engine.checkpoints SET version = $3, event_types = $4, columns = $5, code = $6
      WHERE projection = $1 AND code IS NOT DISTINCT FROM $2
        AND (holder IS NULL OR expires_at IS NULL OR expires_at < now())`,
    values: toCodeValues(row, code),
  });
}

async function recordRefusal(
  db: Queryable,
  { projection }: CheckpointRecord,
  { version }: ProjectionCode,
): Promise<void> {
  await db.query({
    text: `UPDATE engine.checkpoints SET refused_version = $2, refused_at = now()
      WHERE projection = $1 AND (refused_at IS NULL OR refused_at < now() - interval '5 seconds')`,
    values: [projection, version],
  });
}
