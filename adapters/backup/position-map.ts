import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';

/** Fields of events that contain a log position, by event type. */
const POSITION_FIELDS: Readonly<Record<string, string>> = { NotificationsRead: 'until' };

/** Maps positions of a backup to positions of the log that it is appended to. */
export interface PositionMap {
  /** Records the old and new position of the last event of an append. Must be called in log order. */
  readonly recordMove: (from: Position, to: Position) => void;
  /** Returns the event with mapped positions in its data. */
  readonly mapPositions: (event: RecordedEvent) => RecordedEvent;
}

/** Creates an empty position map. It uses 16 bytes per append. */
export function createPositionMap(): PositionMap {
  const oldPositions: Position[] = [];
  const newPositions: Position[] = [];

  /** Positions inside an append map to that of its last event, which is close enough. */
  function mapPosition(position: Position): Position {
    let low = 0;
    let high = oldPositions.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((oldPositions[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return newPositions[low] ?? newPositions.at(-1) ?? 0;
  }

  return {
    recordMove: (from, to) => {
      oldPositions.push(from);
      newPositions.push(to);
    },
    mapPositions: (event) => {
      const field = POSITION_FIELDS[event.type];
      if (!field) return event;
      const position = Number((event.data as Readonly<Record<string, unknown>>)[field]);
      return { ...event, data: { ...event.data, [field]: mapPosition(position) } };
    },
  };
}
