import type { RecordedEvent } from '../../../domain/kernel/event.ts';

/** Event columns, in the order of `EventRow`. */
export const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';

/** An event row. 64-bit numbers are strings. */
export type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: object,
  metadata: RecordedEvent['metadata'],
];

/** Maps a row to an event. Revisions and positions become numbers. */
export function toEvent([position, stream, revision, id, type, data, metadata]: EventRow): RecordedEvent {
  return { id, type, data, metadata, stream, revision: Number(revision), position: Number(position) };
}
