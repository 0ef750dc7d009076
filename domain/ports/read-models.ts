import type { Position } from '../kernel/event.ts';

/** Tells writers when the read models have caught up with what they wrote. */
export interface ReadModelProgress {
  /** Resolves with true once all of the projections stand at the position or behind it, with false after the wait. */
  readonly waitFor: (projections: readonly string[], position: Position, waitMs: number) => Promise<boolean>;
}
