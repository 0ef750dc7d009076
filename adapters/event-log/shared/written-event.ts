import type { NewEvent } from '../../../domain/kernel/event.ts';
import { isUuid } from '../../../domain/kernel/ids.ts';
import {
  AppendTooLarge,
  type ExpectedState,
  expectedRevision,
  MAX_APPEND_BYTES,
} from '../../../domain/ports/event-log.ts';

/** An event as the log keeps it: data and metadata as JSON text without line breaks. */
export interface WrittenEvent {
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

/** Events ready to be appended, and how many bytes their data and metadata take. */
export interface WrittenAppend {
  readonly events: readonly WrittenEvent[];
  readonly bytes: number;
}

const STREAM = /^[a-z][a-z0-9]*-[\w-]{1,250}$/;
const TYPE = /^[A-Za-z]\w{0,99}$/;

/**
 * Checks an append and writes its events as JSON, alike for every adapter.
 * @throws AppendTooLarge
 * @throws RangeError when a name, an id or the expected state is not well formed, or nothing is to be appended
 */
export function writeEvents(
  stream: string,
  events: readonly NewEvent[],
  expected: ExpectedState,
): WrittenAppend {
  const revision = expectedRevision(expected);
  if (typeof revision === 'number' && !(Number.isSafeInteger(revision) && revision >= 0)) {
    throw new RangeError(`not a revision: ${revision}`);
  }
  if (typeof expected === 'object' && !isUuid(expected.eventId)) {
    throw new RangeError(`not an event's id: ${expected.eventId}`);
  }
  if (!STREAM.test(stream)) throw new RangeError(`not a stream's name: ${stream}`);
  if (events.length === 0) throw new RangeError(`nothing to append to ${stream}`);
  let bytes = 0;
  const written = events.map(({ id, type, data, metadata }) => {
    if (!isUuid(id)) throw new RangeError(`not an event's id: ${id}`);
    if (!TYPE.test(type)) throw new RangeError(`not an event's type: ${type}`);
    const event = { id, type, data: JSON.stringify(data), metadata: JSON.stringify(metadata) };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.metadata);
    return event;
  });
  if (bytes > MAX_APPEND_BYTES) throw new AppendTooLarge(stream, bytes);
  return { events: written, bytes };
}
