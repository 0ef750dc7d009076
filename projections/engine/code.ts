import { createHash } from 'node:crypto';
import type { Position } from '../../domain/kernel/event.ts';
import { eventTypesOf, type Projection } from './definition.ts';

/** What identifies the code of a projection. */
export interface ProjectionCode {
  readonly version: number;
  readonly eventTypes: readonly string[];
  /** What it writes: table, column and type. */
  readonly columns: readonly string[];
  /** Hash of all of these. */
  readonly hash: string;
}

/** The code that has moved a checkpoint; null where the checkpoint does not say so. */
export interface StoredCode {
  readonly position: Position;
  readonly version: number | null;
  readonly eventTypes: readonly string[] | null;
  readonly columns: readonly string[] | null;
  readonly hash: string | null;
}

/**
 * How the code of this process relates to the code of a checkpoint. `unmarked` is the same code, as far as is known,
 * whose hash is not stored yet.
 */
export type CodeRelation =
  | { readonly kind: 'same' | 'unmarked' | 'newer' }
  | { readonly kind: 'older'; readonly reason: string };

/** Identifies the code of a projection. */
export function codeOf(projection: Projection): ProjectionCode {
  const { version, tables } = projection;
  const eventTypes = [...eventTypesOf(projection)].sort();
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

const missingFrom = (own: readonly string[], stored: readonly string[] | null): readonly string[] =>
  (stored ?? []).filter((one) => !own.includes(one));

/**
 * Compares the code of this process with that of a checkpoint. The version decides; between equal versions, code that
 * lacks an event type or a column is older.
 */
export function relationOf(own: ProjectionCode, stored: StoredCode): CodeRelation {
  if (stored.hash === own.hash) return { kind: 'same' };
  if (stored.version === null) return { kind: stored.position === 0 ? 'unmarked' : 'newer' };
  if (own.version > stored.version) return { kind: 'newer' };
  if (own.version < stored.version)
    return { kind: 'older', reason: `version ${own.version} is older than ${stored.version}` };
  const missing = [
    ...missingFrom(own.eventTypes, stored.eventTypes),
    ...missingFrom(own.columns, stored.columns),
  ];
  if (missing.length > 0) return { kind: 'older', reason: `this code does not know ${missing.join(', ')}` };
  const hasSameTypes = own.eventTypes.length === stored.eventTypes?.length;
  return { kind: hasSameTypes && stored.columns === null ? 'unmarked' : 'newer' };
}
