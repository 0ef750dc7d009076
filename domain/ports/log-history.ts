import type { Position } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** An event by its place in the log. Position 0 with a null id is the start of the log, before its first event. */
export interface LogPoint {
  readonly position: Position;
  readonly eventId: Uuid | null;
}

/**
 * Notices when the past of the log changes: events that were committed are gone, or others are in their place. This
 * happens when PostgreSQL fails over to an asynchronous replica, or when a backup is restored under running processes.
 */
export interface LogHistory {
  /**
   * Whether the log still has this event at this position. The start of the log is always there.
   * @throws EventLogUnavailable
   */
  readonly contains: (point: LogPoint) => Promise<boolean>;
  /**
   * The event at the position, to be stored with a checkpoint; null when the log has none there.
   * @throws EventLogUnavailable
   */
  readonly pointAt: (position: Position) => Promise<LogPoint | null>;
  /**
   * Calls the listener each time the past has changed, after which nothing may rely on positions, revisions or states
   * from before. A listener can be called once too often, but never too seldom. Returns a function that unsubscribes it.
   */
  readonly onChanged: (listener: () => void) => () => void;
  /** Compares the log with what this process has seen of it; resolves once all listeners were called if it changed. */
  readonly check: () => Promise<void>;
}
