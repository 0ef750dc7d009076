import type { Position } from '../kernel/event.ts';

/** The fields of written events that are needed to wait for read models. */
export interface AppendSummary {
  readonly eventTypes: readonly string[];
  /** Position of the last event. */
  readonly position: Position;
}

/**
 * Position of a projection as its checkpoint stores it. A takeover of the lease or a replacement of the rows increments
 * the epoch.
 */
export interface Checkpoint {
  readonly projection: string;
  readonly position: Position;
  readonly epoch: number;
}

/** Positions of the projections at one moment. Rows that are read afterwards contain at least the events up to them. */
export interface ReadVersion {
  readonly positions: ReadonlyMap<string, Position>;
  /** Number of times that all positions became invalid. */
  readonly resets: number;
}

/** Determines whether rows that were read earlier may have changed. */
export interface ReadModelChanges {
  /** Adds checkpoints that were read from the database. */
  readonly observe: (checkpoints: readonly Checkpoint[]) => void;
  /** Reads the checkpoints if the last ones are older than 1 s, because messages of other processes may be lost. */
  readonly refresh: () => Promise<void>;
  readonly getVersion: () => ReadVersion;
  /** Whether the projections have changed no rows since the version, as far as this process has observed. */
  readonly isUnchanged: (projections: Iterable<string>, since: ReadVersion) => boolean;
}

/** Lets writers wait for read models. */
export interface ReadModelProgress {
  /** Resolves with true once all of the projections have reached the position, or with false after `waitMs`. */
  readonly waitFor: (projections: readonly string[], position: Position, waitMs: number) => Promise<boolean>;
}
