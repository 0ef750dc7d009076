import { createHash } from 'node:crypto';
import { getEventTypes, type Projection } from './definition.ts';

/** Identifies the code of a projection. */
export interface ProjectionCode {
  readonly version: number;
  readonly eventTypes: readonly string[];
  /** Columns that the projection writes: table, column and type. */
  readonly columns: readonly string[];
  /** Hash of version, event types and columns. */
  readonly hash: string;
}

/** Position of a checkpoint, and the code version that wrote it; null if no version was stored. */
export interface StoredCode {
  readonly position: string;
  readonly version: number | null;
  readonly event_types: readonly string[] | null;
  readonly columns: readonly string[] | null;
  /** Hash of version, event types and columns. */
  readonly code: string | null;
}

/** `unmarked`: probably the same code, but the checkpoint does not fully identify it. */
type CodeRelation =
  | { readonly kind: 'same' | 'unmarked' | 'newer' }
  | { readonly kind: 'older'; readonly reason: string };

/** Returns the version, event types and columns of a projection, sorted, with their hash. */
export function getProjectionCode(projection: Projection): ProjectionCode {
  const { version, tables } = projection;
  const eventTypes = [...getEventTypes(projection)].sort();
  const columns = tables
    .flatMap((table) =>
      Object.entries(table.columns).map(([column, type]) => `${table.name}.${column} ${type}`),
    )
    .sort();
  const hash = createHash('sha256')
    .update(JSON.stringify([version, eventTypes, columns]))
    .digest('hex');
  return { version, eventTypes, columns, hash };
}

const findMissing = (
  ownValues: readonly string[],
  storedValues: readonly string[] | null,
): readonly string[] => (storedValues ?? []).filter((value) => !ownValues.includes(value));

/**
 * Compares the code of this process with the code in a checkpoint. The higher version is newer. If the
 * versions are equal, code that lacks an event type or column of the other is older.
 */
export function compareCode(ownCode: ProjectionCode, storedCode: StoredCode): CodeRelation {
  if (storedCode.code === ownCode.hash) return { kind: 'same' };
  if (storedCode.version === null) return { kind: Number(storedCode.position) === 0 ? 'unmarked' : 'newer' };
  if (ownCode.version > storedCode.version) return { kind: 'newer' };
  if (ownCode.version < storedCode.version)
    return { kind: 'older', reason: `version ${ownCode.version} is older than ${storedCode.version}` };
  const missingCode = [
    ...findMissing(ownCode.eventTypes, storedCode.event_types),
    ...findMissing(ownCode.columns, storedCode.columns),
  ];
  if (missingCode.length > 0) return { kind: 'older', reason: `this code lacks ${missingCode.join(', ')}` };
  const hasSameTypes = ownCode.eventTypes.length === storedCode.event_types?.length;
  return { kind: hasSameTypes && storedCode.columns === null ? 'unmarked' : 'newer' };
}
