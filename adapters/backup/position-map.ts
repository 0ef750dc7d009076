import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';

/** Fields in event data that contain a log position, by event type. */
const POSITION_FIELDS: Readonly<Record<string, string>> = { NotificationsRead: 'until' };

/** Maps positions in a backup to positions in the log to which it is restored. */
export type PositionMap = ReturnType<typeof createPositionMap>;

/** Creates an empty position map. It uses 16 bytes per append. */
export function createPositionMap() {
  const oldPositions: Position[] = [];
  const newPositions: Position[] = [];

  /** Positions within an append are mapped to the position of its last event, which is accurate enough. */
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
    /** Records the old and the new position of the last event in an append. Must be called in log order. */
    recordMove: (from: Position, to: Position): void => {
      oldPositions.push(from);
      newPositions.push(to);
    },
    mapPositions: (event: RecordedEvent): RecordedEvent => {
      const field = POSITION_FIELDS[event.type];
      if (!field) return event;
      const position = Number((event.data as Readonly<Record<string, unknown>>)[field]);
      return { ...event, data: { ...event.data, [field]: mapPosition(position) } };
    },
  };
}
