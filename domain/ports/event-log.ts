import type { NewEvent, Position, RecordedEvent, Revision } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** Last event that the writer has read from a stream. */
export interface StreamEnd {
  readonly revision: Revision;
  readonly eventId: Uuid;
}

/**
 * Expected end of the stream: a specific last event, a last revision, or no event. A revision alone cannot detect that
 * the log's history has changed.
 */
export type ExpectedState = StreamEnd | Revision | 'no_stream';

/** Returns the expected state without the id of the last event. */
export const getExpectedRevision = (expected: ExpectedState): Revision | 'no_stream' =>
  typeof expected === 'object' ? expected.revision : expected;

/** Revision and position of the last appended event. */
export interface AppendResult {
  readonly revision: Revision;
  readonly position: Position;
}

/** Handles a batch of events in log order. */
export type BatchHandler = (events: readonly RecordedEvent[]) => Promise<void>;

/** Start of a subscription to all events, and its handlers. */
export interface SubscribeOptions {
  /** Position after which the subscription starts. */
  readonly after: Position;
  /** Called with one batch at a time, and again once it has resolved. A rejection ends the subscription. */
  readonly onEvents: BatchHandler;
  /**
   * Called when the log's history has changed, so that the last delivered event is no longer at its position. The
   * subscription continues after `head`, the current end of the log.
   */
  readonly onHistoryChanged?: (head: Position) => void;
  /** Called once when a handler's error ends the subscription. Lost connections do not end it. */
  readonly onFailure?: (error: unknown) => void;
  /** Called once per outage when the server drops the subscription. It resumes automatically. */
  readonly onDropped?: (reason: Error) => void;
  /** Maximum number of events per batch. Default: 1,000. */
  readonly batchSize?: number;
}

/** A running subscription to all events. */
export interface Subscription {
  /** Ends the subscription. Resolves once no handler is running. */
  readonly close: () => Promise<void>;
}

/** Range and direction of a read of one stream. */
export interface ReadStreamOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** First revision to read, inclusive. Default: the start, or the end when reading backwards. */
  readonly from?: Revision;
  /** Maximum number of events. Default: 1,000. */
  readonly limit?: number;
  /** Whether to leave personal texts encrypted. For streams of texts, this halves the read time. */
  readonly keepsTextsEncrypted?: boolean;
}

/** Range, direction and event types of a read of all streams. */
export interface ReadAllOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Position after which to read, or before which to read backwards (exclusive). */
  readonly after?: Position;
  /** Position from which to read forwards (inclusive). There must be an event at this position. */
  readonly from?: Position;
  readonly limit?: number;
  /** Event types to return. Default: all. */
  readonly types?: readonly string[];
}

/**
 * The event log, in EventStoreDB terms: streams named `<category>-<id>` with revisions from 0, optimistic concurrency
 * by expected revision, and one total order of all events. Every call has a deadline.
 *
 * Appends are idempotent: if the stream already contains all of the event ids after the expected event, the first
 * result is returned. An append is limited to 1 MiB.
 *
 * Only anchors, housekeeping and tests read backwards.
 */
export interface EventLog {
  /** Whether the difference between two positions is a number of events. Otherwise positions are opaque. */
  readonly hasCountablePositions: boolean;
  /**
   * Appends either all events or none.
   * @throws WrongExpectedVersion when the stream does not end as expected. EventStoreDB compares only revisions; a
   * different last event is detected when the stream is read
   * @throws AppendOutcomeUnknown when it is unknown whether the events were written
   * @throws AppendTooLarge when the events exceed 1 MiB
   * @throws EventLogUnavailable when the log is unreachable and nothing was written
   * @throws StreamDeleted
   */
  readonly append: (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedState,
  ) => Promise<AppendResult>;
  /**
   * Reads a stream. Returns no events if the stream does not exist.
   * @throws StreamDeleted
   */
  readonly readStream: (stream: string, options?: ReadStreamOptions) => Promise<readonly RecordedEvent[]>;
  /**
   * Reads one page of the whole log. A page with fewer events than the limit is the last one.
   * @throws UnknownPosition when the log rejects the start position
   */
  readonly readAll: (options?: ReadAllOptions) => Promise<readonly RecordedEvent[]>;
  /** Returns the position of the last event, or 0 if the log is empty. */
  readonly head: () => Promise<Position>;
  /** Returns the id of the event at a position, or null if there is none. */
  readonly findEventIdAt: (position: Position) => Promise<Uuid | null>;
  /**
   * Returns an id for the log's content, which changes when a backup is restored. Returns null while the log is empty,
   * because the id is derived from the first event.
   */
  readonly identity: () => Promise<Uuid | null>;
  /**
   * Returns the chain hash of the event at a position, as 64 hexadecimal digits, or null. It covers all previous events
   * in the stream. Implemented only by logs with hash chains.
   */
  readonly findHashAt?: (position: Position) => Promise<string | null>;
  readonly subscribeToAll: (options: SubscribeOptions) => Subscription;
  readonly close: () => Promise<void>;
}

/** Thrown when a stream does not end as expected: another writer appended, or the history has changed. */
export class WrongExpectedVersion extends Error {
  readonly stream: string;
  readonly expected: ExpectedState;
  /** Last revision in the stream, or null if the stream is empty. */
  readonly actual: Revision | null;

  constructor(stream: string, expected: ExpectedState, actual: Revision | null) {
    const revision = getExpectedRevision(expected);
    const hasOtherEvent = typeof expected === 'object' && actual === revision;
    super(
      hasOtherEvent
        ? `stream ${stream} has another event at ${actual}`
        : `stream ${stream} is at ${actual ?? 'no event'}, not at ${revision}`,
    );
    this.name = 'WrongExpectedVersion';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** Thrown when the response to an append was lost. Its events may or may not be in the log. */
export class AppendOutcomeUnknown extends Error {
  constructor(stream: string, cause: unknown) {
    super(`unknown whether the append to ${stream} was written`, { cause });
    this.name = 'AppendOutcomeUnknown';
  }
}

/** Thrown when the events in an append exceed the maximum size. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`append of ${bytes} bytes to ${stream} exceeds ${MAX_APPEND_BYTES}`);
    this.name = 'AppendTooLarge';
  }
}

/** Thrown when the log is unreachable. Nothing was written. */
export class EventLogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log cannot be reached', { cause });
    this.name = 'EventLogUnavailable';
  }
}

/** Returns whether an error means that the event log is unavailable. */
export const isLogUnavailable = (error: unknown): boolean => error instanceof EventLogUnavailable;

/** Thrown when an operator has deleted the stream. Its events are lost; Kindra itself never deletes streams. */
export class StreamDeleted extends Error {
  constructor(stream: string, cause?: unknown) {
    super(`stream ${stream} was deleted from the event log`, { cause });
    this.name = 'StreamDeleted';
  }
}

/** Thrown when the log has no event at the given position. */
export class UnknownPosition extends Error {
  constructor(position: Position, cause?: unknown) {
    super(`position ${position} is not the position of an event in the log`, { cause });
    this.name = 'UnknownPosition';
  }
}

/** Maximum size of an append, in bytes of JSON data and metadata. This is EventStoreDB's default limit. */
export const MAX_APPEND_BYTES = 1024 * 1024;
