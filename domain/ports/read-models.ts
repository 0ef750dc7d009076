import type { Position } from '../kernel/event.ts';

/** Fields of written events that are needed to wait for read models. */
export interface AppendSummary {
  readonly eventTypes: readonly string[];
  /** Position of the last written event. */
  readonly position: Position;
}

/** A stored position. Its epoch increases with a new lease holder, and when the rows are replaced. */
export interface Checkpoint {
  readonly projection: string;
  readonly position: Position;
  readonly epoch: number;
}

/** Positions at one moment. Rows read afterwards include at least the events up to them. */
export interface ReadVersion {
  readonly positions: ReadonlyMap<string, Position>;
  /** Number of times that all positions have become invalid. */
  readonly resets: number;
}

/** Detects whether rows may have changed since they were read. */
export interface ReadModelChanges {
  /** Records checkpoints that were read from the database. */
  readonly observe: (checkpoints: readonly Checkpoint[]) => void;
  /** Reads the checkpoints at most once per second, because messages from other processes can be lost. */
  readonly refresh: () => Promise<void>;
  readonly getVersion: () => ReadVersion;
  /** Returns whether the projections have changed no rows since the version, as far as this process has observed. */
  readonly isUnchanged: (projections: Iterable<string>, since: ReadVersion) => boolean;
}

/** Waits until read models contain an event, so that a writer can read its own changes. */
export interface ReadModelProgress {
  /** Resolves with true once all of the projections have reached the position, or with false after `waitMs`. */
  readonly waitFor: (projections: readonly string[], position: Position, waitMs: number) => Promise<boolean>;
}
