import type { RecordedEvent } from '../../../domain/kernel/event.ts';
import type { EventLog } from '../../../domain/ports/event-log.ts';

/** An event log under test. */
export interface EventLogSubject {
  readonly log: EventLog;
  /** Cuts the current connections of the log, if it has any. */
  readonly cutConnections?: () => Promise<void>;
  /** Removes all events after a position, like a failover to an asynchronous replica, which also cuts connections. */
  readonly truncate?: (after: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface ContractOptions {
  /** Whether an append compares the id of the stream's last event, besides its revision. */
  readonly isLastEventCompared: boolean;
  /** Whether the test can make the log lose events. */
  readonly canLoseEvents: boolean;
}

/** Context shared by the test suites of the event log. */
export interface ContractContext {
  /** Returns the log under test; available once the tests run. */
  readonly getSubject: () => EventLogSubject;
  /** Creates a stream name of this run. */
  readonly createStreamName: () => string;
  /** Whether an event belongs to a stream of this run. */
  readonly isOwnEvent: (event: RecordedEvent) => boolean;
}
