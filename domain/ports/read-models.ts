import type { Position } from '../kernel/event.ts';

/** Written events, as far as waiting for read models requires. */
export interface WrittenEvents {
  readonly eventTypes: readonly string[];
  /** Position of the last event. */
  readonly position: Position;
}

/** Lets writers wait for read models. */
export interface ReadModelProgress {
  /** Resolves with true once all of the projections have reached the position, or with false after `waitMs`. */
  readonly waitFor: (projections: readonly string[], position: Position, waitMs: number) => Promise<boolean>;
}
