import type { Position } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** An event and its position in the log. Position 0 with a null id represents the start of the log. */
export interface LogPoint {
  readonly position: Position;
  readonly eventId: Uuid | null;
}

/**
 * Detects changes in the log's history, which means that committed events are gone or replaced. This happens when
 * PostgreSQL fails over to an asynchronous replica, or when a backup is restored while processes are running.
 */
export interface LogHistory {
  /**
   * Returns whether the log still has this event at this position. Always true for the start of the log.
   * @throws EventLogUnavailable
   */
  readonly contains: (point: LogPoint) => Promise<boolean>;
  /**
   * Returns the event id and position to store with a checkpoint, or null if there is no event at the position.
   * @throws EventLogUnavailable
   */
  readonly findPoint: (position: Position) => Promise<LogPoint | null>;
  /**
   * Calls the listener after each change of history. Earlier positions, revisions and states are then invalid. The
   * listener can be called without a change, but no change is missed. Returns a function that unsubscribes.
   */
  readonly onChanged: (listener: () => void) => () => void;
  /** Compares the log with what this process has read. After a change, resolves once all listeners were called. */
  readonly check: () => Promise<void>;
}
