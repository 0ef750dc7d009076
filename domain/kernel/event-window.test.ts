import type { RecordedEvent } from './event.ts';
import { createEventWindow } from './event-window.ts';
import type { Uuid } from './ids.ts';

const createEventsAt = (...positions: readonly number[]): RecordedEvent[] =>
  positions.map((position) => ({ position }) as RecordedEvent);

const createEvents = (from: number, count: number): RecordedEvent[] =>
  createEventsAt(...Array.from({ length: count }, (_, n) => from + n));

const toPositions = (found: readonly RecordedEvent[] | null) => found?.map(({ position }) => position);

test('returns the events after a position, or null when the window starts later', () => {
  const window = createEventWindow(2);
  const reader = window.addReader(2);
  window.append(createEventsAt(3, 5, 8), 2);
  expect(reader.read(1, 10)).toBeNull();
  expect(toPositions(reader.read(2, 10))).toEqual([3, 5, 8]);
  expect(toPositions(reader.read(2, 2))).toEqual([3, 5]);
  expect(toPositions(reader.read(4, 10))).toEqual([5, 8]);
  expect(reader.read(8, 10)).toEqual([]);
});

test('starts again after a gap', () => {
  const window = createEventWindow(0);
  const reader = window.addReader(0);
  window.append(createEventsAt(1, 2), 0);
  window.append(createEventsAt(5, 6), 4);
  expect(reader.read(2, 10)).toBeNull();
  expect(toPositions(reader.read(4, 10))).toEqual([5, 6]);
});

test('drops events that all readers have read, and keeps none without readers', () => {
  const window = createEventWindow(0);
  window.append(createEventsAt(1), 0);
  const [quick, slow] = [window.addReader(1), window.addReader(1)];
  expect(slow.read(0, 1)).toBeNull();
  slow.read(1, 1);
  window.append(createEventsAt(2, 3, 4), 1);
  quick.read(4, 10);
  expect(toPositions(slow.read(1, 10))).toEqual([2, 3, 4]);
  slow.read(3, 10);
  expect(quick.read(2, 10)).toBeNull();
  slow.close();
  expect(quick.read(4, 10)).toEqual([]);
  expect(quick.read(3, 10)).toBeNull();
});

test('drops the events of a reader that is thousands of events behind', () => {
  const window = createEventWindow(0);
  const [close, far] = [window.addReader(0), window.addReader(0)];
  for (let from = 1; from <= 9_001; from += 1_000) window.append(createEvents(from, 1_000), from - 1);
  expect(far.read(0, 1)).toBeNull();
  expect(toPositions(close.read(9_000, 1))).toEqual([9_001]);
  expect(close.read(6_500, 1)).not.toBeNull();
});

test('returns the ids of its events and of the event before them', () => {
  const [first, second, third] = ['a', 'b', 'c'] as unknown as readonly [Uuid, Uuid, Uuid];
  const window = createEventWindow(0);
  const reader = window.addReader(4);
  window.reset(4, first);
  window.append(
    [{ position: 5, id: second } as RecordedEvent, { position: 6, id: third } as RecordedEvent],
    4,
  );
  expect([3, 4, 5, 6, 7].map(window.getIdAt)).toEqual([undefined, first, second, third, undefined]);
  reader.read(5, 10);
  expect([4, 5, 6].map(window.getIdAt)).toEqual([undefined, second, third]);
  window.append([{ position: 9, id: first } as RecordedEvent], 8);
  expect(window.getIdAt(8)).toBeUndefined();
});
