import type { Position } from '../kernel/event.ts';

/** Position in the log up to which new animals have been compared with the saved searches. */
export interface MatchProgress {
  /** Position of the log; null after a restore. */
  readonly getPosition: () => Promise<Position | null>;
  /** Stores a position, unless another process has stored one since `from`. */
  readonly advance: (from: Position | null, to: Position) => Promise<void>;
}
