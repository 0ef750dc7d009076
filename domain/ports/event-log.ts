import type { NewEvent, Position, RecordedEvent, Revision } from '../kernel/event.ts';
import type { Uuid } from '../kernel/ids.ts';

/** The last event of a stream as the writer knows it. */
export interface StreamEnd {
  readonly revision: Revision;
  readonly eventId: Uuid;
}

/**
 * What the writer expects of the stream: its last event, only the revision of its last event, that it has no event yet,
 * or nothing. A revision alone does not notice that the past of the log has changed.
 */
export type ExpectedState = StreamEnd | Revision | 'no_stream' | 'any';

/** The expectation without the id of the last event. */
export const expectedRevision = (expected: ExpectedState): Revision | 'no_stream' | 'any' =>
  typeof expected === 'object' ? expected.revision : expected;

/** Where the last of the appended events stands. */
export interface AppendResult {
  readonly revision: Revision;
  readonly position: Position;
}

/** A batch of a subscription, in the order of the log. */
export type BatchHandler = (events: readonly RecordedEvent[]) => Promise<void>;

export interface SubscribeOptions {
  /** Deliver what stands behind this position; it is itself excluded. */
  readonly after: Position;
  /** Called with one batch at a time; the next waits for its promise. A rejected one ends the subscription. */
  readonly onEvents: BatchHandler;
  /** Called each time that the subscription, having been behind, has delivered all there is. */
  readonly onCaughtUp?: (position: Position) => void;
  /**
   * Called when the event that was delivered last is no longer at its position, since the past of the log has changed.
   * The subscription continues behind the given position, which is the end of the log now.
   */
  readonly onPastChanged?: (head: Position) => void;
  /** Called once when the subscription ends by an error of its handler. Lost connections are not errors: it resumes. */
  readonly onFailure?: (error: unknown) => void;
  /** Called when the server drops the subscription, which then resumes. The reason of an outage is reported once. */
  readonly onDropped?: (reason: Error) => void;
  /** Upper bound of a batch; 1,000 by default. */
  readonly batchSize?: number;
}

export interface Subscription {
  /** Ends it; resolves when no handler is running any more. */
  readonly close: () => Promise<void>;
}

export interface ReadStreamOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** First revision to read, included. By default the start, or the end when reading backwards. */
  readonly from?: Revision;
  /** At most so many events; 1,000 by default. */
  readonly limit?: number;
}

export interface ReadAllOptions {
  readonly direction?: 'forwards' | 'backwards';
  /** Read what stands behind this position (before it when reading backwards); it is itself excluded. */
  readonly after?: Position;
  /** Read forwards from this position, included. Positions are opaque: it must be the one of an event. */
  readonly from?: Position;
  readonly limit?: number;
  /** Only events of these types. */
  readonly types?: readonly string[];
}

/**
 * The log of events. It speaks EventStoreDB's words: streams named `<category>-<id>` with revisions from 0, optimistic
 * concurrency by expected revision, and one total order of all events. Every call has a deadline of its own.
 *
 * Appending is idempotent: when all of the events stand in the stream already, behind the expected event, by their ids,
 * the answer is the one of the first time. An append is at most 1 MiB.
 *
 * It is whole as a log, so that its contract can be tested as one: reading backwards, `'any'` and `onCaughtUp` are for who
 * looks into a log and for tests; commands and projections need none of them.
 */
export interface EventLog {
  /** Whether positions count events, so that the difference of two is a number of events. Otherwise they are opaque. */
  readonly hasCountablePositions: boolean;
  /**
   * Appends all of the events or none.
   * @throws WrongExpectedVersion when the stream does not end as the writer expects. EventStoreDB compares revisions
   *   only; that the last event is another one is noticed there when the stream is read again
   * @throws AppendUnsettled when it is unknown whether they were written
   * @throws AppendTooLarge when they exceed 1 MiB
   * @throws EventLogUnavailable when they were certainly not written, since the log cannot be reached
   * @throws StreamDeleted
   */
  readonly append: (
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedState,
  ) => Promise<AppendResult>;
  /**
   * Reads a stream; one that does not exist has no events.
   * @throws StreamDeleted
   */
  readonly readStream: (stream: string, options?: ReadStreamOptions) => Promise<readonly RecordedEvent[]>;
  /**
   * Reads one page of the whole log. A page shorter than its limit reached the end.
   * @throws UnknownPosition when the log refuses the position that it should begin at
   */
  readonly readAll: (options?: ReadAllOptions) => Promise<readonly RecordedEvent[]>;
  /** Position of the last event; 0 when there is none. */
  readonly head: () => Promise<Position>;
  /** Id of the event at a position; null when the log has none there. */
  readonly eventIdAt: (position: Position) => Promise<Uuid | null>;
  /**
   * Identifies the content of the log: changes when a backup is restored into it. Null while the log is empty, where it
   * follows from the first event.
   */
  readonly identity: () => Promise<Uuid | null>;
  /**
   * The hash of the event at a position, which covers it and all before it in its stream, as 64 letters; null when there
   * is none. Only logs that keep such chains have it.
   */
  readonly hashAt?: (position: Position) => Promise<string | null>;
  readonly subscribeToAll: (options: SubscribeOptions) => Subscription;
  readonly close: () => Promise<void>;
}

/** The stream does not end with the expected event: somebody else wrote, or its past has changed. */
export class WrongExpectedVersion extends Error {
  readonly stream: string;
  readonly expected: ExpectedState;
  /** The last revision that the stream has, or null when it has no event. */
  readonly actual: Revision | null;

  constructor(stream: string, expected: ExpectedState, actual: Revision | null) {
    const wanted = expectedRevision(expected);
    const isAnother = typeof expected === 'object' && actual === wanted;
    super(
      isAnother
        ? `stream ${stream} has another event at ${actual}`
        : `stream ${stream} is at ${actual ?? 'no event'}, not at ${wanted}`,
    );
    this.name = 'WrongExpectedVersion';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/** The answer to an append was lost: its events may or may not be in the log. */
export class AppendUnsettled extends Error {
  constructor(stream: string, cause: unknown) {
    super(`unknown whether the append to ${stream} was written`, { cause });
    this.name = 'AppendUnsettled';
  }
}

/** The events of one append are larger than the log takes at once. */
export class AppendTooLarge extends Error {
  constructor(stream: string, bytes: number) {
    super(`append of ${bytes} bytes to ${stream} exceeds ${MAX_APPEND_BYTES}`);
    this.name = 'AppendTooLarge';
  }
}

/** The log cannot be reached; nothing was written. */
export class EventLogUnavailable extends Error {
  constructor(cause: unknown) {
    super('the event log cannot be reached', { cause });
    this.name = 'EventLogUnavailable';
  }
}

/** The stream was deleted from the log by its operators. Kindra deletes no streams: its events are lost. */
export class StreamDeleted extends Error {
  constructor(stream: string, cause?: unknown) {
    super(`stream ${stream} was deleted from the event log`, { cause });
    this.name = 'StreamDeleted';
  }
}

/** No event of the log is at the position. */
export class UnknownPosition extends Error {
  constructor(position: Position, cause?: unknown) {
    super(`position ${position} begins no event of the log`, { cause });
    this.name = 'UnknownPosition';
  }
}

/** Largest append, in bytes of the JSON of data and metadata: EventStoreDB's own default limit. */
export const MAX_APPEND_BYTES = 1024 * 1024;
