import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';

/** Fields of events that hold a position of the log, by their types. */
const POSITIONS: Readonly<Record<string, string>> = { NotificationsRead: 'until' };

/** Where events of a backup stand in the log that they are appended to. */
export interface MovedPositions {
  /** The last event of an append stood at one position and stands at another now; in the order of the log. */
  readonly moved: (from: Position, to: Position) => void;
  /** The event, with the positions in its data as they are now. */
  readonly adapted: (event: RecordedEvent) => RecordedEvent;
}

/** Remembers the positions of a whole log, 16 bytes for each append. */
export function createMovedPositions(): MovedPositions {
  const before: Position[] = [];
  const after: Position[] = [];

  /** Of an event in the midst of an append, the position of the append's last one is near enough. */
  function now(position: Position): Position {
    let low = 0;
    let high = before.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((before[middle] ?? 0) < position) low = middle + 1;
      else high = middle;
    }
    return after[low] ?? after.at(-1) ?? 0;
  }

  return {
    moved: (from, to) => {
      before.push(from);
      after.push(to);
    },
    adapted: (event) => {
      const field = POSITIONS[event.type];
      if (!field) return event;
      const position = Number((event.data as Readonly<Record<string, unknown>>)[field]);
      return { ...event, data: { ...event.data, [field]: now(position) } };
    },
  };
}
