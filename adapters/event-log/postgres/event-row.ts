import type { RecordedEvent } from '../../../domain/kernel/event.ts';

/** The columns of an event, in the order of `EventRow`. */
export const EVENT_COLUMNS = 'position, stream, revision, id, type, data, metadata';

/** An event as the database gives it: numbers beyond 32 bits come as text. */
export type EventRow = [
  position: string,
  stream: string,
  revision: string,
  id: string,
  type: string,
  data: object,
  metadata: RecordedEvent['metadata'],
];

export function toEvent([position, stream, revision, id, type, data, metadata]: EventRow): RecordedEvent {
  return { id, type, data, metadata, stream, revision: Number(revision), position: Number(position) };
}
