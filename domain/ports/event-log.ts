import type { NewEvent, Position, RecordedEvent, Revision } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** The last event of a stream, as far as the writer has read it. */
export interface StreamEnd {
  readonly revision: Revision;
  readonly eventId: Uuid;
}

/**
 * Expected end of the stream: its last event, only its last revision, no event, or anything. A revision alone cannot
 * detect that the history of the log has changed.
 */
export type ExpectedState = StreamEnd | Revision | 'no_stream' | 'any';

/** Drops the id of the last event from an expectation. */
export const getExpectedRevision = (expected: ExpectedState): Revision | 'no_stream' | 'any' =>
  typeof expected === 'object' ? expected.revision : expected;

/** Revision and position of the last appended event. */
export interface AppendResult {
  readonly revision: Revision;
  readonly position: Position;
}

/** Handles a batch of events in log order. */
export type BatchHandler = (events: readonly RecordedEvent[]) => Promise<void>;

export interface SubscribeOptions {
  /** Start after this position. */
  readonly after: Position;
  /** Called with one batch at a time; the next batch waits for the promise. A rejection ends the subscription. */
  readonly onEvents: BatchHandler;
  /** Called whenever the subscription has delivered all events after being behind. */
  readonly onCaughtUp?: (position: Position) => void;
  /**
   * Called when the last delivered event is no longer at its position because the history of the log has changed. The
   * subscription continues after `head`, the current end of the log.
   */
  readonly onPastChanged?: (head: Position) => void;
  /** Called once when a handler's error ends the subscription. After a lost connection, the subscription resumes. */
  readonly onFailure?: (error: unknown) => void;
  /** Called when the server drops the subscription, which then resumes. Called once per outage. */
  readonly onDropped?: (reason: Error) => void;
  /** Maximum batch size. Default: 1,000. */
  readonly batchSize?: number;
}

export interface Subscription {
  /** Ends the subscription. Resolves when no handler is running. */
  readonly close: () => Promise<void>;
}

export interface ReadStreamOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** First revision to read, inclusive. Default: the start, or the end when reading backwards. */
  readonly from?: Revision;
  /** Default: 1,000. */
  readonly limit?: number;
  /** Whether personal texts stay encrypted, which saves half of the time of reading a stream of texts. */
  readonly keepsTextsEncrypted?: boolean;
}

export interface ReadAllOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Read after this position, or before it when reading backwards; exclusive. */
  readonly after?: Position;
  /** Read forwards from this position, inclusive. It must be the position of an event. */
  readonly from?: Position;
  readonly limit?: number;
  /** Return only events of these types. */
  readonly types?: readonly string[];
}

/**
 * The event log, with the terms of EventStoreDB: streams named `<category>-<id>` with revisions from 0, optimistic
 * concurrency by expected revision, and one total order of all events. Every call has a deadline.
 *
 * Appends are idempotent: if the stream already contains all of the event ids after the expected event, the first
 * result is returned. An append is at most 1 MiB.
 *
 * Commands and projections do not use reading backwards, `'any'` and `onCaughtUp`; command line tools and tests do.
 */
export interface EventLog {
  /** Whether the difference of two positions is a number of events. Otherwise positions are opaque. */
  readonly hasCountablePositions: boolean;
  /**
   * Appends all of the events or none.
   * @throws WrongExpectedVersion when the stream does not end as expected. EventStoreDB compares revisions only;
   * another last event is detected when the stream is read
   * @throws AppendOutcomeUnknown when it is unknown whether the events were written
   * @throws AppendTooLarge when they exceed 1 MiB
   * @throws EventLogUnavailable when the log is unreachable and nothing was written
   * @throws StreamDeleted
   */
  readonly append: (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedState,
  ) => Promise<AppendResult>;
  /**
   * Reads a stream. A stream that does not exist has no events.
   * @throws StreamDeleted
   */
  readonly readStream: (stream: string, options?: ReadStreamOptions) => Promise<readonly RecordedEvent[]>;
  /**
   * Reads one page of the whole log. A page shorter than its limit is the last one.
   * @throws UnknownPosition when the log rejects the start position
   */
  readonly readAll: (options?: ReadAllOptions) => Promise<readonly RecordedEvent[]>;
  /** Position of the last event; 0 in an empty log. */
  readonly head: () => Promise<Position>;
  /** Id of the event at a position, or null. */
  readonly findEventIdAt: (position: Position) => Promise<Uuid | null>;
  /**
   * Identity of the log's content. Changes when a backup is restored. Null while the log is empty, because it derives
   * from the first event.
   */
  readonly identity: () => Promise<Uuid | null>;
  /**
   * Chain hash of the event at a position, which covers all previous events of its stream: 64 hexadecimal digits, or
   * null. Only logs with hash chains implement it.
   */
  readonly hashAt?: (position: Position) => Promise<string | null>;
  readonly subscribeToAll: (options: SubscribeOptions) => Subscription;
  readonly close: () => Promise<void>;
}

/** The stream does not end with the expected event: another writer appended, or the history of the log has changed. */
export class WrongExpectedVersion extends Error {
  readonly stream: string;
  readonly expected: ExpectedState;
  /** Last revision of the stream, or null when it is empty. */
  readonly actual: Revision | null;

  constructor(stream: string, expected: ExpectedState, actual: Revision | null) {
    const revision = getExpectedRevision(expected);
    const isAnother = typeof expected === 'object' && actual === revision;
    super(
      isAnother
        ? `stream ${stream} has another event at ${actual}`
        : `stream ${stream} is at ${actual ?? 'no event'}, not at ${revision}`,
    );
    this.name = 'WrongExpectedVersion';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The response to an append was lost. Its events may or may not be in the log. */
export class AppendOutcomeUnknown extends Error {
  constructor(stream: string, cause: unknown) {
    super(`unknown whether the append to ${stream} was written`, { cause });
    this.name = 'AppendOutcomeUnknown';
  }
}

/** The events of an append exceed the maximum size. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`append of ${bytes} bytes to ${stream} exceeds ${MAX_APPEND_BYTES}`);
    this.name = 'AppendTooLarge';
  }
}

/** The log is unreachable. Nothing was written. */
export class EventLogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log cannot be reached', { cause });
    this.name = 'EventLogUnavailable';
  }
}

/** An operator deleted the stream. Kindra never deletes streams, so its events are lost. */
export class StreamDeleted extends Error {
  constructor(stream: string, cause?: unknown) {
    super(`stream ${stream} was deleted from the event log`, { cause });
    this.name = 'StreamDeleted';
  }
}

/** The log has no event at the position. */
export class UnknownPosition extends Error {
  constructor(position: Position, cause?: unknown) {
    super(`position ${position} begins no event of the log`, { cause });
    this.name = 'UnknownPosition';
  }
}

/** Maximum size of an append, in bytes of JSON data and metadata. The default limit of EventStoreDB. */
export const MAX_APPEND_BYTES = 1024 * 1024;
