import type { Position } from '../kernel/event.ts';

/** Log position up to which new animals have been matched with saved searches. */
export interface MatchProgress {
  /** Returns the stored position, or null after a restore. */
  readonly getPosition: () => Promise<Position | null>;
  /** Stores a position. Has no effect if another process has stored one since `from`. */
  readonly advance: (from: Position | null, to: Position) => Promise<void>;
}
