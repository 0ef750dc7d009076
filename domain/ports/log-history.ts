import type { Position } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** An event and its place in the log. Position 0 with a null id is the start of the log. */
export interface LogPoint {
  readonly position: Position;
  readonly eventId: Uuid | null;
}

/**
 * Detects changes of the log's past: committed events are gone or replaced. This happens when PostgreSQL fails over to
 * an asynchronous replica, or when a backup is restored under running processes.
 */
export interface LogHistory {
  /**
   * Whether the log still has this event at this position. Always true for the start of the log.
   * @throws EventLogUnavailable
   */
  readonly contains: (point: LogPoint) => Promise<boolean>;
  /**
   * Returns the event at the position, to be stored with a checkpoint, or null.
   * @throws EventLogUnavailable
   */
  readonly pointAt: (position: Position) => Promise<LogPoint | null>;
  /**
   * Calls the listener after each change. Positions, revisions and states from before are then invalid. A listener may
   * be called once too often, but never too rarely. Returns the unsubscribe function.
   */
  readonly onChanged: (listener: () => void) => () => void;
  /**
   * Compares the log with what this process has read. If the past has changed, resolves after all listeners were
   * called.
   */
  readonly check: () => Promise<void>;
}
