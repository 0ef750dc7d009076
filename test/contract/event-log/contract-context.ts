import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';

/** An event log under test. */
export interface EventLogSubject {
  readonly log: EventLog;
  /** Cuts all current connections of the log. Undefined if the log has none. */
  readonly cutConnections?: () => Promise<void>;
  /**
   * Removes all events after a position and cuts connections, like a failover to an asynchronous replica. Undefined if
   * the log cannot lose events.
   */
  readonly truncate?: (after: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ContractOptions {
  /** Whether an append compares the id of the stream's last event in addition to its revision. */
  readonly isLastEventCompared: boolean;
  /** Whether the test can remove events from the log. */
  readonly canLoseEvents: boolean;
}

/** Context that the event log test suites share. */
export interface ContractContext {
  /** Returns the log under test. Can only be called while tests run. */
  readonly getSubject: () => EventLogSubject;
  /** Creates a stream name that belongs to this test run. */
  readonly createStreamName: () => string;
  /** Returns whether an event is in a stream of this test run. */
  readonly isOwnEvent: (event: RecordedEvent) => boolean;
}
