import type { NewEvent } from '../../../domain/kernel/event.ts';
import { isUuid } from '../../../domain/kernel/ids.ts';
import {
  AppendTooLarge,
  type ExpectedState,
  getExpectedRevision,
  MAX_APPEND_BYTES,
} from '../../../domain/ports/event-log.ts';

/** A serialized event. Data and metadata are JSON without line breaks. */
export interface SerializedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** The serialized events of an append, and their size. */
export interface SerializedAppend {
  readonly events: readonly SerializedEvent[];
  readonly bytes: number;
}

const STREAM_PATTERN = /^[a-z][a-z0-9]*-[\w-]{1,250}$/;
const TYPE_PATTERN = /^[A-Za-z]\w{0,99}$/;

/**
 * Validates and serializes the events of an append. Used by all adapters.
 * @throws AppendTooLarge
 * @throws RangeError if a name, id or expected state is malformed, or if there are no events
 */
export function serializeEvents(
  stream: string,
  events: readonly NewEvent[],
  expectedState: ExpectedState,
): SerializedAppend {
  const revision = getExpectedRevision(expectedState);
  if (typeof revision === 'number' && !(Number.isSafeInteger(revision) && revision >= 0)) {
    throw new RangeError(`not a revision: ${revision}`);
  }
  if (typeof expectedState === 'object' && !isUuid(expectedState.eventId)) {
    throw new RangeError(`not an event id: ${expectedState.eventId}`);
  }
  if (!STREAM_PATTERN.test(stream)) throw new RangeError(`not a stream name: ${stream}`);
  if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
  let bytes = 0;
  const serializedEvents = events.map(({ id, type, data, metadata }) => {
    if (!isUuid(id)) throw new RangeError(`not an event id: ${id}`);
    if (!TYPE_PATTERN.test(type)) throw new RangeError(`not an event type: ${type}`);
    const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    return event;
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return { events: serializedEvents, bytes };
}
